import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { parse } from "../../../src/domain/time.ts";
import { makeState } from "../../../src/seed/new-world.ts";
import { WriteFailed } from "../../../src/store/failures.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { World } from "../../../src/world/world.ts";
import { change, put, sequence, step, world } from "../samples.ts";
import { type Call, type Fault, watchedDisk } from "./disks.ts";
import { contents, leftBehind, temporaryFolder } from "./folders.ts";

/** A storage on a disk that fails while `fault` says so. */
async function fragile(folding?: { least: number; most: number }) {
  const control: { fault?: (call: Call) => Fault | undefined } = {};
  const { disk, calls } = watchedDisk((call) => control.fault?.(call));
  const folder = temporaryFolder();
  const reports: string[] = [];
  const storage = await fileStorage(folder, {
    disk,
    folding,
    report: (message) => reports.push(message.replace(folder, "…")),
  });
  const store = await storage.create("demo", world());
  return { control, calls, folder, reports, storage, store };
}
const reread = async (folder: string) => {
  const storage = await fileStorage(leftBehind(folder));
  const state = await (await storage.open("demo"))?.dump();
  await storage.close();
  return state;
};
const on =
  (verb: Call["verb"], file: string, code = "ENOSPC", written?: number) =>
  (call: Call) =>
    call.verb === verb && call.file === file ? { code, written } : undefined;

