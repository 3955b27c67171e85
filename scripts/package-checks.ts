/** Packs the package and lets publint and attw judge the tarball: no finding of either is admitted. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sync as spawnSync } from "cross-spawn";

const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-packed-"));
const run = (command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed`);
};
try {
  run("npm", "pack", "--silent", "--pack-destination", folder);
  const tarball = join(folder, readdirSync(folder)[0] as string);
  run("npx", "publint", "run", tarball, "--strict");
  run("npx", "attw", tarball, "--format", "ascii");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
