import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Coverage } from "../../contract/control-coverage.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { EventName } from "../../contract/events.ts";
import { service } from "../../contract/service.ts";
import { coverage } from "../../src/commands/coverage.ts";
import { sumOf } from "../../src/coverage/counted.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { asking } from "./asking.ts";
import { run } from "./invoked.ts";

let folder: string;
beforeEach(() => void (folder = temporaryFolder()));
const declared = operationsOf(service).length;
const percent = Math.floor(1000 / declared) / 10;
const at = (name: string) => join(folder, name);

/** The coverage of a run that has used some operations successfully, and some parameters. */
const counted = (operations: Record<string, number> = {}, parameters: Record<string, number> = {}): Coverage => {
  const statuses = Object.fromEntries(Object.entries(operations).map(([name, count]) => [`${name} 200`, count]));
  return coverageOf(sumOf([{ operations, statuses, parameters }]), declaredHere());
};
const textOf = (name: string) => readFileSync(at(name), "utf8");
function kept(name: string, content: unknown): string {
  writeFileSync(at(name), typeof content === "string" ? content : JSON.stringify(content));
  return at(name);
}

describe("coverage of a running sandbox", () => {
  it("is shown, written to files, and counted anew after --clear", async () => {
    const environment = { GITHUB_STEP_SUMMARY: kept("summary.md", "before\n") };
    const line = `coverage --html ${at("c.html")} --junit ${at("c.xml")} --summary --clear`;
    const { asked, printed } = await asking(line, {}, environment);
    expect(asked).toEqual(["GET /_sandbox/coverage", "DELETE /_sandbox/coverage"]);
    expect(printed[0]).toBe("Operations without a success: 1 of 2");
    expect(textOf("c.html")).toContain("<h1>Coverage of the contract</h1>");
    expect(textOf("c.xml")).toContain('<testsuites name="tiers-sandbox coverage"');
    expect(textOf("summary.md")).toMatch(/^before\n## Coverage of the contract\n/);
    expect((await asking("coverage")).asked).toEqual(["GET /_sandbox/coverage"]);
  });
});

describe("coverage of several files", () => {
  it("adds up what each has counted, in any order", async () => {
    const a = kept("a.json", counted({ "dossiers.list": 1, "thirdparties.list": 1 }, { "dossiers.list page": 1 }));
    const b = kept("b.json", counted({ "dossiers.list": 1 }));
    const together: Coverage = JSON.parse(await run(coverage, [a, b, "--json"]));
    expect(together.counted).toMatchObject({
      operations: { "dossiers.list": 2, "thirdparties.list": 1 },
      statuses: { "dossiers.list 200": 2, "thirdparties.list 200": 1 },
      parameters: { "dossiers.list page": 1 },
    });
    expect(JSON.parse(await run(coverage, [b, a, "--json"]))).toEqual(together);
    const sum = kept("sum.json", together);
    const { missing, figures } = JSON.parse(await run(coverage, [sum, a, "--json"])) as Coverage;
    expect({ missing, figures }).toEqual({ missing: together.missing, figures: together.figures });
  });

  it("prints Markdown with --summary where GitHub Actions does not say where to write it", async () => {
    const file = kept("md.json", counted());
    expect(await run(coverage, [file, "--summary"])).toMatch(/^## Coverage of the contract\n/);
  });

  it("ends with a sentence for each percentage that is not reached, after writing the reports", async () => {
    const file = kept("low.json", counted({ "dossiers.list": 1 }));
    const line = `coverage ${file} --min-operations 90 --min-events 1 --min-statuses 0 --junit ${at("low.xml")}`;
    const { error = "" } = await asking(line);
    expect(error.split("\n")).toEqual([
      `Failure: Operations: 1 of ${declared} are covered, ${percent} %, and --min-operations 90 asks for more; ` +
        "missing are thirdparties.list, thirdparties.create, thirdparties.search, thirdparties.find, " +
        `thirdparties.get and ${declared - 6} more.`,
      expect.stringContaining(
        `Event types: 0 of ${EventName.options.length} are covered, 0 %, and --min-events 1 asks`,
      ),
    ]);
    expect(textOf("low.xml")).toContain('name="--min-operations 90"');
  });

  it("refuses what is no coverage, and what is of another contract, with a sentence that names the file", async () => {
    const good = counted();
    const other = { ...good, contract: "0123456789abcdef" };
    const counting = (change: object) => ({ ...good, counted: { ...good.counted, ...change } });
    const below = counting({ statuses: { "dossiers.list 200": -1 } });
    const script = counting({ struck: { "status <script>": 1 } });
    const cases: [name: string, content: unknown, sentence: RegExp][] = [
      ["torn", '{"missing":', /torn is no JSON, so it holds no coverage: /],
      ["har", { log: { version: "1.2", entries: [] } }, /har holds no coverage: .* --json writes such a file/],
      ["null", null, /null holds no coverage/],
      ["other", other, /other is of another contract \("0123456789abcdef"; this version has \w{16}\): .*Count again/],
      ["short", { ...good, counted: {} }, /short holds no coverage: \/counted\/operations /],
      ["negative", below, /negative holds no coverage: \/counted\/statuses\/dossiers\.list 200 /],
      ["hostile", script, /hostile counts "status <script>", which is nothing of the contract/],
    ];
    const sound = kept("sound", good);
    for (const [name, content, sentence] of cases) {
      const { error } = await asking(`coverage ${sound} ${kept(name, content)} --html ${at("none.html")}`);
      expect(error).toMatch(/^Failure: /);
      expect(error).toMatch(sentence);
    }
    const empty = (await asking(`coverage ${temporaryFolder()}`)).error;
    expect(empty).toMatch(/^Failure: The folder .* holds no coverage/);
    expect(() => textOf("none.html")).toThrow("ENOENT");
  });

  it("takes every name that the contract declares", async () => {
    const { missing, ...rest } = counted();
    const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
    const { faults: _, ...names } = missing;
    const full = Object.fromEntries(Object.entries(names).map(([part, each]) => [part, all(each)]));
    const faults = all(missing.faults.map((kind) => `${kind} thirdparties.list`));
    const everything = { ...rest.counted, ...full, struck: faults, survived: faults };
    const file = kept("full.json", { ...rest, counted: everything });
    expect(
      await run(coverage, [file, "--min-operations", "100", "--min-values", "100", "--min-events", "100"]),
    ).toMatch(/^Nothing is missing\.\n/);
  });
});
