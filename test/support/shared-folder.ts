import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { place } from "../../scripts/reliability/build.ts";

/** A folder that one worker fills and all others find, beside the bundles that they share and as long as these. */
export async function sharedFolder(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = `${place}${name}`;
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  // It is filled beside its place, where another worker may put its own meanwhile.
  const draft = mkdtempSync(`${folder}-`);
  await fill(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
