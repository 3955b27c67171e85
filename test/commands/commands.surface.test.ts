import { expect, it } from "vitest";
import type { AnyCommand } from "../../src/commands/command.ts";
import { everyCommand } from "../../src/commands/table.ts";

const all = await everyCommand();

const at = "--url URL (http://127.0.0.1:4600) [SANDBOX_URL], [SANDBOX_KEY]";
const account = `-a --account ID (demo) [SANDBOX_ACCOUNT], ${at}`;
const anyAccount = `-a --account ID [SANDBOX_ACCOUNT], ${at}`;
const ids = "--thirdparty ID, --dossier ID, --document ID";
const percents = ["operations", "statuses", "parameters", "values", "events"].map((each) => `--min-${each} PERCENT`);
/** What users and scripts write: the words that a command takes, and its options beside --json. */
const surface: Record<string, [takes: string, options: string, words?: readonly [number, number]]> = {
  stop: ["", `--data DIR, ${at}`],
  token: [
    "",
    "-a --account ID… (demo), --expires-in N (3600), --url URL (none: signed here) [SANDBOX_URL], " +
      "[SANDBOX_JWT_SECRET], [SANDBOX_KEY]",
  ],
  scenario: ["[NAME]", account, [0, 1]],
  trigger: ["EVENT | --list [RESOURCE]", `--list, ${ids}, --data JSON, ${account}`, [0, 1]],
  events: [
    "[--list [RESOURCE]]",
    `--list, -f --follow, -n --name EVENT…, ${ids}, --from T, --to T, --after ID, --limit N (100), ${account}`,
    [0, 1],
  ],
  clock: ["[advance DURATION | set MOMENT | freeze | resume | due [MOMENT]]", account, [0, 2]],
  answer: ["DOCUMENT_ID", `-f --file FILE, --form KEY=VALUE…, --outcome OUTCOME, --issue-date DAY, ${account}`],
  requests: [
    "[ID | clear]",
    `-f --follow, --operation NAME, --status N, --from T, --to T, --limit N, --har, -o --out FILE, ${anyAccount}`,
    [0, 1],
  ],
  sync: ["", `--caller SUBJECT, --from T, -n --name EVENT…, ${account}`],
  coverage: [
    "[FILE…]",
    `${percents.join(", ")}, --html FILE, --junit FILE, --summary, --clear, ${at}, [GITHUB_STEP_SUMMARY]`,
    [0, Number.POSITIVE_INFINITY],
  ],
  faults: [
    "[add KIND | clear]",
    `--operation NAME, --status N, --delay MS, --lag DURATION, --times N, --probability P, ${anyAccount}`,
    [0, 2],
  ],
  accounts: [
    "[make ID | delete ID | delete --unused-for DURATION]",
    "--seed NAME, --size N, --random-seed N, --now T, --freeze, --from ID, --snapshot NAME, --unused-for DURATION, " +
      at,
    [0, 2],
  ],
  reset: ["", account],
  snapshot: ["[NAME]", `--delete NAME, ${account}`, [0, 1]],
  restore: ["NAME", account],
  compare: ["ID[:SNAPSHOT] [ID[:SNAPSHOT]]", at, [1, 2]],
  export: ["", `-o --out FILE, ${account}`],
  import: ["FILE", account],
  bundle: ["", `-o --out FILE, ${account}`],
  seeds: ["", ""],
  openapi: ["", "-o --out FILE, --format FORMAT, --surface SURFACE (service)"],
  database: ["", "--sql"],
  verify: [
    "",
    "-t --target URL [VERIFY_TARGET], --har FILE, -a --account ID (demo; all of a recording) [VERIFY_ACCOUNT], " +
      "--token TOKEN [VERIFY_TOKEN], --write, --company SIRET, --junit FILE",
  ],
  completion: ["SHELL", ""],
};

const optionsOf = ({ options }: AnyCommand) =>
  Object.entries(options)
    .filter(([name]) => name !== "json")
    .map(([name, { short, takes, repeatable, fallback, shown, environment, environmentOnly }]) => {
      const usual = shown ?? (typeof fallback === "boolean" ? "" : String(fallback ?? ""));
      const variable = environment ? `[${environment}]` : "";
      if (environmentOnly) return variable;
      const value = takes && `${takes}${repeatable ? "…" : ""}`;
      return [short && `-${short}`, `--${name}`, value, usual && `(${usual})`, variable].filter(Boolean).join(" ");
    })
    .join(", ");

it.each(all.filter(({ name }) => name in surface).map((command) => [command.name, command] as const))(
  "%s takes the words and options that scripts write",
  (name, command) => {
    const [takes, options, words] = surface[name] as (typeof surface)[string];
    expect({ takes: command.takes ?? "", options: optionsOf(command), words: command.words }).toEqual({
      ...{ takes, options, words },
    });
  },
);

it("only start, open and exec, whose options start servers, are not listed here", () => {
  expect(all.map(({ name }) => name).filter((name) => !(name in surface))).toEqual(["start", "exec", "open"]);
});

it.each(all.map((command) => [command.name, command] as const))(
  "%s says in whole sentences what it, its options and its examples are for",
  (_, { summary, details = [], options, examples }) => {
    const texts = [summary, ...details, ...Object.values(options).map((each) => each.summary)];
    for (const text of [...texts, ...examples.map(([, purpose]) => purpose)]) expect(text).toMatch(/^\S.+[.:\w]$/);
  },
);

it.each([
  ["clock", ["advance", "set", "freeze", "resume", "due"]],
  ["accounts", ["make", "delete"]],
  ["events", ["thirdparty", "dossier", "document"]],
  ["requests", ["clear"]],
  ["faults", ["add", "clear", "status", "delay", "disconnect", "truncate", "malformed", "lag"]],
  ["completion", ["bash", "zsh", "fish"]],
])("a shell completes the words of %s", async (name, words) => {
  expect(await all.find((command) => command.name === name)?.choices?.()).toEqual(words);
});
