import type { State } from "../../domain/change.ts";
import { clockAt } from "../../domain/clock.ts";
import { format, type Moment, parse } from "../../domain/time.ts";
import { ofAccount } from "../../seed/import.ts";
import type { Snapshot, Snapshots } from "../../store/store.ts";
import type { World } from "../../world/world.ts";

export type Copy = Pick<Snapshot, "takenAt" | "running" | "state">;

/** A copy of a world between two writes. */
export const copyOf = (world: World): Promise<Copy> =>
  world.write(async () => {
    const state = await world.store.dump();
    return { takenAt: format(world.clock), running: !world.frozen, state };
  });

/** Undefined when there is none; rejects with a Damaged when it cannot be restored. */
export async function readSnapshot(snapshots: Snapshots, accountId: string, name: string) {
  const found = await snapshots.get(accountId, name);
  return found && { ...found, state: ofAccount(found.state, accountId) };
}

/** The state of a copy whose clock, if it was running, continues from the moment of the copy. */
export function withClockFrom({ takenAt, running, state }: Copy, wall: Moment): State {
  const clock = clockAt(parse(takenAt), !running, wall);
  return { ...state, world: state.world.map((row) => ({ ...row, clock })) };
}

/** Copies the snapshots of an account, but for damaged ones. */
export async function copySnapshots(snapshots: Snapshots, from: string, to: string): Promise<void> {
  if (from === to) return;
  for (const { name, damage } of await snapshots.list(from)) {
    const snapshot = damage === null ? await snapshots.get(from, name) : undefined;
    if (snapshot) await snapshots.put(to, snapshot);
  }
}
