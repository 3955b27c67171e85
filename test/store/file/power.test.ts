import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Disk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/file.ts";
import { MemoryStore } from "../../../src/store/memory/memory.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { commit, dice, step, world } from "../samples.ts";
import { PowerDisk } from "./disks.ts";
import { contents, temporaryFolder } from "./folders.ts";

const schedules = 100;
const folding = { least: 20_000, most: 20_000 };

describe("a power cut", () => {
  it(`a power cut loses no durable change and halves none, in ${schedules} schedules`, {
    timeout: 60_000,
  }, async () => {
    const root = temporaryFolder();
    let folders = 0;
    const boot = (disk: Disk) => {
      const folder = join(root, String(folders++));
      mkdirSync(folder);
      return fileStorage(folder, { disk, folding });
    };
    for (let seed = 1; seed <= schedules; seed++) {
      const next = dice(seed);
      const model = new MemoryStore(new Tables(world()));
      let steps = 0;
      let before: PowerDisk | undefined;
      for (let cuts = 0; cuts < 3; cuts++) {
        const disk = new PowerDisk(seed * 10 + cuts, 1 + next(150), before);
        const seen = { durable: steps, created: steps > 0 };
        void commitUntilCut(boot(disk), next, seen);
        while (!disk.dead) await turn();
        for (let turns = 0; turns < 3; turns++) await turn();
        before = disk;

        const storage = await boot(new PowerDisk(seed, Number.MAX_SAFE_INTEGER, before));
        const store = await storage.open("demo");
        const found = (await store?.get("sequences", "step"))?.next ?? 0;
        expect(found, `seed ${seed}, cut ${cuts}`).toBeGreaterThanOrEqual(seen.durable);
        if (seen.created) expect(store, `seed ${seed}, cut ${cuts}`).toBeDefined();
        for (; steps < found; steps++) await commit(model, step(steps));
        if (store !== undefined) expect(await store.dump(), `seed ${seed}, cut ${cuts}`).toEqual(await model.dump());
      }
    }
  });
});

describe("a power cut during a migration from version 1", () => {
  const before = contents(join(import.meta.dirname, "version-1"));

  /** A disk whose power fails at a call, and that holds a synced folder of version 1. */
  async function diskOfVersion1(seed: number, cutAt: number): Promise<PowerDisk> {
    const disk = new PowerDisk(seed, Number.MAX_SAFE_INTEGER);
    for (const [name, bytes] of Object.entries(before)) {
      const file = await disk.open(name, "w");
      await file.write(Buffer.from(bytes, "latin1"), 0);
      await file.sync();
    }
    await disk.syncFolder();
    return new PowerDisk(seed, cutAt, disk);
  }

  it("a migration whose power is cut at any call of the disk loses nothing", { timeout: 60_000 }, async () => {
    const model = new MemoryStore(new Tables(world(1, 2)));
    for (const nth of [0, 1]) await commit(model, step(nth));
    let cuts = 0;
    for (let cutAt = 1, whole = false; !whole; cutAt++)
      for (let seed = 1; seed <= 5; seed++) {
        const disk = await diskOfVersion1(seed, cutAt);
        const storage = await fileStorage(temporaryFolder(), { disk });
        void storage.open("demo").then(() => {
          whole = true;
        });
        while (!disk.dead && !whole) await turn();
        if (whole) break;
        for (let turns = 0; turns < 3; turns++) await turn();
        cuts++;
        const again = await fileStorage(temporaryFolder(), {
          disk: new PowerDisk(seed, Number.MAX_SAFE_INTEGER, disk),
        });
        const state = await (await again.open("demo"))?.dump();
        expect(state, `call ${cutAt}, seed ${seed}`).toEqual(await model.dump());
      }
    expect(cuts).toBeGreaterThan(100);
  });
});

/** Commits until the power fails; from then on no call returns. */
async function commitUntilCut(
  booting: ReturnType<typeof fileStorage>,
  next: (below: number) => number,
  seen: { durable: number; created: boolean },
): Promise<void> {
  const storage = await booting;
  const store = (await storage.open("demo")) ?? (await storage.create("demo", world()));
  seen.created = true;
  for (let nth = (await store.get("sequences", "step"))?.next ?? 0; ; nth++) {
    const durable = commit(store, step(nth)).then(() => {
      seen.durable = Math.max(seen.durable, nth + 1);
    });
    if (next(3) === 0) await durable;
    if (next(25) === 0) await store.load(await store.write(() => store.dump()));
    await turn();
  }
}
