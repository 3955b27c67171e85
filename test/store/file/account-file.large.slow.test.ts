import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { Damaged } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, commit, event, world } from "../samples.ts";
import { contents, temporaryFolder } from "./folders.ts";

const many = 50_002;
const [account, events] = ["demo.json", "demo.events-1.jsonl.gz"];

/** A world whose rows are too many for a readable account file. */
function large(): State {
  const state = world(2, many / 2);
  const jobs = Array.from({ length: many }, (_, at) => {
    const dueAt = "2030-01-01T00:00:00.000";
    return { jobId: 90_000_000 + at, dueAt, kind: "EXPIRE" as const, thirdpartyId: 1, subjectId: at };
  });
  return { ...state, jobs: [...state.jobs, ...jobs] };
}

async function made(state: State): Promise<string> {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  await storage.create("demo", state);
  await storage.close();
  return folder;
}
/** What an account that is opened again holds, after some work on it. */
async function read(folder: string, work: (store: Store) => Promise<unknown> = async () => {}): Promise<State> {
  const storage = await fileStorage(folder);
  try {
    const store = (await storage.open("demo")) as Store;
    await work(store);
    return await store.dump();
  } finally {
    await storage.close();
  }
}
/** Vitest takes seconds to compare so many rows. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const bytesOf = (folder: string, name: string) => readFileSync(join(folder, name));

describe("the files of a large world", () => {
  const state = large();

  it("a large world is the same when it is read again, and its account file is packed", async () => {
    const folder = await made(state);
    expect(same(await read(folder), state)).toBe(true);
    const bytes = bytesOf(folder, account);
    const end = bytes.indexOf(10);
    const { format, counts, meta } = JSON.parse(bytes.toString("utf8", 0, end));
    expect([format, counts.jobs, meta.loads]).toEqual(["tiers-sandbox/packed@1", state.jobs.length, 1]);
    const rows = gunzipSync(bytes.subarray(end + 1)).toString();
    expect(rows).toContain(`\n${JSON.stringify(state.jobs.at(-1))}\n`);
    expect(bytes.length).toBeLessThan(JSON.stringify(state.jobs).length / 4);
  });

  it("later events of a large world follow in its events file", async () => {
    const folder = await made(state);
    const later = change({ events: [event(60_000_000, 60_000_000)] });
    const before = bytesOf(folder, events).length;
    await read(folder, (store) => commit(store, later));
    const added = gunzipSync(bytesOf(folder, events).subarray(before)).toString();
    expect(added).toBe(`${JSON.stringify(later.events[0])}\n`);
    expect(same((await read(folder)).events, [...state.events, ...later.events])).toBe(true);
  });

  it.each([account, events])("damage to %s is named, and the files stay as they are", async (name) => {
    const folder = await made(state);
    const bytes = bytesOf(folder, name);
    bytes.fill(0, 5_000, 5_100);
    writeFileSync(join(folder, name), bytes);
    const damaged = contents(folder);
    await expect(read(folder)).rejects.toThrow(Damaged);
    expect(contents(folder)).toEqual(damaged);
  });
});
