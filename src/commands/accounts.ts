import type { ConfigurationFile } from "../../contract/configuration.ts";
import { command, flag, optional, Usage, unknownWord, type ValuesOf } from "./command.ts";
import { jsonIn } from "./configuration-file.ts";
import { listedLine, worldLine } from "./lines.ts";
import { withProgress } from "./progress.ts";
import { ask, keyOption, urlOption } from "./running-sandbox.ts";
import { accountId, asUsage, clockMoment, peopleWords, period, wholeNumber } from "./values.ts";

const options = {
  seed: optional<string>({ takes: "NAME" }, "World to start from: a name of tiers-sandbox seeds."),
  size: optional<number>({ takes: "N", parse: wholeNumber(0, 100_000) }, "Third parties to generate."),
  "random-seed": optional<number>({ takes: "N", parse: wholeNumber(0, 4_294_967_295) }, "Same number, same world."),
  now: optional<string>({ takes: "T", parse: clockMoment }, "Where its clock starts, in UTC."),
  freeze: flag("Stop its clock there."),
  history: optional<string>(
    { takes: "MONTHS" },
    "With --size: how long ago the first third party joined, such as P24M.",
  ),
  people: optional<(typeof peopleWords)[number]>(
    { takes: "WHO", choices: peopleWords },
    "Who acts by itself: all, suppliers or none; as the seed says without it.",
  ),
  configuration: optional<string>({ takes: "FILE" }, "What it has configured; as the server was started without it."),
  from: optional<string>({ takes: "ID", parse: accountId }, "Copy the world of this account, instead of making one."),
  snapshot: optional<string>({ takes: "NAME" }, "Copy this snapshot of it."),
  "unused-for": optional<string>(
    { takes: "DURATION", parse: period },
    "With delete and no id: every account that was not used for so long, such as P7D.",
  ),
  url: urlOption,
  key: keyOption,
};

function bodyOf(values: ValuesOf<typeof options>) {
  const { seed, size, "random-seed": randomSeed, now, freeze, history, people, from, snapshot } = values;
  const { configuration: file } = values;
  const configuration = file === undefined ? undefined : (jsonIn(file) as ConfigurationFile);
  const made = { seed, size, randomSeed, now, freeze: freeze || undefined, history, people, configuration };
  if (from === undefined && snapshot !== undefined) throw new Usage("accounts make needs --from with --snapshot.");
  if (from === undefined) return made;
  if (Object.values(made).some((value) => value !== undefined))
    throw new Usage(
      "accounts make takes only --snapshot with --from: a copy has the seed and the clock of its source.",
    );
  return { from: { accountId: from, snapshot } };
}

const words = ["make", "delete"];

export const accounts = command({
  name: "accounts",
  summary: "List the accounts with their worlds, make one or delete one.",
  takes: "[make ID | delete ID | delete --unused-for DURATION]",
  words: [0, 2],
  choices: async () => words,
  details: ["make replaces the world of an account that exists. The options below are for make, but for --unused-for."],
  examples: [
    ["accounts", "Which there are, and how large they are."],
    ["accounts make test --seed empty", "An account without anything."],
    ["accounts make big --size 1500", "One with 1,500 third parties."],
    ["accounts make copy --from demo", "A copy of the world of demo, as it is."],
    ["accounts make copy --from demo --snapshot before-renewal", "A copy of one of its snapshots."],
    ["accounts delete test", "Delete it, with its snapshots."],
    ["accounts delete --unused-for P7D", "Delete those that were not used for a week, as a cron job does."],
  ],
  options,
  async run({ values, argument, others: [id], remark, show }) {
    if (argument === "") {
      const { content } = await ask(values, "accounts.list");
      return show(content, () => (content.length === 0 ? ["There is no account yet."] : content.map(listedLine)));
    }
    if (!words.includes(argument)) throw unknownWord("accounts", argument, words);
    const unusedFor = values["unused-for"];
    if (unusedFor !== undefined) {
      if (argument !== "delete" || id !== undefined)
        throw new Usage("--unused-for goes with accounts delete, without the id of an account.");
      const { deleted } = await ask(values, "accounts.deleteUnused", { query: { unusedFor } });
      return show({ deleted }, () => [
        deleted.length === 0 ? "No account was unused for so long." : `Deleted ${deleted.join(", ")}.`,
      ]);
    }
    if (id === undefined) throw new Usage(`accounts ${argument} needs the id of an account.`);
    const place = { ...values, account: asUsage(() => accountId(id), "ID ") };
    if (argument === "delete") {
      await ask(place, "accounts.delete");
      return show({ deleted: id }, () => [`The account ${id} is deleted.`]);
    }
    const body = bodyOf(values);
    const world = await withProgress(place, remark, () => ask(place, "accounts.put", { body }));
    show(world, () => [worldLine(world)]);
  },
});