describe("a disk that is full", () => {
  it.each([
    ["writing the journal", on("write", "demo.journal", "ENOSPC", 100)],
    ["syncing the journal", on("sync", "demo.journal", "EIO")],
    ["making the journal", on("open", "demo.journal.tmp")],
    ["filling a new journal", on("write", "demo.journal.tmp", "ENOSPC", 5)],
    ["naming a new journal", on("rename", "demo.journal", "EIO")],
  ])("undoes what it could not keep, failing at %s, and goes on when there is room", async (_, fault) => {
    const { control, folder, storage, store } = await fragile();
    if (!String(_).includes("new") && !String(_).includes("making")) {
      await store.commit(step(0));
      await store.durable();
    }
    const good = await store.dump();
    control.fault = fault;
    await store.commit(step(1));
    await store.commit(step(2));
    await expect(store.durable()).rejects.toThrow(WriteFailed);
    expect([await store.dump(), await reread(folder)]).toEqual([good, good]);
    await expect(store.durable()).resolves.toBeUndefined();

    control.fault = undefined;
    await store.commit(step(3));
    await store.durable();
    expect([await reread(folder), (await store.get("sequences", "step"))?.next]).toEqual([await store.dump(), 4]);
    await storage.close();
  });

  it("closes what it opened, failing at the name of a new journal", async () => {
    const { control, calls, storage, store } = await fragile();
    control.fault = (call) => (call.verb === "syncFolder" ? { code: "EIO" } : undefined);
    await store.commit(step(0));
    await expect(store.durable()).rejects.toThrow(WriteFailed);
    const count = (verb: Call["verb"]) =>
      calls.filter((call) => call.verb === verb && call.file.startsWith("demo.journal")).length;
    expect(count("open")).toBeGreaterThan(1);
    expect(count("close")).toBe(count("open"));
    control.fault = undefined;
    await storage.close();
  });

  it("what was due and could not be kept happens once there is room", async () => {
    let full = false;
    const { disk } = watchedDisk(({ verb, file }) =>
      full && verb === "write" && file.startsWith("demo.journal") ? { code: "ENOSPC" } : undefined,
    );
    const storage = await fileStorage(temporaryFolder(), { disk });
    let wall = parse("2026-01-15T09:00:00");
    const state = await makeState({
      accountId: "demo",
      seed: "empty",
      randomSeed: 1,
      size: null,
      now: wall,
      frozen: false,
      wall,
    });
    const world = await World.open("demo", await storage.create("demo", state), { wall: () => wall, linkSecret: "" });
    const due = async () => (await world.store.range("jobs", "due", "all", { limit: 1 }))[0]?.dueAt ?? "";
    const first = await due();
    wall = world.nextDue + 1000;
    full = true;
    await world.catchUp();
    await vi.waitFor(async () => expect([await due(), world.nextDue]).toEqual([first, parse(first)]));
    full = false;
    await world.catchUp();
    await world.durable();
    expect(parse(await due())).toBeGreaterThan(world.clock);
    await storage.close();
  });

  it("names the file, the system's code, and whether room is what is missing", async () => {
    const { control, folder, store, storage } = await fragile();
    const failure = async (code: string) => {
      control.fault = on("write", "demo.journal", code);
      await store.commit(step(1));
      const error = await store.durable().catch((reason) => reason);
      return [error.name, error.file, error.code, error.full];
    };
    const file = join(folder, "demo.json");
    expect([await failure("ENOSPC"), await failure("EDQUOT"), await failure("EIO")]).toEqual([
      ["WriteFailed", file, "ENOSPC", true],
      ["WriteFailed", file, "EDQUOT", true],
      ["WriteFailed", file, "EIO", false],
    ]);
    await storage.close();
  });

  it("rejects everyone who waits, also those whose changes came while it was failing", async () => {
    const { control, store, storage } = await fragile();
    control.fault = on("write", "demo.journal");
    await store.commit(step(0));
    const first = store.durable();
    await new Promise((resolve) => setImmediate(resolve));
    await store.commit(step(1));
    const second = store.durable();
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await store.dump()).toEqual(world());
    control.fault = undefined;
    await storage.close();
  });

  it("undoes in reverse order, so that a row changed twice is as it was", async () => {
    const { control, store, storage } = await fragile();
    control.fault = on("sync", "demo.journal");
    for (const next of [7, 8, 9]) await store.commit(change({ put: [put("sequences", sequence("eventId", next))] }));
    await store.commit(change({ remove: [{ collection: "sequences", key: "eventId" }] }));
    await expect(store.durable()).rejects.toThrow("ENOSPC");
    expect(await store.get("sequences", "eventId")).toEqual(sequence("eventId", 50_000_004));
    control.fault = undefined;
    await storage.close();
  });

  it("says so once, and once more when it is over", async () => {
    const { control, reports, store, storage } = await fragile();
    control.fault = on("write", "demo.journal");
    for (let nth = 0; nth < 3; nth++) {
      await store.commit(step(nth));
      await store.durable().catch(() => {});
    }
    control.fault = undefined;
    await store.commit(step(0));
    await store.durable();
    await storage.close();
    expect(reports).toEqual([
      "…/demo.json could not be written: ENOSPC: simulated, write 'demo.journal'",
      "…/demo.json is written again",
    ]);
  });

  it("does not die of a failure that nobody waits for", async () => {
    const { control, store, storage } = await fragile();
    control.fault = on("write", "demo.journal");
    await store.commit(step(0));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await store.dump()).toEqual(world());
    control.fault = undefined;
    await storage.close();
  });

  it("cuts a half-written line off later when it cannot at once", async () => {
    const { control, folder, store, storage } = await fragile();
    await store.commit(step(0));
    await store.durable();
    control.fault = (call) =>
      call.file !== "demo.journal"
        ? undefined
        : call.verb === "write"
          ? { code: "EIO", written: 50 }
          : call.verb === "truncate"
            ? { code: "EIO" }
            : undefined;
    await store.commit(step(1));
    await expect(store.durable()).rejects.toThrow("EIO");
    control.fault = on("truncate", "demo.journal", "EIO");
    await store.commit(step(1));
    await expect(store.durable()).rejects.toThrow("EIO");
    control.fault = undefined;
    await store.commit(step(1));
    await store.durable();
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
  });

  it.each([
    ["open", "demo.json.tmp"],
    ["write", "demo.json.tmp"],
    ["sync", "demo.json.tmp"],
    ["rename", "demo.json"],
    ["syncFolder", ""],
  ] as const)("keeps the world it has when another cannot be loaded (%s %s)", async (verb, file) => {
    const { control, folder, store, storage } = await fragile();
    await store.commit(step(0));
    await store.durable();
    const good = await store.dump();
    control.fault = (call) =>
      call.verb === verb && (call.file === file || verb === "syncFolder") ? { code: "EIO" } : undefined;
    const loading = store.load(world(4));
    await store.commit(step(1));
    await expect(loading).rejects.toThrow(WriteFailed);
    expect(await store.dump()).toEqual(good);
    control.fault = undefined;
    await store.commit(step(1));
    await store.durable();
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
  });

  it.each([
    ["write", "demo.json.tmp"],
    ["rename", "demo.json"],
    ["write", "demo.journal.tmp"],
    ["rename", "demo.journal"],
  ] as const)("goes on with a growing journal when it cannot be folded (%s %s)", async (verb, file) => {
    const { control, folder, reports, store, storage } = await fragile({ least: 3_000, most: 3_000 });
    await store.commit(step(0));
    await store.durable();
    control.fault = on(verb, file);
    for (let nth = 1; nth < 30; nth++) {
      await store.commit(step(nth));
      await store.durable();
    }
    expect(await reread(folder)).toEqual(await store.dump());
    expect(reports.length).toBeGreaterThan(0);
    control.fault = undefined;
    for (let nth = 30; nth < 120; nth++) {
      await store.commit(step(nth));
      await store.durable();
    }
    expect(await reread(folder)).toEqual(await store.dump());
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.json"]);
  });

  it("creates nothing when there is no room for it", async () => {
    const { control, folder, storage } = await fragile();
    control.fault = on("write", "other.json.tmp");
    await expect(storage.create("other", world())).rejects.toThrow(WriteFailed);
    expect([await storage.accounts(), Object.keys(contents(folder))]).toEqual([
      ["demo"],
      ["demo.json", "sandbox.lock"],
    ]);
    control.fault = undefined;
    await storage.create("other", world());
    expect(await storage.accounts()).toEqual(["demo", "other"]);
    await storage.close();
  });

  it("leaves the journal beside the snapshot when it cannot fold it at the end", async () => {
    const { control, folder, store, storage } = await fragile();
    await store.commit(step(0));
    await store.durable();
    control.fault = on("write", "demo.json.tmp");
    await storage.close();
    expect(Object.keys(contents(folder))).toEqual(["demo.journal", "demo.json"]);
    expect(readFileSync(join(folder, "demo.json"), "utf8")).toContain('"changes": 0');
    expect(await reread(folder)).toEqual(await store.dump());
  });
});
