import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const tree = mkdtempSync(join(tmpdir(), "tiers-sandbox-endpoint-"));
const copied = ["contract", "docs", "fixtures", "scripts", "seeds", "src", "test"];
for (const name of [...copied, "README.md", "package.json", "vitest.config.ts"])
  cpSync(name, join(tree, name), { recursive: true, filter: (path) => !path.includes("node_modules") });
writeFileSync(
  join(tree, "tsconfig.json"),
  JSON.stringify({ extends: resolve("tsconfig.json"), include: ["contract", "src"], exclude: ["src/console"] }),
);
symlinkSync(resolve("node_modules"), join(tree, "node_modules"), "junction");
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Inserts a text before the last occurrence of another. */
function insert(path: string, before: string, text: string): void {
  const file = join(tree, path);
  const content = readFileSync(file, "utf8");
  const at = content.lastIndexOf(before);
  if (at < 0) throw new Error(`${path} does not contain ${before}`);
  writeFileSync(file, content.slice(0, at) + text + content.slice(at));
}

/** The variables of the outer run would make the inner one write into its folders. */
function run(...args: string[]): string {
  const { PATH = "" } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree,
    env: { PATH, NO_COLOR: "1" },
    encoding: "utf8",
  });
  return `${stdout}${stderr}`;
}
const compile = () =>
  run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json", "--pretty", "false")
    .split("\n")
    .filter((line) => line.includes(": error TS"))
    .map(
      (line) =>
        /^(.+)\(\d+,\d+\): .*?(\w+)' (?:is missing in type|does not exist in type)/.exec(line)?.slice(1) ?? line,
    );

describe("a new endpoint", () => {
  it("the compiler names a missing handler, a handler for no endpoint and a path parameter without a value", () => {
    insert(
      "contract/indicators.ts",
      "} as const satisfies",
      `history: {
        method: "get",
        path: \`\${account}/thirdparties/:id/indicators/:indicatorId/history\`,
        summary: "List the scores of an indicator",
        params: params.thirdparty.extend({ indicatorId: params.thirdparty.shape.id }),
        responses: {
          200: z.object({ trend: z.enum(["UP", "DOWN"]) }).meta({ id: "Trend", description: "A trend." }),
          404: Problem,
          ...guarded,
        },
        examples: {},
      },
      `,
    );
    insert("src/service/responses.ts", "};", "async archive() { return { status: 200 as const, body: {} }; },\n");
    expect(compile()).toEqual([
      ["src/domain/working-requests.ts", "indicatorId"],
      ["src/service/indicators.ts", "history"],
      ["src/service/responses.ts", "archive"],
    ]);
  });

  it("the compiler asks for no more than the handler and the value", () => {
    const responses = join(tree, "src/service/responses.ts");
    writeFileSync(responses, readFileSync("src/service/responses.ts", "utf8"));
    insert("src/domain/working-requests.ts", "    fileId:", "    indicatorId: 1,\n");
    insert("src/service/indicators.ts", "};", `async history() { return { status: 200, body: { trend: "UP" } }; },\n`);
    expect(compile()).toEqual([]);
  });

  it("npm run generate -- --check names each stale file and the command that writes it", () => {
    const stale = run("--import", "tsx", "scripts/generate.ts", "--check").trim().split("\n");
    expect(stale).toEqual(
      ["README.md", "contract/openapi.json", "src/client/schema.ts"].map(
        (path) => `${path} is stale: npm run generate writes it.`,
      ),
    );
  });

  it("the tests name a missing example, a choice without a name and a status that no test sees", () => {
    run("--import", "tsx", "scripts/generate.ts");
    const files = ["test/contract/openapi.test.ts", "service.shorthand", "service.coverage"];
    const report = run("node_modules/vitest/vitest.mjs", "run", ...files);
    expect(report).toContain("indicators.history: expected undefined to be defined");
    expect(report).toContain("/components/schemas/Trend/properties/trend");
    expect(report).toContain("indicators.history 404");
  });
});
