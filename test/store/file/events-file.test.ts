import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Disk, realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, commit, event, put, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { contents, temporaryFolder } from "./folders.ts";

const many = 5_000;
const first = "demo.events-1.jsonl";
const total = async (store: Store) => (await store.page("events", { offset: 0, limit: 1 })).total;

/** A world whose events are more than are read at once, opened anew. */
async function opened(options: Parameters<typeof fileStorage>[1] = {}, events = many) {
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

describe("a file of many events", () => {
  it("is read after the world is open: the newest event is there at once, and a reader of others waits", async () => {
    const { storage, store } = await opened();
    const all = world(2, many / 2).events;
    expect(await store.get("events", 50_000_000 + many - 1)).toEqual(all.at(-1));
    expect(await store.get("events", 50_000_000)).toEqual(all[0]);
    expect(await store.range("events", "name", "THIRD_PARTY_UPDATED")).toEqual(all);
    await storage.close();
  });

  it.each(["page", "dump", "range", "scan"] as const)("is whole for a reader that comes first by %s", async (way) => {
    const { storage, store } = await opened();
    const count = {
      page: () => total(store),
      dump: async () => (await store.dump()).events.length,
      range: async () => (await store.range("events", "name", "THIRD_PARTY_UPDATED")).length,
      scan: async () => (await store.scan("events", { limit: Number.POSITIVE_INFINITY })).length,
    };
    expect(await count[way]()).toBe(many);
    await storage.close();
  });

  it("takes events that are committed before it was read, and keeps them", async () => {
    const { folder, storage, store } = await opened();
    const newest = event(50_000_000 + many, many);
    await commit(store, change({ events: [newest] }));
    expect((await store.range("events", "name", "THIRD_PARTY_UPDATED")).at(-1)).toEqual(newest);
    await storage.close();
    const again = await reopened(folder);
    expect((await again.store.dump()).events).toEqual([...world(2, many / 2).events, newest]);
    await again.close();
  });

  it("is only appended to when the log is folded, before and after it was read", async () => {
    const { folder, storage, store } = await opened({ folding: { least: 0, most: 0 } });
    const before = contents(folder)[first] as string;
    for (let nth = 0; nth < 10; nth++) await commit(store, change({ events: [event(50_000_000 + many + nth, many)] }));
    expect(await total(store)).toBe(many + 10);
    for (let nth = 10; nth < 20; nth++) await commit(store, change({ events: [event(50_000_000 + many + nth, many)] }));
    await storage.close();
    const after = contents(folder)[first] as string;
    expect([after.startsWith(before), after.trimEnd().split("\n").length]).toEqual([true, many + 20]);
    const again = await reopened(folder);
    expect(await total(again.store)).toBe(many + 20);
    await again.close();
  });

  it("is as long on disk as the account file says; a tail that a crash left behind is overwritten", async () => {
    const { folder, storage } = await opened({}, 10);
    await storage.close();
    const path = join(folder, first);
    const sound = readFileSync(path, "utf8");
    writeFileSync(path, `${sound}{"eventId":50000010,"cut o`);
    const again = await reopened(folder);
    expect((await again.store.dump()).events).toEqual(world(2, 5).events);
    await commit(again.store, change({ events: [event(50_000_010, 11)] }));
    await again.close();
    expect(readFileSync(path, "utf8")).toBe(`${sound}${JSON.stringify(event(50_000_010, 11))}\n`);
  });

  it("is replaced by another file when another world is loaded, and removed with its account", async () => {
    const { folder, storage, store } = await opened();
    await store.load(world(1, 1));
    expect((await store.dump()).events).toEqual(world(1, 1).events);
    expect(Object.keys(contents(folder))).toEqual(["demo.events-2.jsonl", "demo.json", "sandbox.lock"]);
    await storage.delete("demo");
    expect(Object.keys(contents(folder))).toEqual(["sandbox.lock"]);
    await storage.close();
  });
});

describe("an edited file of events", () => {
  it("is read event by event, and written anew with the next account file", async () => {
    const { folder, storage } = await opened({}, 10);
    await storage.close();
    const path = join(folder, first);
    writeFileSync(path, readFileSync(path, "utf8").replace('"name":"demo"', '"name":"someone"'));
    const again = await reopened(folder);
    expect((await again.store.get("events", 50_000_000))?.actor.name).toBe("someone");
    await commit(again.store, change({ events: [event(50_000_010, 11)] }));
    await again.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.events-2.jsonl", "demo.json"]);
    const third = await reopened(folder);
    expect([await total(third.store), (await third.store.get("events", 50_000_000))?.actor.name]).toEqual([
      11,
      "someone",
    ]);
    await third.close();
  });

  it.each([
    ["is not JSON", (text: string) => text.replace('"eventId":50000001,', '"eventId":,'), "line 2: it is not JSON"],
    ["has a field too many", (text: string) => text.replace('"actor"', '"x":1,"actor"'), "line 1, /x: is not a field"],
    ["has a wrong value", (text: string) => text.replace("THIRD_PARTY_UPDATED", "X"), "line 1, /eventName: Invalid"],
    [
      "is out of order",
      (text: string) => text.replace("50000003", "50000001"),
      "line 4, /eventId: 50000001 comes after 50000002",
    ],
  ])("is refused when it %s, with its name and the line, and left as it is", async (_, edit, message) => {
    const { folder, storage } = await opened({}, 10);
    await storage.close();
    const path = join(folder, first);
    writeFileSync(path, edit(readFileSync(path, "utf8")));
    const before = contents(folder);
    const again = await fileStorage(folder);
    await expect(again.open("demo")).rejects.toThrow(`${path}, ${message}`);
    await again.close();
    expect(contents(folder)).toEqual(before);
  });

  it("is refused when it is missing", async () => {
    const { folder, storage } = await opened({}, 10);
    await storage.close();
    await realDisk.remove(join(folder, first));
    const again = await fileStorage(folder);
    await expect(again.open("demo")).rejects.toThrow(`${first}: the file is missing`);
    await again.close();
  });

  it.each([
    ["still fits", (text: string) => text.replace("THIRD_PARTY_UPDATED", "THIRD_PARTY_DELETED")],
    ["cannot be parsed", (text: string) => text.replace('"eventId":50000010', '"eventId":5000001x')],
  ])("that %s is refused while the world is in use, and read once it is as it was", async (_, edit) => {
    const { folder, storage, store } = await opened();
    const path = join(folder, first);
    const sound = readFileSync(path, "utf8");
    writeFileSync(path, edit(sound));
    await expect(total(store)).rejects.toThrow(`${first}: it was changed while it was in use`);
    expect(await store.get("comments", 31_000_001)).toBeDefined();
    expect(readFileSync(path, "utf8")).toBe(edit(sound));
    writeFileSync(path, sound);
    expect(await total(store)).toBe(many);
    await storage.close();
  });
});

describe("events that cannot be read", () => {
  /** Reads of the events file fail while `broken` says so. */
  function failing() {
    const control = { broken: false };
    const disk: Disk = {
      ...realDisk,
      async open(path, flags) {
        const file = await realDisk.open(path, flags);
        const read = file.read.bind(file);
        file.read = async (...place) => {
          if (control.broken && path.endsWith(".jsonl"))
            throw Object.assign(new Error("EIO: simulated, read"), { code: "EIO" });
          return read(...place);
        };
        return file;
      },
    };
    return { disk, control };
  }

  it("fail the readers that wait for them and nothing else, and are not lost", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    const { disk, control } = failing();
    const { folder, storage, store } = await opened({ disk, folding: { least: 0, most: 0 } });
    control.broken = true;
    await expect(total(store)).rejects.toThrow("EIO");
    for (let nth = 0; nth < 3; nth++) await commit(store, change({ events: [event(50_000_000 + many + nth, many)] }));
    await storage.close();
    expect(unhandled).toEqual([]);
    const again = await reopened(folder);
    expect(await total(again.store)).toBe(many + 3);
    await again.close();
  });

  it("are never given in part when the world is deleted meanwhile", async () => {
    const { storage, store } = await opened();
    const outcome = expect(total(store)).rejects.toThrow("is closed");
    await turn();
    await storage.delete("demo");
    await outcome;
    await storage.close();
  });

  it("are those of the new world for a reader that waited while another world was loaded", async () => {
    const { storage, store } = await opened();
    const counted = total(store);
    await store.load(world(1, 3));
    expect(await counted).toBe(3);
    await storage.close();
  });

  it("are all there after a deletion that failed", async () => {
    let stuck = false;
    const { disk } = watchedDisk(({ verb, file }) =>
      stuck && verb === "remove" && file === "demo.json" ? { code: "EPERM" } : undefined,
    );
    const { storage, store } = await opened({ disk, folding: { least: 0, most: 0 } });
    await commit(store, change({ put: [put("comments", comment(31_000_900, 924_000, "Un"))] }));
    stuck = true;
    await expect(storage.delete("demo")).rejects.toThrow("EPERM");
    stuck = false;
    expect(await total((await storage.open("demo")) as Store)).toBe(many);
    await storage.close();
  });
});
