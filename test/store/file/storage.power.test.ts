import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Disk } from "../../../src/store/file/disk.ts";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { MemoryStore } from "../../../src/store/memory/store.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { commit, dice, step, world } from "../samples.ts";
import { PowerDisk } from "./disks.ts";
import { temporaryFolder } from "./folders.ts";

const foldAt = 20_000;

/** Writes until the power fails; the call that is then under way never returns. */
async function write(
  booting: ReturnType<typeof fileStorage>,
  disk: PowerDisk,
  next: (below: number) => number,
  seen: { durable: number; created: boolean },
): Promise<void> {
  const storage = await booting;
  const store = (await storage.open("demo")) ?? (await storage.create("demo", world()));
  seen.created = true;
  for (let nth = (await store.get("sequences", "step"))?.next ?? 0; !disk.dead; nth++) {
    const durable = commit(store, step(nth)).then(() => {
      seen.durable = Math.max(seen.durable, nth + 1);
    });
    if (next(3) === 0) await durable;
    if (next(25) === 0) await store.load(await store.write(() => store.dump()));
    await turn();
  }
}

/** The power fails three times in a row, at calls that the seed fixes. */
it.each([1, 2, 3, 4, 5, 6])("power cuts lose no durable change and halve no other (seed %i)", async (seed) => {
  const root = temporaryFolder();
  let folders = 0;
  const boot = (disk: Disk) => {
    const folder = join(root, String(folders++));
    mkdirSync(folder);
    return fileStorage(folder, { disk, foldAt });
  };
  const next = dice(seed);
  const model = new MemoryStore(new Tables(world()));
  let steps = 0;
  let before: PowerDisk | undefined;
  for (let cuts = 0; cuts < 3; cuts++) {
    const disk = new PowerDisk(seed * 10 + cuts, 1 + next(150), before);
    const seen = { durable: steps, created: steps > 0 };
    void write(boot(disk), disk, dice(seed * 10 + cuts), seen);
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
});
