import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coverage } from "../../contract/control-coverage.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { EventName } from "../../contract/events.ts";
import { service } from "../../contract/service.ts";
import { Failure } from "../../src/commands/command.ts";
import { coverage } from "../../src/commands/coverage.ts";
import { sumOf } from "../../src/coverage/counted.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";
import { asking } from "./asking.ts";
import { failure, run } from "./invoked.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const declared = operationsOf(service).length;
const percent = Math.floor(1000 / declared) / 10;
const at = (name: string) => join(folder, name);

/** The coverage of a run that has used some operations successfully, and some parameters. */
const counted = (operations: Record<string, number> = {}, parameters: Record<string, number> = {}): Coverage => {
  const statuses = Object.fromEntries(Object.entries(operations).map(([name, count]) => [`${name} 200`, count]));
  return coverageOf(sumOf([{ operations, statuses, parameters }]), declaredHere());
};
async function kept(name: string, content: unknown): Promise<string> {
  await writeFile(at(name), typeof content === "string" ? content : JSON.stringify(content));
  return at(name);
}

describe("coverage of a running sandbox", () => {
  it("is shown, written to files, and counted anew after --clear", async () => {
    const environment = { GITHUB_STEP_SUMMARY: await kept("summary.md", "before\n") };
    const { asked, printed } = await asking(
      `coverage --html ${at("c.html")} --junit ${at("c.xml")} --summary --clear`,
      {},
      environment,
    );
    expect(asked).toEqual(["GET /_sandbox/coverage", "DELETE /_sandbox/coverage"]);
    expect(printed[0]).toBe("Operations without a success: 1 of 2");
    expect(await readFile(at("c.html"), "utf8")).toContain("<h1>Coverage of the contract</h1>");
    expect(await readFile(at("c.xml"), "utf8")).toContain('<testsuites name="tiers-sandbox coverage"');
    expect(await readFile(at("summary.md"), "utf8")).toMatch(/^before\n## Coverage of the contract\n/);
    expect((await asking("coverage")).asked).toEqual(["GET /_sandbox/coverage"]);
  });
});

describe("coverage of several files", () => {
  it("adds up what each has counted, in any order", async () => {
    const a = await kept(
      "a.json",
      counted({ "dossiers.list": 1, "thirdparties.list": 1 }, { "dossiers.list page": 1 }),
    );
    const b = await kept("b.json", counted({ "dossiers.list": 1 }));
    const together: Coverage = JSON.parse(await run(coverage, [a, b, "--json"]));
    expect(together.counted).toMatchObject({
      operations: { "dossiers.list": 2, "thirdparties.list": 1 },
      statuses: { "dossiers.list 200": 2, "thirdparties.list 200": 1 },
      parameters: { "dossiers.list page": 1 },
    });
    expect(JSON.parse(await run(coverage, [b, a, "--json"]))).toEqual(together);
    const sum = await kept("sum.json", together);
    const { missing, figures } = JSON.parse(await run(coverage, [sum, a, "--json"])) as Coverage;
    expect({ missing, figures }).toEqual({ missing: together.missing, figures: together.figures });
  });

  it("prints Markdown with --summary where GitHub Actions does not say where to write it", async () => {
    const file = await kept("md.json", counted());
    expect(await run(coverage, [file, "--summary"])).toMatch(/^## Coverage of the contract\n/);
  });

  it("ends with a sentence for each percentage that is not reached, after writing the reports", async () => {
    const file = await kept("low.json", counted({ "dossiers.list": 1 }));
    const words = [
      file,
      "--min-operations",
      "90",
      "--min-events",
      "1",
      "--min-statuses",
      "0",
      "--junit",
      at("low.xml"),
    ];
    const error = await failure(run(coverage, words));
    expect(error).toBeInstanceOf(Failure);
    expect(error.message.split("\n")).toEqual([
      `Operations: 1 of ${declared} are covered, ${percent} %, and --min-operations 90 asks for more; missing are ` +
        "thirdparties.list, thirdparties.create, thirdparties.search, thirdparties.find, thirdparties.get " +
        `and ${declared - 6} more.`,
      expect.stringContaining(
        `Event types: 0 of ${EventName.options.length} are covered, 0 %, and --min-events 1 asks`,
      ),
    ]);
    expect(await readFile(at("low.xml"), "utf8")).toContain('name="--min-operations 90"');
  });

  it("refuses what is no coverage, and what is of another contract, with a sentence that names the file", async () => {
    const good = counted();
    const other = { ...good, contract: "0123456789abcdef" };
    const cases: [name: string, content: unknown, sentence: RegExp][] = [
      ["torn.json", '{"missing":', /torn\.json is no JSON, so it holds no coverage: /],
      [
        "har.json",
        { log: { version: "1.2", entries: [] } },
        /har\.json holds no coverage: .* --json writes such a file/,
      ],
      ["null.json", null, /null\.json holds no coverage/],
      [
        "other.json",
        other,
        /other\.json is of another contract \("0123456789abcdef"; this version has \w{16}\): .*Count again/,
      ],
      ["short.json", { ...good, counted: {} }, /short\.json holds no coverage: \/counted\/operations /],
      [
        "negative.json",
        { ...good, counted: { ...good.counted, statuses: { "dossiers.list 200": -1 } } },
        /negative\.json holds no coverage: \/counted\/statuses\/dossiers\.list 200 /,
      ],
      [
        "hostile.json",
        { ...good, counted: { ...good.counted, struck: { "status <script>": 1 } } },
        /hostile\.json counts "status <script>", which is nothing of the contract/,
      ],
    ];
    const sound = await kept("sound.json", good);
    for (const [name, content, sentence] of cases) {
      const error = await failure(run(coverage, [sound, await kept(name, content), "--html", at("none.html")]));
      expect(error).toBeInstanceOf(Failure);
      expect(error.message).toMatch(sentence);
    }
    expect((await failure(run(coverage, [at("absent.json")]))).message).toMatch(/absent\.json cannot be read/);
    await mkdir(at("empty"));
    expect((await failure(run(coverage, [at("empty")]))).message).toMatch(/^The folder .*empty holds no coverage/);
    await expect(readFile(at("none.html"))).rejects.toThrow("ENOENT");
  });

  it("takes every name that the contract declares", async () => {
    const { missing, ...rest } = counted();
    const all = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));
    const { faults: _, ...names } = missing;
    const full = Object.fromEntries(Object.entries(names).map(([part, each]) => [part, all(each)]));
    const faults = all(missing.faults.map((kind) => `${kind} thirdparties.list`));
    const everything = { ...rest.counted, ...full, struck: faults, survived: faults };
    const file = await kept("full.json", { ...rest, counted: everything });
    expect(
      await run(coverage, [file, "--min-operations", "100", "--min-values", "100", "--min-events", "100"]),
    ).toMatch(/^Nothing is missing\.\n/);
  });
});
