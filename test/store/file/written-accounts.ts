import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** The drawn bytes of the rows of an account file that can be changed, one at a time, and the file is still read. */
export async function unnoticedChanges(drawn: (length: number) => Iterable<number>): Promise<number[]> {
  const path = await written(unfit());
  const sound = readFileSync(path);
  const start = sound.indexOf('\n    "world"');
  const unnoticed: number[] = [];
  for (const at of drawn(sound.length - start)) {
    const bytes = Buffer.from(sound);
    bytes[start + at] = (bytes[start + at] as number) ^ 1;
    writeFileSync(path, bytes);
    const found = await read(path).catch((error: unknown) => error);
    if (!(found instanceof Damaged)) unnoticed.push(start + at);
  }
  return unnoticed;
}
