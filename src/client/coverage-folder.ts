import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "./connect.ts";

/** Adds what a sandbox has counted to a folder, in a file of its own: several workers may write there at once. */
export async function keepCoverage(sandbox: Connection, folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const coverage = await sandbox.coverage();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(coverage));
}
