import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { parse } from "../../../src/domain/time.ts";
import { makeState } from "../../../src/seed/new-world.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { World } from "../../../src/world/world.ts";
import { change, comment, commit, put, sequence, step, world } from "../samples.ts";
import { watchedDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";
import { fragile, on, reread } from "./fragile.ts";

describe("a disk that is full", () => {
  it("a due job whose events could not be kept runs once there is room", async () => {
    let full = false;
    const { disk } = watchedDisk(({ verb, file }) =>
      full && verb === "write" && file.startsWith("demo.log") ? { code: "ENOSPC" } : undefined,
    );
    const storage = await fileStorage(temporaryFolder(), { disk });
    let wall = parse("2026-01-15T09:00:00");
    const wish = { accountId: "demo", seed: "empty", randomSeed: 1, size: null, frozen: false };
    const state = await makeState({ ...wish, now: wall, wall });
    const world = await World.open("demo", await storage.create("demo", state), { wall: () => wall, linkSecret: "" });
    const due = async () => (await world.store.range("jobs", "due", "all", { limit: 1 }))[0]?.dueAt ?? "";
    const first = await due();
    wall = world.nextDue + 1000;
    full = true;
    await world.catchUp();
    expect([await due(), world.nextDue]).toEqual([first, parse(first)]);
    full = false;
    await world.catchUp();
    expect(parse(await due())).toBeGreaterThan(world.clock);
    await storage.close();
  });

  it("a batch that fails takes with it the later batches that wait for it", async () => {
    const { control, folder, store, storage } = await fragile();
    await commit(store, step(0));
    const good = await store.dump();
    let fail = () => {};
    const writing = new Promise<void>((begun) => {
      control.fault = async (call) => {
        if (call.verb !== "write") return undefined;
        begun();
        await new Promise<void>((resolve) => (fail = resolve));
        control.fault = undefined;
        return { code: "EIO" };
      };
    });
    const writes = [commit(store, step(1))];
    await writing;
    for (const nth of [2, 3]) {
      writes.push(commit(store, step(nth)));
      for (let turns = 0; turns < 5; turns++) await turn();
    }
    fail();
    expect((await Promise.allSettled(writes)).map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    expect([await store.dump(), await reread(folder)]).toEqual([good, good]);
    await commit(store, step(4));
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
  });

  it("a write of several buffers that fails at the second leaves nothing of the first", async () => {
    const { control, calls, folder, store, storage } = await fragile();
    await commit(store, step(0));
    const good = await store.dump();
    const texts = ["1".repeat(1 << 23), "2", "3"];
    const large = () =>
      store.write(async () => {
        for (const [nth, text] of texts.entries())
          await store.commit(change({ put: [put("comments", comment(31_900_000 + nth, 924_000, text))] }));
      });
    let buffers = 0;
    control.fault = ({ verb }) => (verb === "write" && ++buffers === 2 ? { code: "ENOSPC", written: 100 } : undefined);
    await expect(large()).rejects.toThrow("ENOSPC");
    expect([buffers, await store.dump(), await reread(folder)]).toEqual([2, good, good]);
    control.fault = undefined;
    calls.length = 0;
    await large();
    expect(calls.filter(({ verb }) => verb === "write")).toHaveLength(2);
    const kept = (await reread(folder))?.comments.slice(-3).map(({ text }) => text);
    expect(kept?.map((text, nth) => text === texts[nth])).toEqual([true, true, true]);
    await storage.close();
  });

  it("changes are undone in reverse order, so that a row that was changed twice is as it was", async () => {
    const { control, store, storage } = await fragile();
    control.fault = on("sync", "demo.log");
    const failing = store.write(async () => {
      for (const next of [7, 8, 9]) await store.commit(change({ put: [put("sequences", sequence("eventId", next))] }));
      await store.commit(change({ remove: [{ collection: "sequences", key: "eventId" }] }));
    });
    await expect(failing).rejects.toThrow("ENOSPC");
    expect(await store.get("sequences", "eventId")).toEqual(sequence("eventId", 50_000_004));
    control.fault = undefined;
    await storage.close();
  });

  it("a full disk is reported once, and once more when it is written again", async () => {
    const { control, reports, store, storage } = await fragile();
    control.fault = on("write", "demo.log");
    for (let nth = 0; nth < 3; nth++) {
      await commit(store, step(nth)).catch(() => {});
    }
    control.fault = undefined;
    await commit(store, step(0));
    await storage.close();
    expect(reports).toEqual([
      "…/demo.json could not be written: ENOSPC: simulated, write 'demo.log'",
      "…/demo.json is written again",
    ]);
  });

  it("a running write that may have read lost changes ends first, and is then undone too", async () => {
    const { control, store, storage } = await fragile();
    let cutOff = false;
    control.fault = ({ verb, file }) => {
      if (file !== "demo.log" || (verb !== "write" && verb !== "truncate")) return undefined;
      cutOff ||= verb === "truncate";
      return { code: "ENOSPC" };
    };
    const first = commit(store, step(0));
    let read: unknown;
    const second = store.write(async () => {
      while (!cutOff) await turn();
      await turn();
      read = await store.get("sequences", "step");
      await store.commit(step(1));
    });
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect([read, await store.dump()]).toEqual([sequence("step", 1), world()]);
    control.fault = undefined;
    await commit(store, step(0));
    await storage.close();
  });

  it("a half-written line is cut off before the next write when it cannot be cut off at once", async () => {
    const { control, folder, store, storage } = await fragile();
    await commit(store, step(0));
    control.fault = ({ verb, file }) =>
      file === "demo.log" && /write|truncate/.test(verb) ? { code: "EIO", written: 50 } : undefined;
    await expect(commit(store, step(1))).rejects.toThrow("EIO");
    control.fault = undefined;
    await commit(store, step(1));
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
  });
});
