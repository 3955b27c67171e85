import { closeSync, fchmodSync, fstatSync, openSync, writeFile } from "node:fs";
import { promisify } from "node:util";
import { ownersOnly } from "./system.ts";

/** Opens an empty file that its owner alone can read, also where a file of this name was open to others. */
export function openForOwner(path: string): number {
  const file = openSync(path, "w", ownersOnly.file);
  try {
    // A pipe or a device keeps its rights, and some file systems have none.
    if (fstatSync(file).isFile()) fchmodSync(file, ownersOnly.file);
  } catch {}
  return file;
}

/** Writes a file of data: what an account holds, or what its clients have sent. */
export async function writeForOwner(path: string, bytes: string | Uint8Array): Promise<void> {
  const file = openForOwner(path);
  try {
    await promisify(writeFile)(file, bytes);
  } finally {
    closeSync(file);
  }
}
