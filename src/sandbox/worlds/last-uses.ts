import type { Storage } from "../../store/store.ts";
import type { World } from "../../world/world.ts";

/** Runs work for each item, and rejects at the end with the first error: one account must not keep others waiting. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Notes the last uses of worlds, which requests only write into memory. */
export function noteUses(storage: Storage, worlds: readonly World[]): Promise<void> {
  const unnoted = worlds.filter(({ usedAt, notedAt }) => usedAt > notedAt);
  return forEach(unnoted, async (world) => {
    const { accountId, usedAt } = world;
    await storage.noteUse(accountId, usedAt);
    world.notedAt = usedAt;
  });
}
