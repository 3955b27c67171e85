import type { State } from "../../domain/change.ts";
import { clockAt } from "../../domain/clock.ts";
import { type Moment, parse } from "../../domain/time.ts";
import type { Snapshot, Snapshots } from "../../store/store.ts";

export type Copy = Pick<Snapshot, "takenAt" | "running" | "state">;

/** The name under which older versions kept an imported world for resets; a user's snapshot cannot have it. */
export const origin = "_origin";

/** A clock that was running runs on from the moment of the copy. */
export function atItsMoment({ takenAt, running, state }: Copy, wall: Moment): State {
  const clock = clockAt(parse(takenAt), !running, wall);
  return { ...state, world: state.world.map((row) => ({ ...row, clock })) };
}

export async function copySnapshots(snapshots: Snapshots, from: string, to: string): Promise<void> {
  if (from === to) return;
  for (const { name, damage } of await snapshots.list(from)) {
    const snapshot = damage === null && name !== origin ? await snapshots.get(from, name) : undefined;
    if (snapshot) await snapshots.put(to, snapshot);
  }
}
