import type { Storage } from "../../store/store.ts";
import type { World } from "../../world/world.ts";

/** Notes the last uses of worlds, which requests only write into memory. */
export async function noteUses(storage: Storage, worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    if (world.usedAt <= world.notedAt) continue;
    world.notedAt = world.usedAt;
    await storage.noteUse(world.accountId, world.usedAt);
  }
}
