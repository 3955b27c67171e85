/**
 * A release: everything that must hold, and then `npm publish`.
 *
 *     npm run release -- --dry-run     on a clean clone, everything but the upload
 *     npm run release                  as the release workflow runs it, on a tag
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBinary } from "./nodes.ts";
import { optionsOf } from "./options.ts";

const dryRun = optionsOf({ "dry-run": false }).values["dry-run"];
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
/** What a user's project may be, with the oldest and the newest that the package admits. */
const nodes = ["20", "26"];
const compilers = ["5.4.5", "7.0.2"];
const most = { bytes: 1_200_000, files: 150 };

function run(command: string, args: readonly string[], cwd = "."): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}
function step<T>(name: string, work: () => T): T {
  const started = performance.now();
  const made = work();
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
  "typed.mts": `import { startSandbox } from "tiers-sandbox";
    export const port: number = (await startSandbox({ seed: "empty" })).port;`,
};

step("the tree is clean", () => {
  const changed = run("git", ["status", "--porcelain"]);
  if (changed !== "") throw new Error(`Commit or remove first:\n${changed}`);
});
step(`CHANGELOG.md has ${version}`, notes);
step("npm run check", () => run("npm", ["run", "--silent", dryRun ? "check:static" : "check"]));

const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-release-"));
try {
  const tarball = step("npm pack", () => {
    run("npm", ["pack", "--silent", "--pack-destination", folder]);
    return join(folder, readdirSync(folder)[0] as string);
  });
  const bytes = statSync(tarball).size;
  const files = run("tar", ["-tzf", tarball]).trim().split("\n").length;
  step(`the tarball has ${bytes} bytes and ${files} files`, () => {
    if (bytes > most.bytes || files > most.files) throw new Error(`more than ${most.bytes} bytes, ${most.files} files`);
  });
  step("npm sbom", () =>
    writeFileSync(join(folder, "sbom.json"), run("npm", ["sbom", "--sbom-format", "spdx", "--omit", "dev"])),
  );

  for (const typescript of compilers) {
    const project = join(folder, `typescript-${typescript}`);
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), JSON.stringify({ private: true }));
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
    const options = ["--no-audit", "--no-fund", "--prefer-offline"];
    run("npm", ["i", "-D", tarball, `typescript@${typescript}`, "@types/node@20", ...options], project);
    const flags = "--noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext --types node";
    step(`types compile with TypeScript ${typescript}`, () =>
      run(process.execPath, ["node_modules/typescript/bin/tsc", ...flags.split(" "), "typed.mts"], project),
    );
    for (const node of nodes.map(nodeBinary))
      step(`${run(node, ["--version"]).trim()}: ESM, CommonJS, the command`, () => {
        for (const name of ["esm.mjs", "commonjs.cjs"]) run(node, [name], project);
        const command = join("node_modules", "tiers-sandbox", "dist", "main.js");
        if (run(node, [command, "--version"], project).trim() !== version) throw new Error("another version");
        const reach = "fetch(process.env.TIERS_SANDBOX_URL + '/health').then(({ ok }) => process.exit(ok ? 0 : 1))";
        run(node, [command, "exec", "--seed", "empty", "--", node, "-e", reach], project);
      });
  }
  if (dryRun) console.log(`\nReady. npm run release uploads ${version}; its notes are in CHANGELOG.md.`);
  else step("npm publish", () => run("npm", ["publish", tarball, "--provenance", "--access", "public"]));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
