import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is removed when the test is finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The names and bytes of all files. */
export const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), "latin1")]),
  );

function restore(folder: string, files: Record<string, string>): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes, "latin1");
}

/** A copy of the folder as a process that is killed now would leave it. */
export function leftBehind(folder: string): string {
  const copy = temporaryFolder();
  restore(copy, Object.fromEntries(Object.entries(contents(folder)).filter(([name]) => name !== "sandbox.lock")));
  return copy;
}
