import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import type { Row } from "../../../src/domain/collections.ts";
import { Damaged } from "../../../src/store/failures.ts";
import { mostReadable, readAccountFile, writeAccountFile } from "../../../src/store/file/account-file.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { noEvents } from "../../../src/store/file/events-file.ts";
import { world } from "../samples.ts";
import { temporaryFolder } from "./folders.ts";

export async function written(state: State): Promise<string> {
  const path = join(temporaryFolder(), "demo.json");
  const head = { changes: 7, events: noEvents(1), resetsTo: null, loads: 1 };
  await writeAccountFile(realDisk, path, head, state, mostReadable);
  return path;
}
export const read = async (path: string) => (await readAccountFile(realDisk, path))?.state;

/** A state with a row that does not fit: reading it shows whether rows are checked. */
export function unfit(): State {
  const state = { ...world(1, 0) };
  (state.comments[0] as Row<"comments"> & { stray?: number }).stray = 1;
  return state;
}

/** Changes every n-th byte of an account file, one at a time, and expects it to be refused. */
export async function expectChangedBytesRefused(every: number): Promise<void> {
  const path = await written(unfit());
  const sound = readFileSync(path);
  for (let at = sound.indexOf('\n    "world"'); at < sound.length; at += every) {
    const bytes = Buffer.from(sound);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(path, bytes);
    await expect(read(path), `byte ${at}`).rejects.toThrow(Damaged);
  }
}
