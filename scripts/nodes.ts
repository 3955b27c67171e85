import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sync as spawnSync } from "cross-spawn";

/** The major versions of Node that `engines` admits. */
export const nodeVersions = ["20", "22", "24", "26"];
const cache = join(import.meta.dirname, "../node_modules/.cache/nodes");

/** Installs packages into a folder of their own. */
export function installInto(folder: string, packages: readonly string[], manifest: object, ...options: string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, ...manifest }));
  const words = ["install", "--no-audit", "--no-fund", ...options, ...packages];
  const timeout = 600_000;
  const { status } = spawnSync("npm", words, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], timeout });
  if (status !== 0) throw new Error(`npm ${words.join(" ")} failed in ${folder}`);
}

/** The path of a Node binary, installed at its first use: npm publishes Node itself, one binary for each platform. */
export function nodeBinary(version: string): string {
  const prefix = join(cache, version);
  const binary = join(prefix, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  // Its installation script needs the permission.
  if (!existsSync(binary)) installInto(prefix, [`node@${version}`], { allowScripts: { node: true } });
  return binary;
}
