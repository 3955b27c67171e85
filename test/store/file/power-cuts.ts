import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "vitest";
import { fileStorage } from "../../../src/store/file/storage.ts";
import { MemoryStore } from "../../../src/store/memory/storage.ts";
import { Tables } from "../../../src/store/memory/tables.ts";
import { commit, step, world } from "../samples.ts";
import { PowerDisk } from "./disks.ts";
import { contents, temporaryFolder } from "./folders.ts";

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

/** Cuts the power at each call of a migration, for each seed, and expects no loss. Returns the number of cuts. */
export async function cutMigrations(seeds: number): Promise<number> {
  const model = new MemoryStore(new Tables(world(1, 2)));
  for (const nth of [0, 1]) await commit(model, step(nth));
  let cuts = 0;
  for (let cutAt = 1, whole = false; !whole; cutAt++)
    for (let seed = 1; seed <= seeds; seed++) {
      const disk = await diskOfVersion1(seed, cutAt);
      const open = async () => (await fileStorage(temporaryFolder(), { disk })).open("demo");
      void open().then(() => {
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
  return cuts;
}
