import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownersOnly } from "../system/system.ts";

/** Writes a bundle to a folder, in the place of a former one of its name. Resolves to the file. */
export async function keepBundle(name: string, bytes: Uint8Array, folder: string): Promise<string> {
  const file = join(folder, `${name}.zip`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, bytes, { mode: ownersOnly.file });
  return file;
}

export const bundleLine = (file: string) => `Bundle of a failure: ${file} (tiers-sandbox open ${file} serves it again)`;
