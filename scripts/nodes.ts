import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The major versions of Node that `engines` admits. */
export const nodeVersions = ["20", "22", "24", "26"];
const cache = join(import.meta.dirname, "../node_modules/.cache/nodes");

/** The path of a Node binary, installed at its first use: npm publishes Node itself, one binary for each platform. */
export function nodeBinary(version: string): string {
  const prefix = join(cache, version);
  const binary = join(prefix, "node_modules/node/bin/node");
  if (existsSync(binary)) return binary;
  mkdirSync(prefix, { recursive: true });
  // Its installation script needs the permission.
  writeFileSync(join(prefix, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `node@${version}`], { cwd: prefix, stdio: "inherit" });
  return binary;
}
