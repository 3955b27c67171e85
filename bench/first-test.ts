import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "./load.ts";
import { versionOf } from "./report.ts";
import { cleanUp, json, list, rival, sandbox, stopAll, work } from "./servers.ts";

/**
 * `npx tsx bench/first-test.ts NODE`: what the first green test of a run costs with each tool, and what its server
 * costs until the first answer, in seconds of processor time, as the table of docs/comparison.md.
 */
const node = process.argv[2] ?? process.execPath;
const rounds = Number(process.argv[3] ?? 5);
const here = import.meta.dirname;
/** Inside the project, so that the tests find vitest and the other tools. */
const project = join(here, ".first-test");
const cache = join(project, "node_modules/.cache/tiers-sandbox");
const packages = join(here, "node_modules");

const ours = JSON.stringify(join(here, "../dist/vitest.cjs"));

const served = (program: string, args: string) => `
  import { spawn } from "node:child_process";
  import { once } from "node:events";
  import { afterAll, beforeAll, expect, it } from "vitest";
  let child;
  beforeAll(async () => {
    const program = ${JSON.stringify(join(packages, program))};
    child = spawn(${JSON.stringify(node)}, [program, ...${args}], { stdio: "ignore" });
    while (!(await fetch(url).catch(() => undefined))?.ok) await new Promise((done) => setTimeout(done, 10));
  }, 60_000);
  afterAll(async () => (child.kill(), await once(child, "exit")));
  const url = "http://127.0.0.1:12399/thirdparties";
  it("lists some 40 third parties", async () => expect((await (await fetch(url)).json()).length).toBeGreaterThan(30));`;
const tests: Record<string, string> = {
  "tiers-sandbox": `
  import { expect, test as base } from "vitest";
  import { sandboxFixtures } from ${ours};
  const test = base.extend(sandboxFixtures());
  test("lists some 40 third parties", async ({ world }) => {
    const { data } = await world.client.GET("/thirdparties", { params: { query: { size: 100 } } });
    expect(data.content.length).toBeGreaterThan(30);
  });`,
  "json-server": served("json-server/lib/bin.js", '["--port", "12399", "rows.json"]'),
  Prism: served("@stoplight/prism-cli/dist/index.js", '["mock", "api.json", "-p", "12399", "-m", "false"]'),
  Mockoon: served("@mockoon/cli/bin/run.js", '["start", "--data", "mockoon.json", "--port", "12399"]'),
  MSW: `
  import { http, HttpResponse } from "msw";
  import { setupServer } from "msw/node";
  import { beforeAll, expect, it } from "vitest";
  import rows from "./rows.json";
  const url = "http://127.0.0.1:12399/thirdparties";
  beforeAll(() => setupServer(http.get(url, () => HttpResponse.json(rows.thirdparties))).listen());
  it("lists some 40 third parties", async () => expect((await (await fetch(url)).json()).length).toBeGreaterThan(30));`,
};

