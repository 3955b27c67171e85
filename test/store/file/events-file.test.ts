import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { crc32, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Row } from "../../../src/domain/collections.ts";
import { checksummedLines, hex } from "../../../src/store/checksummed-line.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, commit, event, world } from "../samples.ts";
import { unreadableDisk } from "./disks.ts";
import { contents, temporaryFolder } from "./folders.ts";

const first = "demo.events-1.jsonl";

type Options = NonNullable<Parameters<typeof fileStorage>[1]>;
/** A folder with an account of ten events. */
async function made(options: Options = {}): Promise<string> {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder, options);
  await storage.create("demo", world(2, 5));
  await storage.close();
  return folder;
}
/** Opens the account of a folder, appends an event if one is given, and returns all events. */
async function opened(folder: string, options: Options = {}, ...more: Row<"events">[]) {
  const storage = await fileStorage(folder, options);
  try {
    const store = (await storage.open("demo")) as Store;
    for (const one of more) await commit(store, change({ events: [one] }));
    return (await store.dump()).events;
  } finally {
    await storage.close();
  }
}
const later = (nth: number) => event(50_000_000 + nth, nth);

describe("the events file", () => {
  it.each([
    ["plain", {}],
    ["packed", { mostReadable: 1 }],
  ])("a %s events file of several megabytes is read as it was written", async (_, options) => {
    const folder = temporaryFolder();
    const events = Array.from({ length: 9 }, (_, nth) =>
      event(50_000_000 + nth, nth, 924_000, { payload: { text: `${nth}é`.repeat(200_000) } }),
    );
    const storage = await fileStorage(folder, options);
    const store = await storage.create("demo", { ...world(2, 0), events: events.slice(0, 6) });
    await commit(store, change({ events: events.slice(6) }));
    await storage.close();
    expect({ isTheSame: isDeepStrictEqual(await opened(folder), events) }).toEqual({ isTheSame: true });
  });

  it.each([
    ["plain", {}, first, '{"eventId":50000010,"cut o'],
    ["packed", { mostReadable: 1 }, `${first}.gz`, "\u001f\u008b"],
  ])("a fold appends to a %s events file, over bytes that are not counted", async (_, options, name, torn) => {
    const folder = await made(options);
    const sound = readFileSync(join(folder, name));
    writeFileSync(join(folder, name), Buffer.concat([sound, Buffer.from(torn, "latin1")]));
    expect(await opened(folder, { ...options, foldAt: 0 }, later(10), later(11))).toEqual([
      ...world(2, 5).events,
      later(10),
      later(11),
    ]);
    const bytes = readFileSync(join(folder, name));
    expect(bytes.subarray(0, sound.length)).toEqual(sound);
    const added = bytes.subarray(sound.length);
    expect((name === first ? added : gunzipSync(added)).toString()).toBe(
      [10, 11].map((nth) => `${JSON.stringify(later(nth))}\n`).join(""),
    );
  });

  it("a world that began without events is not taken for an edited one after a restart", async () => {
    const reports: string[] = [];
    const report = (message: string) => void reports.push(message);
    const folder = await made();
    const storage = await fileStorage(folder, { report });
    const store = (await storage.open("demo")) as Store;
    await store.load(world(1, 0), "this");
    expect(await store.start()).toEqual(world(1, 0));
    await commit(store, change({ events: [later(0)] }));
    await storage.close();
    expect([await opened(folder, { report }), reports]).toEqual([[later(0)], []]);
  });
});

describe("the packed events file of a large world", () => {
  const large = { mostReadable: 1 };
  const packed = (folder: string) => join(folder, `${first}.gz`);

  it("a changed one is refused, and left as it is", async () => {
    const folder = await made(large);
    const bytes = readFileSync(packed(folder));
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(packed(folder), bytes);
    await expect(opened(folder)).rejects.toThrow(`${packed(folder)}: it was changed since the sandbox wrote it`);
    expect(readFileSync(packed(folder))).toEqual(bytes);
  });

  it("its events are checked when the account file is of other row schemas", async () => {
    const folder = await made(large);
    const account = readFileSync(join(folder, "demo.json"));
    const { crc: _, ...head } = JSON.parse(account.toString("utf8", 0, account.indexOf(10)));
    const rows = account.subarray(account.indexOf(10) + 1);
    /** Writes the head with the present size and checksum of the events file. */
    const rewrite = () => {
      const bytes = readFileSync(packed(folder));
      const events = { file: 1, packed: true, bytes: bytes.length, checksum: hex(crc32(bytes)) };
      const line = checksummedLines([
        JSON.stringify({ ...head, shape: "other", meta: { ...head.meta, events } }).slice(1),
      ]);
      writeFileSync(join(folder, "demo.json"), Buffer.concat([line, rows]));
    };
    rewrite();
    expect(await opened(folder)).toEqual(world(2, 5).events);
    const text = gunzipSync(readFileSync(packed(folder)))
      .toString()
      .replace("THIRD_PARTY_UPDATED", "X");
    writeFileSync(packed(folder), gzipSync(text));
    rewrite();
    await expect(opened(folder)).rejects.toThrow(`${packed(folder)}, line 1, /eventName: Invalid`);
  });

  it("stays packed when the world becomes small", async () => {
    const folder = await made(large);
    expect(await opened(folder, { foldAt: 0 }, later(10))).toHaveLength(11);
    expect(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).events.packed).toBe(true);
    expect(await opened(folder)).toHaveLength(11);
  });
});

describe("an edited events file", () => {
  it("an edited events file is read line by line, and replaced with the next account file", async () => {
    const folder = await made();
    const path = join(folder, first);
    writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"other"'));
    const [edited, ...others] = await opened(folder, {}, later(10));
    expect([edited?.actor.name, others.length]).toEqual(["other", 10]);
    expect(Object.keys(contents(folder))).toEqual(["demo.events-2.jsonl", "demo.json"]);
    expect(await opened(folder)).toEqual([edited, ...others]);
  });

  it.each<[string, (text: string) => string, string]>([
    ["is not JSON", (text) => text.replace('"eventId":50000001,', '"eventId":,'), "line 2: it is not JSON"],
    ["was cut off in a line", (text) => text.slice(0, -20), "line 10: it is not JSON"],
    ["has a field too many", (text) => text.replace('"actor"', '"x":1,"actor"'), "line 1, /x: is not a field"],
    ["has a wrong value", (text) => text.replace("THIRD_PARTY_UPDATED", "X"), "line 1, /eventName: Invalid"],
    ["is out of order", (text) => text.replace("03,", "01,"), "line 4, /eventId: 50000001 comes after 50000002"],
  ])("an events file that %s is refused with its line, and left as it is", async (_, edit, message) => {
    const folder = await made();
    const path = join(folder, first);
    writeFileSync(path, edit(readFileSync(path, "utf8")));
    const before = contents(folder);
    await expect(opened(folder)).rejects.toThrow(`${path}, ${message}`);
    expect(contents(folder)).toEqual(before);
  });

  it("an account whose events file is missing or cannot be read is refused, and opens once it can", async () => {
    const folder = await made();
    const { disk, control } = unreadableDisk((path) => path.endsWith(".jsonl"));
    control.broken = true;
    await expect(opened(folder, { disk })).rejects.toThrow("EIO");
    control.broken = false;
    expect(await opened(folder, { disk })).toHaveLength(10);
    rmSync(join(folder, first));
    await expect(opened(folder)).rejects.toThrow(`${first}: the file is missing`);
  });
});
