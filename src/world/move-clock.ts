import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import type { Moment } from "../domain/time.ts";
import { mostInPart, type World } from "./world.ts";

interface Way {
  target: Moment;
  /** When the first job was due. */
  begin: Moment;
}
interface Part {
  events: readonly EventRow[];
  /** Undefined after the last part. */
  way?: Way;
  isCancelled?: true;
  stopped?: string | undefined;
}

/** What came about in a move of the clock. */
export interface Moved {
  /** Events by name. */
  happened: Record<string, number>;
  isCancelled: boolean;
  /** Why it ended early; a write after it may have made room. */
  stopped?: string | undefined;
}

/** Who moves the clock. */
export interface Mover {
  /** Tells the moves of this server from those of others. */
  run: string;
  /** Aborted when the server stops, which cancels its moves. */
  stopping: AbortSignal;
}

/**
 * Moves the clock to the moment that `wish` makes of the present one, or refuses. Everything due on the way happens, in
 * parts that are whole or absent: after a crash, a cancellation, or at a limit the clock stands at the end of a part,
 * and nothing is overdue.
 */
export function moveClock(
  world: World,
  { run, stopping }: Mover,
  wish: (here: Moment) => Moment | Refusal,
  freeze?: boolean,
): Promise<Moved | Refusal> {
  return world.inParts(async (write) => {
    const happened: Record<string, number> = {};
    let way: Way | undefined;
    const part = async (): Promise<Part | Refusal> => {
      if (way && world.origin.move !== run) return { events: [], isCancelled: true };
      const target = way?.target ?? wish(world.clock);
      if (isRefusal(target)) return target;
      const begin = way?.begin ?? world.nextDue;
      const events = world.stopped ? [] : await world.runDueJobs(target, mostInPart, begin);
      const isThere = world.nextDue > target;
      const { stopped } = world;
      const isLast = isThere || stopped !== undefined || stopping.aborted;
      await world.setClock(isThere ? target : world.nextDue - 1, freeze ?? world.frozen, isLast ? undefined : run);
      if (!isLast) return { events, way: { target, begin } };
      if (isThere) return { events };
      return stopped === undefined ? { events, isCancelled: true } : { events, stopped };
    };
    for (;;) {
      const done = await write(part);
      if (isRefusal(done)) return done;
      for (const { eventName } of done.events) happened[eventName] = (happened[eventName] ?? 0) + 1;
      way = done.way;
      if (!way) return { happened, isCancelled: done.isCancelled === true, stopped: done.stopped };
    }
  });
}

/** Cancels the move of the clock that is under way, by this server or another; false where there is none. */
export const cancelMove = (world: World): Promise<boolean> =>
  world.writeBetween(async () => {
    const { move, ...row } = world.origin;
    if (move === undefined) return false;
    await world.commit({ put: [{ collection: "world", row }], remove: [], events: [] });
    return true;
  });
