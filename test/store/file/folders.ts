import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";

/** A file system in memory syncs at once, and what a crash would lose is decided by doubles of the disk. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A folder that is removed when the test is finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(memory, "tiers-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The names and bytes of all files; a file that is removed meanwhile is left out. */
export function contents(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
  const found: Record<string, string> = {};
  for (const name of names)
    try {
      found[name] = readFileSync(join(folder, name), "latin1");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  return found;
}

/** A copy of the folder as a process that is killed now would leave it. */
export function leftBehind(folder: string): string {
  const copy = temporaryFolder();
  const { "sandbox.lock": _, ...files } = contents(folder);
  for (const [name, bytes] of Object.entries(files)) {
    if (name.includes("/")) mkdirSync(dirname(join(copy, name)), { recursive: true });
    writeFileSync(join(copy, name), bytes, "latin1");
  }
  return copy;
}
