import type { World } from "../world/world.ts";

/** Runs work as the only writer of a world, and resolves when its changes are durable. */
export async function write<T>(world: World, work: () => Promise<T>): Promise<T> {
  const result = await world.turn(work);
  await world.durable();
  return result;
}
