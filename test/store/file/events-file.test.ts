import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { crc32, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checksummedLines, hex } from "../../../src/store/checksummed-line.ts";
import { realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, commit, event, put, world } from "../samples.ts";
import { unreadableDisk } from "./disks.ts";
import { contents, temporaryFolder } from "./folders.ts";
import { fragile, on } from "./fragile.ts";

const first = "demo.events-1.jsonl";
const total = async (store: Store) => (await store.page("events", { offset: 0, limit: 1 })).total;

const markOf = (path: string) => {
  const bytes = readFileSync(path);
  return { bytes: bytes.length, checksum: hex(crc32(bytes)) };
};

type Options = Parameters<typeof fileStorage>[1];
/** An account of some events that was opened again. */
async function opened(options: Options = {}, events = 10) {
  const folder = temporaryFolder();
  const storage = await fileStorage(folder);
  await storage.create("demo", world(2, events / 2));
  await storage.close();
  const again = await fileStorage(folder, options);
  return { folder, storage: again, store: (await again.open("demo")) as Store };
}
async function reopened(folder: string): Promise<{ store: Store; close: () => Promise<void> }> {
  const storage = await fileStorage(folder);
  return { store: (await storage.open("demo")) as Store, close: () => storage.close() };
}

describe("the events file", () => {
  it.each([0, 2, 300])("an account of %i events is opened with all of them", async (count) => {
    const { storage, store } = await opened({}, count);
    const all = world(2, count / 2).events;
    expect(await store.range("events", "name", "THIRD_PARTY_UPDATED")).toEqual(all);
    expect((await store.dump()).events).toEqual(all);
    expect(await total(store)).toBe(count);
    await storage.close();
  });

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
    const again = await reopened(folder);
    expect({ isTheSame: isDeepStrictEqual((await again.store.dump()).events, events) }).toEqual({ isTheSame: true });
    await again.close();
  });

  it("a fold only appends to the events file", async () => {
    const { folder, storage, store } = await opened({ foldAt: 0 });
    const before = contents(folder)[first] as string;
    const later = [10, 11, 12].map((nth) => event(50_000_000 + nth, nth));
    for (const event of later) await commit(store, change({ events: [event] }));
    await storage.close();
    expect(contents(folder)[first]).toBe(
      `${before}${Buffer.from(later.map((event) => `${JSON.stringify(event)}\n`).join("")).toString("latin1")}`,
    );
    const again = await reopened(folder);
    expect((await again.store.dump()).events).toEqual([...world(2, 5).events, ...later]);
    await again.close();
  });

  it.each([
    ["plain", {}, first, '{"eventId":50000010,"cut o'],
    ["packed", { mostReadable: 1 }, `${first}.gz`, "\u001f\u008b"],
  ])(
    "bytes of a %s events file that the account file does not count are overwritten",
    async (_, options, name, torn) => {
      const folder = temporaryFolder();
      const storage = await fileStorage(folder, options);
      await storage.create("demo", world(2, 5));
      await storage.close();
      const sound = readFileSync(join(folder, name));
      writeFileSync(join(folder, name), Buffer.concat([sound, Buffer.from(torn, "latin1")]));
      const again = await fileStorage(folder, options);
      const store = (await again.open("demo")) as Store;
      expect((await store.dump()).events).toEqual(world(2, 5).events);
      await commit(store, change({ events: [event(50_000_010, 11)] }));
      await again.close();
      const later = readFileSync(join(folder, name)).subarray(sound.length);
      expect((name === first ? later : gunzipSync(later)).toString()).toBe(
        `${JSON.stringify(event(50_000_010, 11))}\n`,
      );
      expect(readFileSync(join(folder, name)).subarray(0, sound.length)).toEqual(sound);
    },
  );

  it("a load writes a new events file, and a deletion removes it", async () => {
    const { folder, storage, store } = await opened();
    await store.load(world(1, 1));
    expect((await store.dump()).events).toEqual(world(1, 1).events);
    expect(Object.keys(contents(folder))).toEqual(["demo.events-2.jsonl", "demo.json", "sandbox.lock"]);
    await storage.delete("demo");
    expect(Object.keys(contents(folder))).toEqual(["sandbox.lock"]);
    await storage.close();
  });

  it("a world that began without events is not taken for an edited one after a restart", async () => {
    const reports: string[] = [];
    const { folder, storage, store } = await opened({ report: (message) => reports.push(message) }, 0);
    await store.load(world(1, 0), "this");
    expect(await store.start()).toEqual(world(1, 0));
    await commit(store, change({ events: [event(50_000_000, 1)] }));
    await storage.close();
    const again = await fileStorage(folder, { report: (message) => reports.push(message) });
    expect((await (await again.open("demo"))?.dump())?.events).toEqual([event(50_000_000, 1)]);
    await again.close();
    expect(reports).toEqual([]);
  });
});

