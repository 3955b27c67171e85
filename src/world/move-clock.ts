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
}

/** What came about in a move of the clock. */
export interface Moved {
  /** Events by name. */
  happened: Record<string, number>;
  isCancelled: boolean;
}

/**
 * Moves the clock to the moment that `wish` makes of the present one, or refuses. Everything due on the way happens, in
 * parts that are whole or absent: after a crash, a cancellation, or at a limit the clock stands at the end of a part,
 * and nothing is overdue. `server` tells the moves of this server from those of others.
 */
export function moveClock(
  world: World,
  server: string,
  wish: (here: Moment) => Moment | Refusal,
  freeze?: boolean,
): Promise<Moved | Refusal> {
  return world.inParts(async (write) => {
    const happened: Record<string, number> = {};
    let way: Way | undefined;
    const part = async (): Promise<Part | Refusal> => {
      if (way && world.origin.move !== server) return { events: [], isCancelled: true };
      const target = way?.target ?? wish(world.clock);
      if (isRefusal(target)) return target;
      const begin = way?.begin ?? world.nextDue;
      const isFull = () => world.stopped !== undefined;
      const events = isFull() ? [] : await world.runDueJobs(target, mostInPart, begin);
      const isThere = world.nextDue > target;
      const isLast = isThere || isFull();
      await world.setClock(isThere ? target : world.nextDue - 1, freeze ?? world.frozen, isLast ? undefined : server);
      return isLast ? { events } : { events, way: { target, begin } };
    };
    for (;;) {
      const done = await write(part);
      if (isRefusal(done)) return done;
      for (const { eventName } of done.events) happened[eventName] = (happened[eventName] ?? 0) + 1;
      way = done.way;
      if (!way) return { happened, isCancelled: done.isCancelled === true };
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
