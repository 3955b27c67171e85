import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Disk, realDisk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import type { Store } from "../../../src/store/store.ts";
import { change, comment, event, put, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

describe("a long journal of events", () => {
  const many = 5_000;
  async function opened(options: Parameters<typeof fileStorage>[1] = {}) {
    const folder = temporaryFolder();
    const storage = await fileStorage(folder);
    await storage.create("demo", world(2, many / 2));
    await storage.close();
    const again = await fileStorage(folder, options);
    return { folder, storage: again, store: (await again.open("demo")) as Store };
  }

  it("is read on after the world is open: its newest event is there at once, and whoever asks for more waits for it", async () => {
    const { storage, store } = await opened();
    const all = world(2, many / 2).events;
    expect(await store.get("events", 50_000_000 + many - 1)).toEqual(all.at(-1));
    expect(await store.get("events", 50_000_000)).toEqual(all[0]);
    expect(await store.range("events", "name", "THIRD_PARTY_UPDATED")).toEqual(all);
    await storage.close();
  });
  it.each(["page", "dump", "range"] as const)("is whole for whoever asks by %s first", async (way) => {
    const { storage, store } = await opened();
    const count = {
      page: async () => (await store.page("events", { offset: 0, limit: 1 })).total,
      dump: async () => (await store.dump()).events.length,
      range: async () => (await store.range("events", "name", "THIRD_PARTY_UPDATED")).length,
    };
    expect(await count[way]()).toBe(many);
    await storage.close();
  });
  it("that somebody changes before it was read is refused, left as it is, and read once it is as it was", async () => {
    const { folder, storage, store } = await opened();
    const path = join(folder, "demo.json");
    const sound = readFileSync(path, "utf8");
    const touched = sound.replace("THIRD_PARTY_UPDATED", "THIRD_PARTY_DELETED");
    writeFileSync(path, touched);
    await expect(store.page("events", { offset: 0, limit: 1 })).rejects.toThrow(
      "demo.json: it was changed while it was in use",
    );
    expect(await store.get("comments", 31_000_001)).toBeDefined();
    expect(readFileSync(path, "utf8")).toBe(touched);
    writeFileSync(path, sound);
    expect((await store.page("events", { offset: 0, limit: 1 })).total).toBe(many);
    await storage.close();
  });
  it("takes what is committed meanwhile, and keeps it", async () => {
    const { folder, storage, store } = await opened();
    const newest = event(50_000_000 + many, many);
    await store.commit(change({ events: [newest] }));
    await store.durable();
    expect((await store.range("events", "name", "THIRD_PARTY_UPDATED")).at(-1)).toEqual(newest);
    await storage.close();
    const again = await fileStorage(folder);
    expect((await (await again.open("demo"))?.dump())?.events).toEqual([...world(2, many / 2).events, newest]);
    await again.close();
  });
  it("is whole on disk when the world is closed, replaced or deleted before it was read", async () => {
    const { folder, storage, store } = await opened();
    await store.commit(change({ events: [event(50_000_000 + many, many)] }));
    await storage.close();
    expect(JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).events).toHaveLength(many + 1);
    const second = await opened();
    await second.store.load(world(1, 1));
    expect((await second.store.dump()).events).toEqual(world(1, 1).events);
    await second.storage.close();
    const third = await opened();
    await third.storage.delete("demo");
    expect(await third.storage.accounts()).toEqual([]);
    await third.storage.close();
  });

  describe("when things go wrong while it is read", () => {
    /** Reads of the snapshot fail from the second on, while told to. */
    function failing() {
      const told = { failing: false };
      let reads = 0;
      const disk: Disk = {
        ...realDisk,
        async open(path, flags) {
          const file = await realDisk.open(path, flags);
          const read = file.read.bind(file);
          file.read = async (...place) => {
            if (told.failing && path.endsWith(".json") && ++reads > 1)
              throw Object.assign(new Error("EIO: simulated, read"), { code: "EIO" });
            return read(...place);
          };
          return file;
        },
      };
      return { disk, told };
    }

    it("tells whoever waits, nobody else, and loses nothing", async () => {
      const unheard: unknown[] = [];
      const hear = (reason: unknown) => void unheard.push(reason);
      process.on("unhandledRejection", hear);
      onTestFinished(() => void process.off("unhandledRejection", hear));
      const { disk, told } = failing();
      const { folder, storage, store } = await opened({ disk, folding: { least: 0, most: 0 } });
      told.failing = true;
      await expect(store.page("events", { offset: 0, limit: 1 })).rejects.toThrow("EIO");
      for (let nth = 0; nth < 3; nth++) {
        await store.commit(change({ events: [event(50_000_000 + many + nth, many)] }));
        await store.durable();
      }
      await storage.close();
      expect(unheard).toEqual([]);
      const again = await fileStorage(folder);
      expect((await (await again.open("demo"))?.page("events", { offset: 0, limit: 1 }))?.total).toBe(many + 3);
      await again.close();
    });

    it("names the file that somebody made unreadable", async () => {
      const { folder, storage, store } = await opened();
      const path = join(folder, "demo.json");
      const sound = readFileSync(path, "utf8");
      writeFileSync(path, sound.replace('"eventId": 50000010', '"eventId": 5000001x'));
      await expect(store.page("events", { offset: 0, limit: 1 })).rejects.toThrow(
        "demo.json: it was changed while it was in use",
      );
      await storage.close();
    });

    it("a load that waits for it does not outlive its world", async () => {
      const { folder, storage, store } = await opened();
      const loading = store.load(world(1, 1)).catch((error: Error) => error.message);
      await storage.close();
      const left = readFileSync(join(folder, "demo.json"), "utf8");
      expect(await loading).toContain("closed");
      expect(readFileSync(join(folder, "demo.json"), "utf8")).toBe(left);

      const second = await opened();
      const again = second.store.load(world(1, 1)).catch((error: Error) => error.message);
      await second.storage.delete("demo");
      expect(await again).toContain("closed");
      expect(await second.storage.accounts()).toEqual([]);
      await second.storage.close();
    });

    it("nobody is told a part for the whole when its world is deleted", async () => {
      const { storage, store } = await opened();
      const total = store.page("events", { offset: 0, limit: 1 }).then((page) => page.total);
      const outcome = expect(total).rejects.toThrow("closed before its events were read");
      await turn();
      await storage.delete("demo");
      await outcome;
      await storage.close();
    });

    it("a deletion that fails leaves all of it", async () => {
      let stuck = false;
      const { disk } = watchedDisk(({ verb, file }) =>
        stuck && verb === "remove" && file === "demo.json" ? { code: "EPERM" } : undefined,
      );
      const { storage, store } = await opened({ disk, folding: { least: 0, most: 0 } });
      await store.commit(change({ put: [put("comments", comment(31_000_900, 924_000, "Un"))] }));
      await store.durable();
      await store.commit(change({ put: [put("comments", comment(31_000_901, 924_000, "Deux"))] }));
      stuck = true;
      await expect(storage.delete("demo")).rejects.toThrow("EPERM");
      stuck = false;
      expect((await (await storage.open("demo"))?.page("events", { offset: 0, limit: 1 }))?.total).toBe(many);
      await storage.close();
    });
  });
});
