/**
 * A release: everything that must hold, and then `npm publish`.
 *
 *     npm run release -- --dry-run                        on a clean clone, everything but the upload
 *     npm run release -- --tag v1.0.0 --out DIR           as the release workflow runs it
 *
 * `--out` keeps the tarball, the SBOM and the text of the release. TESTS_ALREADY_PASSED=1 leaves out the tests of
 * `npm run check`, where they have just passed on the same tree.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { sync as spawnSync } from "cross-spawn";
import { nodeBinary, nodeVersions } from "./nodes.ts";
import { optionsOf } from "./options.ts";
import { readmeCommands, readmeProgram } from "./readme-use.ts";
import { installFaults, type Manifest, missingFields } from "./release-fields.ts";
import { billOfMaterials } from "./sbom.ts";

const { "dry-run": dryRun, tag, out } = optionsOf({ "dry-run": false, tag: "", out: "" }).values;
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest & { version: string };
const { version } = manifest;
const missing = [
  ...missingFields(manifest, process.env.GITHUB_REPOSITORY),
  ...installFaults(manifest, readFileSync("README.md", "utf8")),
];
/** The oldest and the newest compiler that the package admits. */
const compilers = ["5.4.5", "7.0.2"];
const most = { bytes: 1_200_000, files: 150 };

/** Without the variables of the npm that runs this: a user's npm has none of them. */
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|SANDBOX_|PORT$)/.test(name)));

function run(command: string, args: readonly string[], cwd = ".", env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}
async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  console.log(`..  ${name}`);
  const made = await work();
  console.log(`ok  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return made;
}

/** The part of the changelog that is the text of this release. */
function notes(): string {
  const [, text = ""] = readFileSync("CHANGELOG.md", "utf8").split(`\n## ${version}\n`);
  const own = text.split("\n## ")[0]?.trim() ?? "";
  if (own === "") throw new Error(`CHANGELOG.md has no section ${version}`);
  return own;
}

const programs = {
  "esm.mjs": `import { startSandbox } from "tiers-sandbox";
    const sandbox = await startSandbox({ seed: "empty" });
    const { response } = await (await sandbox.world("a")).client.GET("/thirdparties");
    await sandbox.close();
    if (response.status !== 200) throw new Error(String(response.status));`,
  "commonjs.cjs": `const { startSandbox } = require("tiers-sandbox");
    startSandbox({ seed: "empty" }).then((sandbox) => sandbox.close());`,
  "readme.mts": readmeProgram(),
  "typed.mts": `import { startSandbox } from "tiers-sandbox";
    export const port: number = (await startSandbox({ seed: "empty" })).port;`,
  "readme.mjs": readmeProgram(),
};

// Before any work: npm refuses the upload at its very end.
if (!dryRun && missing.length > 0) {
  console.error(["Nothing was uploaded.", ...missing].join("\n"));
  process.exit(1);
}
await step("the tree is clean", () => {
  const changed = run("git", ["status", "--porcelain"]);
  if (changed !== "") throw new Error(`Commit or remove first:\n${changed}`);
});
await step(`CHANGELOG.md has ${version}${tag === "" ? "" : `, and the tag is ${tag}`}`, () => {
  if (tag !== "" && tag !== `v${version}`) throw new Error(`package.json has ${version}`);
  return notes();
});
await step("npm run check", () => {
  // It takes many minutes, and shows what it does.
  const { status } = spawnSync("npm", ["run", "--silent", "check"], { stdio: "inherit" });
  if (status !== 0) throw new Error("npm run check failed.");
});

const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-release-"));
try {
  const tarball = await step("npm pack", () => {
    run("npm", ["pack", "--silent", "--pack-destination", folder]);
    return join(folder, readdirSync(folder)[0] as string);
  });
  const bytes = statSync(tarball).size;
  const files = run("tar", ["-tzf", tarball]).trim().split("\n").length;
  await step(`the tarball has ${bytes} bytes and ${files} files`, () => {
    if (bytes > most.bytes || files > most.files) throw new Error(`more than ${most.bytes} bytes, ${most.files} files`);
  });
  await step("npm sbom, with what the bundles contain", () => {
    const sbom = (...words: string[]) => JSON.parse(run("npm", ["sbom", "--sbom-format", "spdx", ...words]));
    const bill = billOfMaterials(sbom(), sbom("--omit", "dev"));
    writeFileSync(join(folder, "sbom.spdx.json"), JSON.stringify(bill, null, 2));
    writeFileSync(join(folder, "notes.md"), `${notes()}\n`);
  });
  for (const typescript of compilers) await tryIn(join(folder, `typescript-${typescript}`), tarball, typescript);
  const kept = ["sbom.spdx.json", "notes.md"].map((name) => join(folder, name));
  if (out !== "") {
    mkdirSync(out, { recursive: true });
    for (const path of [tarball, ...kept]) cpSync(path, join(out, path.slice(folder.length + 1)));
  }
  if (dryRun) console.log(["", `Everything but the upload of ${version} is done.`, ...summary()].join("\n"));
  else await step("npm publish", () => run("npm", ["publish", tarball, "--provenance", "--access", "public"]));
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function summary(): string[] {
  if (missing.length === 0) return ["Ready: npm run release uploads it; its notes are in CHANGELOG.md."];
  return ["Before npm run release can upload it:", ...missing.map((sentence) => `- ${sentence}`)];
}

/** Installs the tarball into an empty project, and uses it there with each Node. */
async function tryIn(project: string, tarball: string, typescript: string): Promise<void> {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, scripts: { test: "node esm.mjs" } }));
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
  const options = ["--no-audit", "--no-fund", "--prefer-offline"];
  await step(`npm i -D into an empty project with TypeScript ${typescript}`, () =>
    run("npm", ["i", "-D", tarball, `typescript@${typescript}`, "@types/node@20", ...options], project, bare),
  );
  const flags = "--noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --types node";
  for (const node of nodeVersions.map(nodeBinary)) {
    const env = { ...bare, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
    const exact = run(node, ["--version"]).trim();
    await step(`${exact}: the types and the program of the README compile with TypeScript ${typescript}`, () =>
      run(node, ["node_modules/typescript/bin/tsc", ...flags.split(" "), "typed.mts", "readme.mts"], project, env),
    );
    // Once is enough of what does not depend on the compiler.
    if (typescript !== compilers[0]) continue;
    await step(`${exact}: ESM, CommonJS, the program of the README`, () => {
      for (const name of ["esm.mjs", "commonjs.cjs", "readme.mjs"]) run(node, [name], project, env);
    });
    const shown = run("npx", ["tiers-sandbox", "--version"], project, env).trim();
    if (shown !== version) throw new Error(`npx runs ${shown}`);
    const count = await step(`${exact}: the commands of the README`, () => readmeCommands(project, env));
    console.log(`    ${count} commands`);
  }
}
