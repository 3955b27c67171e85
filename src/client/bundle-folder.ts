import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeForOwner } from "../system/owners-file.ts";

/** Writes a bundle to a folder, in the place of a former one of its name. Resolves to the file. */
export async function keepBundle(name: string, bytes: Uint8Array, folder: string): Promise<string> {
  const file = join(folder, `${name}.zip`);
  await mkdir(folder, { recursive: true });
  await writeForOwner(file, bytes);
  return file;
}

export const bundleLine = (file: string) => `Bundle of a failure: ${file} (tiers-sandbox open ${file} serves it again)`;
