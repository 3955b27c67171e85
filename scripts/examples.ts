/**
 * Runs the examples against the package as it would be published.
 *
 *     npm run examples
 *     npm run examples -- exec vitest    some of them
 *     npm run examples -- --built        with the package as npm run build has left it
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sync as spawnSync } from "cross-spawn";
import type { startSandbox as Start } from "../src/start.ts";
import { optionsOf } from "./options.ts";

const { values, positionals: wanted } = optionsOf({ built: false }, { allowPositionals: true });
const root = fileURLToPath(new URL("..", import.meta.url));
const work = join(root, "reports", "examples");
const packed = join(work, "package");
const inRoot = (...names: string[]) => join(root, "node_modules", ...names);

const run = (what: string, args: string[], cwd: string) => {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit", env: { ...process.env, CI: "true" } });
  if (status !== 0) throw new Error(`${what} failed`);
};

/** Compiles the package, with the files that it needs to run. */
function pack(): void {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const tsx = inRoot("tsx", "dist", "cli.mjs");
  if (!values.built)
    for (const script of ["bundle", "types"]) run(script, [tsx, join("scripts", `${script}.ts`)], root);
  for (const name of ["package.json", "dist", "seeds"])
    cpSync(join(root, name), join(packed, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(packed, "node_modules"), "junction");
}

/** Copies an example and installs its dependencies, as a user would: those that the project lacks from the registry. */
function install(name: string): string {
  const folder = join(work, name);
  cpSync(join(root, "examples", name), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const sources = Object.keys(devDependencies).map((dependency) => ({
    dependency,
    source: dependency === "tiers-sandbox" ? packed : join(root, "node_modules", dependency),
  }));
  const own = sources.filter(({ source }) => existsSync(source));
  const others = sources.filter(({ source }) => !existsSync(source)).map(({ dependency }) => dependency);
  if (others.length > 0) fetchPackages(folder, others, devDependencies);
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const { dependency, source } of own) symlinkSync(source, join(folder, "node_modules", dependency), "junction");
  return folder;
}

/** Installs packages into a folder, without the others that its package.json names. */
function fetchPackages(folder: string, names: readonly string[], versions: Record<string, string>): void {
  const packages = join(work, "packages");
  mkdirSync(packages);
  writeFileSync(join(packages, "package.json"), JSON.stringify({ private: true }));
  // The oldest version of each range, so that a release of today changes nothing.
  const wanted = names.map((name) => `${name}@${versions[name]?.replace(/^\^/, "")}`);
  const options = { cwd: packages, stdio: "inherit" } as const;
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...wanted], options);
  if (status !== 0) throw new Error(`npm install ${wanted.join(" ")} failed`);
  renameSync(join(packages, "node_modules"), join(folder, "node_modules"));
  rmSync(packages, { recursive: true });
}

const browsers = ["chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
const chromiumPath = [...browsers, process.env.CHROMIUM ?? ""].find((path) => existsSync(path));

/** Opens the page in a browser, from another origin than the sandbox's. */
async function frontEnd(): Promise<void> {
  if (chromiumPath === undefined) return console.log("front-end: skipped, because there is no browser here.");
  const folder = install("front-end");
  const { startSandbox } = (await import(pathToFileURL(join(packed, "dist", "start.cjs")).href)) as {
    startSandbox: typeof Start;
  };
  const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
  process.env.VITE_SERVICE_URL = sandbox.url;
  const { createServer } = await import("vite");
  const server = await createServer({ root: folder, logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
  try {
    await server.listen();
    const page = server.resolvedUrls?.local[0] as string;
    const shown = await inBrowser(chromiumPath, page);
    if (!/^[1-9]\d* third parties$/.test(shown)) throw new Error(`the page shows ${JSON.stringify(shown)}`);
    console.log(`front-end: the page on ${page} shows ${shown}.`);
  } finally {
    await server.close();
    await sandbox.close();
  }
}

async function inBrowser(executablePath: string, url: string): Promise<string> {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    const isLoaded = 'document.querySelector("#state")?.textContent !== "Loading…"';
    await page.waitForFunction(isLoaded, undefined, { timeout: 30_000 });
    const rows = await page.locator("#rows tr").count();
    const text = (await page.locator("#state").textContent()) ?? "";
    return text.startsWith(`${rows} `) ? text : `${text}, in ${rows} rows`;
  } finally {
    await browser.close();
  }
}

/** Runs a script of an example's package.json, which finds the command as npm would have linked it. */
function npmRun(folder: string, script: string): void {
  const command = join(folder, "node_modules", "tiers-sandbox", "dist", "main.js");
  const bin = join(folder, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  chmodSync(command, 0o755);
  rmSync(join(bin, "tiers-sandbox"), { force: true });
  symlinkSync(command, join(bin, "tiers-sandbox"));
  const { status } = spawnSync("npm", ["run", "--silent", script], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm run ${script} failed`);
}

function exec(): void {
  const folder = install("exec");
  npmRun(folder, "test:curl");
  if (spawnSync("python3", ["--version"]).status === 0) npmRun(folder, "test:python");
  else console.log("exec: the test in Python is skipped, because there is no python3 here.");
}

/** A test that fails leaves a bundle of its world, and those that pass leave none. */
function jest(): void {
  const folder = install("jest");
  npmRun(folder, "test");
  const failing = `const { withWorld } = require("tiers-sandbox/jest");
    test("fails", withWorld(async (world) => {
      await fetch(world.baseUrl + "/thirdparties", { headers: { authorization: "Bearer " + world.token } });
      expect(await world.sync()).toMissNothing();
    }));`;
  writeFileSync(join(folder, "failing.test.js"), failing);
  const command = join(folder, "node_modules", ".bin", "tiers-sandbox");
  const clock = ["--now", "2026-01-15T09:00:00", "--freeze"];
  // By its own set-up, and with the sandbox of exec.
  for (const [file, ...words] of [
    ["npx", "jest"],
    [command, "exec", "--seed", "empty", ...clock, "--", "npx", "jest"],
  ] as const) {
    const { status, stderr } = spawnSync(file, words, { cwd: folder, encoding: "utf8" });
    const bundles = readdirSync(join(folder, "tiers-sandbox-bundles"));
    if (status !== 1 || !stderr.includes("No search by events was seen") || !/^fails-\w+\.zip$/.test(bundles.join()))
      throw new Error(`a failing test ends with ${status} and leaves the bundles ${bundles}: ${stderr}`);
    rmSync(join(folder, "tiers-sandbox-bundles"), { recursive: true });
  }
}

function playwright(): void {
  if (chromiumPath === undefined) return console.log("playwright: skipped, because there is no browser here.");
  const folder = install("playwright");
  process.env.CHROMIUM = chromiumPath;
  run("playwright", [join(folder, "node_modules", "@playwright", "test", "cli.js"), "test"], folder);
}

const examples: Record<string, () => void | Promise<void>> = {
  exec,
  vitest: () => run("vitest", [inRoot("vitest", "vitest.mjs"), "run", "--root", "."], install("vitest")),
  jest,
  playwright,
  account: () => npmRun(install("account"), "test"),
  "front-end": frontEnd,
};
const folders = readdirSync(join(root, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
for (const { name } of folders)
  if (!Object.hasOwn(examples, name)) throw new Error(`scripts/examples.ts does not run examples/${name}`);

pack();
for (const [name, example] of Object.entries(examples))
  if (wanted.length === 0 || wanted.includes(name)) await example();
rmSync(work, { recursive: true, force: true });
