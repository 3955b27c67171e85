import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { speedTable, withSpeedTable } from "../bench/readme.ts";
import { packageRoot } from "../src/directory/fixtures.ts";
import { testIdentifiers } from "../src/directory/test-identifiers.ts";
import { startSandbox } from "../src/start.ts";

const readme = readFileSync(join(packageRoot, "README.md"), "utf8");

it("the README has the figures of the last run of the bench", () => {
  const results = readFileSync(join(packageRoot, "bench/RESULTS.md"), "utf8");
  expect(speedTable(results)).toContain(" x (");
  expect(readme).toContain(`\n\n${speedTable(results)}\n\n`);
  expect(withSpeedTable(readme, results)).toBe(readme);
});

it("the README's example runs in a test", async () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const run = Object.getPrototypeOf(async () => {}).constructor as new (
    ...words: string[]
  ) => (start: typeof startSandbox) => Promise<string>;
  const body = code.replace(/^import .*$/m, "");
  expect(body).toContain("world.trigger");
  await expect(new run("startSandbox", `${body}; return "done"`)(startSandbox)).resolves.toBe("done");
});

it("the README lists every test identifier, and only those", () => {
  const listed = [...readme.matchAll(/^\| .* \| (\d{14}) \| (DE\d{9}) \| (\d{9}) \|$/gm)].flatMap(
    ([, siret, vat, duns]) => [siret, vat, duns],
  );
  expect(new Set(listed)).toEqual(new Set(testIdentifiers.map(({ value }) => value)));
});

it("the README names every option of the start command", async () => {
  const { start } = await import("../src/commands/start.ts");
  const flags = Object.entries(start.options).filter(
    ([, option]) => !(option as { environmentOnly?: boolean }).environmentOnly,
  );
  for (const [name] of flags) expect(readme).toContain(`| \`--${name}`);
});

it("decisions are numbered from 1 on, in their file names and their titles", () => {
  const folder = join(packageRoot, "docs/decisions");
  const names = readdirSync(folder).sort();
  const numbers = names.map((_, at) => at + 1);
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(numbers);
  const titles = names.map((name) => readFileSync(join(folder, name), "utf8").split("\n")[0]);
  expect(titles.map((title = "") => Number(/^# (\d+)\. /.exec(title)?.[1]))).toEqual(numbers);
});

it("the changelog begins with the version of the package", () => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const [first] = readFileSync(join(packageRoot, "CHANGELOG.md"), "utf8").match(/^## .*$/m) ?? [];
  expect(first).toBe(`## ${version}`);
});
