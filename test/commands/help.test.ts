import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import { readArguments } from "../../src/commands/command.ts";
import { exec } from "../../src/commands/exec.ts";
import { columns, commandHelp, generalHelp, wrapped } from "../../src/commands/help.ts";
import { start } from "../../src/commands/start.ts";
import { commands, everyCommand } from "../../src/commands/table.ts";
import { packageRoot } from "../../src/directory/fixtures.ts";
import { scenarios } from "../../src/seed/scenario.ts";

const all = await everyCommand();
const byName = new Map(all.map((command) => [command.name, command]));

describe("the help of a command", () => {
  it.each(all.map((command) => [command.name, command] as const))(
    "%s has examples, which are right usage",
    (_, each) => {
      expect(each.examples.length).toBeGreaterThan(0);
      for (const [line] of each.examples) {
        const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
        const named = byName.get(words[0] ?? "");
        expect(readArguments(named ?? start, named ? words.slice(1) : words, {})).toMatchObject({ help: false });
      }
      expect(commandHelp(each, 80)).toContain(`Examples\n  tiers-sandbox`);
      expect(commandHelp(each, 100)).not.toMatch(/\((?:undefined|null|true|false)\)/);
      const texts = [each.summary, ...(each.details ?? []), ...Object.values(each.options).map((one) => one.summary)];
      for (const text of [...texts, ...each.examples.map(([, purpose]) => purpose)])
        expect(text).toMatch(/^\S.+[.:\w]$/);
    },
  );

  const printing = all.filter(({ name }) => name !== exec.name && name !== "mcp");
  it.each(printing.map((command) => [command.name, command] as const))("%s takes --json", (_, each) => {
    const [least] = each.words ?? [each.takes ? 1 : 0];
    const read = readArguments(each, ["--json", ...Array.from({ length: least }, () => "x")], {});
    expect(read).toMatchObject({ values: { json: true } });
    expect(commandHelp(each, 80)).toContain("--json");
  });

  it.each([60, 80, 120])("wraps at %i columns, except for an example or a name that is longer", (width) => {
    const lines = [...all.map((each) => commandHelp(each, width)), generalHelp(all, "1.2.3", width)]
      .join("\n")
      .split("\n");
    const long = lines.filter((line) => line.length > width && !/^(?: {2}|Usage: )tiers-sandbox /.test(line));
    expect(long).toEqual([]);
  });
});

it("the page of commands, the README and the program have the same commands", () => {
  const text = (file: string) => readFileSync(join(packageRoot, file), "utf8");
  const listed = [...text("docs/commands.md").matchAll(/^\| (`.*?`) \| [a-z]/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name),
  );
  const names = [...byName.keys()].sort();
  expect([listed.sort(), Object.keys(commands).sort()]).toEqual([names, names]);
  const others = names.filter((name) => name !== "start");
  expect(others.filter((name) => !text("README.md").includes(`\`${name}\``))).toEqual([]);
});

it("a shell completes the words that a command takes", async () => {
  const choices = all.map(async ({ name, choices }) => [name, (await choices?.())?.join(" ") ?? ""]);
  const { trigger, scenario, ...others } = Object.fromEntries(await Promise.all(choices));
  expect([trigger.split(" ").length, scenario.split(" ").length]).toEqual([EventName.options.length, scenarios.length]);
  expect(Object.fromEntries(Object.entries(others).filter(([, words]) => words !== ""))).toEqual({
    clock: "advance set freeze resume due",
    people: "all suppliers none",
    accounts: "make delete",
    configuration: "show check apply diff",
    events: "thirdparty dossier document",
    requests: "clear",
    faults: "add remove clear status delay disconnect truncate malformed lag",
    completion: "bash zsh fish",
  });
});

describe("the layout of help", () => {
  it("wraps a text at its spaces, and gives a longer word a line of its own", () => {
    expect(wrapped("one two three extraordinarily four", 9)).toEqual(["one two", "three", "extraordinarily", "four"]);
  });

  it("puts the right column below a left one that leaves no room", () => {
    const rows = Object.entries({ a: "one", "a-very-long-name-of-something": "two three" });
    const [first, below] = ["  a                 one", "                    two three"];
    expect(columns(rows, 44)).toEqual([first, "  a-very-long-name-of-something", below]);
  });
});
