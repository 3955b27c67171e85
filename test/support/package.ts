import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Without the variables of the npm that runs the tests: a user's npm has none of them. */
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV|SANDBOX_|PORT$|HOST$)/.test(name)),
);

export function run(folder: string, file: string, ...args: string[]): Promise<Outcome> {
  return new Promise((done) => {
    execFile(file, args, { cwd: folder, env: environment, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

export async function succeed(...command: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...command);
  if (code !== 0) throw new Error(`${command.slice(1).join(" ")} failed with ${code}:\n${stdout}\n${stderr}`);
  return stdout;
}

const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|ENETUNREACH/;

/** Installs packages; false without a registry and a warm cache: tests skip then, but fail on CI. */
export async function install(folder: string, line: string): Promise<boolean> {
  const { code, stderr } = await run(folder, "sh", "-c", `${line} --prefer-offline --no-audit --no-fund`);
  if (code === 0) return true;
  if (unreachable.test(stderr) && !process.env.CI) return false;
  throw new Error(`${line} failed:\n${stderr}`);
}

/** A copy of the clone, because packing rebuilds dist/, which other tests read; and an empty folder beside it. */
export function copyOfClone(): { folder: string; tree: string; user: string } {
  const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-package-"));
  const [tree, user] = [join(folder, "tiers-sandbox"), join(folder, "project")];
  for (const path of [tree, user]) mkdirSync(path);
  for (const name of readdirSync(".")) {
    if (/^(?:\.\w.*|node_modules|dist|reports|conformance|coverage|scratch)$/.test(name)) continue;
    cpSync(name, join(tree, name), { recursive: true, filter: (path) => !path.includes("node_modules") });
  }
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"), "junction");
  mkdirSync(join(tree, "dist"));
  // Where the compiler notes what it has emitted: what was checked before takes seconds in place of a minute.
  if (existsSync("reports/types")) cpSync("reports/types", join(tree, "reports/types"), { recursive: true });
  writeFileSync(join(tree, "dist/stale.js"), "");
  return { folder, tree, user };
}