describe("the packed events file of a large world", () => {
  const packed = `${first}.gz`;
  const large = { mostReadable: 1 };
  async function made() {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder, large);
    const store = await storage.create("demo", world(2, 5));
    return { folder, storage, store, path: join(folder, packed) };
  }
  const events = async (folder: string, options = large) => {
    const storage = await fileStorage(folder, options);
    try {
      return (await ((await storage.open("demo")) as Store).dump()).events;
    } finally {
      await storage.close();
    }
  };

  it("a changed one is refused, and left as it is", async () => {
    const { folder, storage, path } = await made();
    await storage.close();
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(path, bytes);
    await expect(events(folder)).rejects.toThrow(`${path}: it was changed since the sandbox wrote it`);
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("its events are checked when the account file is of other row schemas", async () => {
    const { folder, storage, path } = await made();
    await storage.close();
    const account = readFileSync(join(folder, "demo.json"));
    const { crc: _, ...head } = JSON.parse(account.toString("utf8", 0, account.indexOf(10)));
    const mark = { file: 1, packed: true, ...markOf(path) };
    const other = { ...head, shape: "other", meta: { ...head.meta, events: mark } };
    const rows = account.subarray(account.indexOf(10) + 1);
    const line = checksummedLines([JSON.stringify(other).slice(1)]);
    writeFileSync(join(folder, "demo.json"), Buffer.concat([line, rows]));
    expect(await events(folder)).toEqual(world(2, 5).events);
    const text = gunzipSync(readFileSync(path)).toString().replace("THIRD_PARTY_UPDATED", "X");
    writeFileSync(path, gzipSync(text));
    const wrong = { ...other, meta: { ...other.meta, events: { ...mark, ...markOf(path) } } };
    const wrongLine = checksummedLines([JSON.stringify(wrong).slice(1)]);
    writeFileSync(join(folder, "demo.json"), Buffer.concat([wrongLine, rows]));
    await expect(events(folder)).rejects.toThrow(`${path}, line 1, /eventName: Invalid`);
  });

  it("stays packed when the world becomes small, and is removed with the account", async () => {
    const { folder, storage, store } = await made();
    await commit(store, change({ events: [event(50_000_010, 11)] }));
    await storage.close();
    const again = await fileStorage(folder, { foldAt: 0 });
    await commit((await again.open("demo")) as Store, change({ events: [event(50_000_011, 12)] }));
    await again.close();
    expect(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).events.packed).toBe(true);
    expect(await events(folder, { mostReadable: 1_000 })).toHaveLength(12);
    const last = await fileStorage(folder);
    await last.delete("demo");
    await last.close();
    expect(Object.keys(contents(folder))).toEqual([]);
  });
});

describe("an edited events file", () => {
  it("an edited events file is read line by line, and replaced with the next account file", async () => {
    const { folder, storage } = await opened();
    await storage.close();
    const path = join(folder, first);
    writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"other"'));
    const again = await reopened(folder);
    expect((await again.store.get("events", 50_000_000))?.actor.name).toBe("other");
    await commit(again.store, change({ events: [event(50_000_010, 11)] }));
    await again.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-2.jsonl", "demo.json"]);
    const third = await reopened(folder);
    expect([await total(third.store), (await third.store.get("events", 50_000_000))?.actor.name]).toEqual([
      11,
      "other",
    ]);
    await third.close();
  });

  it.each([
    ["is not JSON", (text: string) => text.replace('"eventId":50000001,', '"eventId":,'), "line 2: it is not JSON"],
    ["was cut off in a line", (text: string) => text.slice(0, -20), "line 10: it is not JSON"],
    ["has a field too many", (text: string) => text.replace('"actor"', '"x":1,"actor"'), "line 1, /x: is not a field"],
    ["has a wrong value", (text: string) => text.replace("THIRD_PARTY_UPDATED", "X"), "line 1, /eventName: Invalid"],
    [
      "is out of order",
      (text: string) => text.replace("50000003", "50000001"),
      "line 4, /eventId: 50000001 comes after 50000002",
    ],
  ])("an events file that %s is refused with its line, and left as it is", async (_, edit, message) => {
    const { folder, storage } = await opened();
    await storage.close();
    const path = join(folder, first);
    writeFileSync(path, edit(readFileSync(path, "utf8")));
    const before = contents(folder);
    const again = await fileStorage(folder);
    await expect(again.open("demo")).rejects.toThrow(`${path}, ${message}`);
    await again.close();
    expect(contents(folder)).toEqual(before);
  });

  it("an account whose events file is missing is refused", async () => {
    const { folder, storage } = await opened();
    await storage.close();
    await realDisk.remove(join(folder, first));
    const again = await fileStorage(folder);
    await expect(again.open("demo")).rejects.toThrow(`${first}: the file is missing`);
    await again.close();
  });
});

describe("events that cannot be read", () => {
  it("an account whose events cannot be read is refused, and opens once they can", async () => {
    const { disk, control } = unreadableDisk((path) => path.endsWith(".jsonl"));
    const { folder, storage } = await opened();
    await storage.close();
    const again = await fileStorage(folder, { disk });
    control.broken = true;
    await expect(again.open("demo")).rejects.toThrow("EIO");
    control.broken = false;
    expect(await total((await again.open("demo")) as Store)).toBe(10);
    await again.close();
  });

  it("all events are there after a deletion that failed", async () => {
    const { control, storage, store } = await fragile(0);
    await commit(store, change({ put: [put("comments", comment(31_000_900, 924_000, "Un"))] }));
    control.fault = on("rename", "demo.deleted", "EPERM");
    await expect(storage.delete("demo")).rejects.toThrow("EPERM");
    control.fault = undefined;
    expect((await (await storage.open("demo"))?.dump())?.events).toEqual(world().events);
    await storage.close();
  });
});