async function writeProject(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const server = await sandbox(node, "rows");
  const { content } = await json<{ content: object[] }>(server.url + list.replace("20", "40"));
  await stopAll();
  const rows = content.slice(0, 40).map((row, nth) => ({ id: String(nth), ...row }));
  const example = { "application/json": { schema: { type: "array" }, example: rows } };
  const responses = { 200: { description: "all", content: example } };
  const api = {
    openapi: "3.1.0",
    info: { title: "rows", version: "1" },
    paths: { "/thirdparties": { get: { responses } } },
  };
  const response = { uuid: "r", body: JSON.stringify(rows), statusCode: 200, headers: [], rules: [], default: true };
  const route = { uuid: "a", type: "http", method: "get", endpoint: "thirdparties", responses: [response] };
  const mockoon = { uuid: "e", lastMigration: 33, name: "rows", port: 12399, hostname: "", routes: [route] };
  const files = {
    "rows.json": JSON.stringify({ thirdparties: rows }),
    "api.json": JSON.stringify(api),
    "mockoon.json": JSON.stringify({ ...mockoon, folders: [], rootChildren: [{ type: "route", uuid: "a" }] }),
    "package.json": '{ "type": "module" }',
    "start.js": `import { sandboxSetup } from ${ours};
export default sandboxSetup();`,
    // The sandbox is started as its guide says: before the tests.
    "tiers-sandbox.config.js": 'export default { test: { globalSetup: "./start.js", testTimeout: 60_000 } };',
    "vitest.config.js": "export default { test: { testTimeout: 60_000 } };",
    ...Object.fromEntries(Object.entries(tests).map(([name, text]) => [`${name}.test.js`, text])),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
}

/** Of a command and all that it started, in seconds. */
async function processorTime(command: string, args: readonly string[]): Promise<number> {
  const given = ["-f", "took %U %S", command, ...args];
  const { stderr } = await promisify(execFile)("/usr/bin/time", given, { cwd: project, maxBuffer: 1e8 });
  const [, user, system] = /took (\S+) (\S+)/.exec(stderr) ?? [];
  return Number(user) + Number(system);
}
const firstTest = (name: string) => {
  const vitest = join(here, "../node_modules/vitest/vitest.mjs");
  const config = name === "tiers-sandbox" ? `${name}.config.js` : "vitest.config.js";
  return processorTime(node, [vitest, "run", "--root", project, "--config", config, `${name}.test.js`]);
};

/** Until the first 200, in seconds of processor time. */
const starts: Record<string, () => Promise<number>> = {
  "tiers-sandbox": () => started(sandbox(node, `starts-${performance.now()}`, "default")),
  "json-server": () =>
    started(rival(node, "json-server/lib/bin.js", (port) => ["--port", port, file("rows")], rowsPath)),
  Prism: () =>
    started(
      rival(
        node,
        "@stoplight/prism-cli/dist/index.js",
        (port) => ["mock", file("api"), "-p", port, "-m", "false"],
        rowsPath,
      ),
    ),
  Mockoon: () =>
    started(
      rival(node, "@mockoon/cli/bin/run.js", (port) => ["start", "--data", file("mockoon"), "--port", port], rowsPath),
    ),
};
const rowsPath = "/thirdparties";
const file = (name: string) => join(project, `${name}.json`);
async function started(starting: ReturnType<typeof sandbox>): Promise<number> {
  const seconds = (await starting).processor();
  await stopAll();
  return seconds;
}

async function several(measure: () => Promise<number>, before = () => {}): Promise<string> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) {
    before();
    values.push(await measure());
  }
  return `${median(values).toFixed(1)} s`;
}

const forget = () => {
  for (const folder of [cache, join(here, "../node_modules/.cache/tiers-sandbox")])
    rmSync(folder, { recursive: true, force: true });
};
const versions: Record<string, string> = {
  "json-server": versionOf("json-server"),
  Prism: versionOf("@stoplight/prism-cli"),
  Mockoon: versionOf("@mockoon/cli"),
  MSW: versionOf("msw"),
};

try {
  mkdirSync(join(work, "public"), { recursive: true });
  await writeProject();
  console.log("| | first green test | first 200 of the server |\n|---|---|---|");
  for (const isFirst of [true, false]) {
    const before = isFirst ? forget : () => {};
    const [test, start] = [
      await several(() => firstTest("tiers-sandbox"), before),
      await several(starts["tiers-sandbox"] as () => Promise<number>, before),
    ];
    console.log(`| tiers-sandbox, ${isFirst ? "the first time on a machine" : "from then on"} | ${test} | ${start} |`);
  }
  for (const [name, version] of Object.entries(versions)) {
    const start = starts[name];
    console.log(
      `| ${name} ${version} | ${await several(() => firstTest(name))} | ${start ? await several(start) : "–"} |`,
    );
  }
} finally {
  rmSync(project, { recursive: true, force: true });
  await cleanUp();
}
