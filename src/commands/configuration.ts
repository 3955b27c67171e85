import { withRemedy } from "../../contract/wording.ts";
import { command, Failure, flag, Usage, unknownWord } from "./command.ts";
import { checkedConfiguration, jsonIn, readConfiguration } from "./configuration-file.ts";
import { outOption, printOrWrite } from "./file.ts";
import { worldLine } from "./lines.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

const words = ["show", "check", "apply", "diff"];
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const configuration = command({
  name: "configuration",
  summary: "Show, check, apply or compare a configuration of an account: attributes, documents, forms, rules.",
  takes: "show | check FILE | apply FILE | diff FILE",
  words: [1, 2],
  choices: async () => words,
  details: [
    "check needs no sandbox. It names every violation at once, with its place and what to do. apply gives a file " +
      "to a world that goes on with it; diff says where a file and an account differ, and fails where they do.",
  ],
  examples: [
    ["configuration check account.json", "Whether an account can have it; the exit code says so."],
    ["configuration show --out account.json", "All that the account has configured, as a file to change."],
    ["configuration show --difference", "What differs from what every account begins with."],
    ["configuration diff account.json", "Where the account and the file differ."],
    ["configuration apply account.json --stop", "Stop the documents whose types the file removes."],
  ],
  options: {
    difference: flag("With show: only what differs from the base."),
    out: outOption,
    stop: flag("With apply: stop the documents, and archive the dossiers, of what is removed and still asked for."),
    ...accountOptions,
  },
  async run({ values, argument, others: [file], show, ...outputs }) {
    if (!words.includes(argument)) throw unknownWord("configuration", argument, words);
    const { difference, stop, out } = values;
    if (argument === "show") {
      if (file !== undefined) throw new Usage("configuration show takes no FILE: --out FILE writes one.");
      const shown = await ask(values, "accounts.configuration", { query: difference ? { difference } : {} });
      return printOrWrite(JSON.stringify(shown, null, 2), out, { show, ...outputs }, { isData: true });
    }
    if (file === undefined) throw new Usage(`configuration ${argument} needs FILE.`);
    if (argument === "check") return check(file, show);
    if (argument === "apply") {
      const request = { query: stop ? { stop } : {}, body: jsonIn(file) as never };
      const world = await ask(values, "accounts.configure", request).catch(({ message, cause }: Error) => {
        throw new Failure(message.replace("the request with ?stop=true", "the command with --stop"), { cause });
      });
      return show(world, () => [worldLine(world)]);
    }
    const differences = await differencesOf(values, file);
    show({ file, differences }, () => differences.map(({ pointer, sentence }) => `${pointer} ${sentence}.`));
    if (differences.length > 0)
      throw new Failure(`${file} and the account differ in ${counted(differences.length, "place")}.`);
    outputs.remark(`${file} is what the account has.`);
  },
});

async function check(file: string, show: (data: unknown, lines: () => readonly string[]) => void) {
  const checked = await checkedConfiguration(jsonIn(file));
  const violations = "violations" in checked ? checked.violations : [];
  const count = violations.length + ("further" in checked ? checked.further : 0);
  show({ file, violations }, () => (count > 0 ? violations.map(withRemedy) : [`${file} has no violations.`]));
  if (count > 0) throw new Failure(`${file} has ${counted(count, "violation")}.`);
}

async function differencesOf(place: Parameters<typeof ask>[0], file: string) {
  const { ConfigurationFile } = await import("../../contract/configuration.ts");
  const { configurationOf } = await import("../domain/configuration/default.ts");
  const { changes } = await import("../domain/configuration/changes.ts");
  const own = configurationOf(ConfigurationFile.parse(await ask(place, "accounts.configuration")));
  const ids = new Map(Object.entries(own.attributes).map(([label, { id }]) => [label, id]));
  return changes(own, await readConfiguration(file, ids));
}
