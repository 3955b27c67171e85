import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accounts } from "../../src/commands/accounts.ts";
import { answer } from "../../src/commands/answer.ts";
import { bundle } from "../../src/commands/bundle.ts";
import { clock } from "../../src/commands/clock.ts";
import { type AnyCommand, readArguments } from "../../src/commands/command.ts";
import { compare } from "../../src/commands/compare.ts";
import { completion } from "../../src/commands/completion.ts";
import { coverage } from "../../src/commands/coverage.ts";
import { database } from "../../src/commands/database.ts";
import { events } from "../../src/commands/events.ts";
import { exec } from "../../src/commands/exec.ts";
import { exportWorld } from "../../src/commands/export.ts";
import { faults } from "../../src/commands/faults.ts";
import { columns, commandHelp, generalHelp, wrapped } from "../../src/commands/help.ts";
import { importWorld } from "../../src/commands/import.ts";
import { open } from "../../src/commands/open.ts";
import { openapi } from "../../src/commands/openapi.ts";
import { requests } from "../../src/commands/requests.ts";
import { reset } from "../../src/commands/reset.ts";
import { restore } from "../../src/commands/restore.ts";
import { scenario } from "../../src/commands/scenario.ts";
import { seeds } from "../../src/commands/seeds.ts";
import { snapshot } from "../../src/commands/snapshot.ts";
import { start } from "../../src/commands/start.ts";
import { stop } from "../../src/commands/stop.ts";
import { sync } from "../../src/commands/sync.ts";
import { token } from "../../src/commands/token.ts";
import { trigger } from "../../src/commands/trigger.ts";
import { verify } from "../../src/commands/verify.ts";
import { packageRoot } from "../../src/directory/fixtures.ts";

const all: AnyCommand[] = [
  ...[start, stop, exec, token, scenario, trigger, events, clock, answer, requests, sync, coverage, faults],
  ...[accounts, reset, snapshot, restore, compare, exportWorld, importWorld, bundle, open, seeds, openapi, database],
  verify,
  completion(async () => []),
];
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
    },
  );

  const printing = all.filter((command) => command !== exec);
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
  const loaded = [...text("src/main.ts").matchAll(/^ {2}(\w+): async \(\) =>/gm)].map(([, name]) => name);
  const names = [...byName.keys()].sort();
  expect([listed.sort(), loaded.sort()]).toEqual([names, names]);
  const others = names.filter((name) => name !== "start");
  expect(others.filter((name) => !text("README.md").includes(`\`${name}\``))).toEqual([]);
});

describe("the layout of help", () => {
  it("wraps a text at its spaces, and gives a longer word a line of its own", () => {
    expect(wrapped("one two three extraordinarily four", 9)).toEqual(["one two", "three", "extraordinarily", "four"]);
  });

  it("puts the right column below a left one that leaves no room", () => {
    const rows: [string, string][] = [
      ["a", "one"],
      ["a-very-long-name-of-something", "two three"],
    ];
    expect(columns(rows, 44)).toEqual([
      "  a                 one",
      "  a-very-long-name-of-something",
      "                    two three",
    ]);
  });
});
