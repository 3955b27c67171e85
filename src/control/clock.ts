import { clockRange } from "../../contract/shared.ts";
import { conflict, isRefusal } from "../domain/refusal.ts";
import { addDuration, format, isNever, type Moment, parse } from "../domain/time.ts";
import { pageOf } from "../sandbox/reply.ts";
import { lookAhead } from "../world/due.ts";
import { cancelMove, type Moved, moveClock } from "../world/move-clock.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";

const reading = (world: World, { happened, isCancelled, stopped = world.stopped }: Moved) => ({
  accountId: world.accountId,
  now: format(world.now),
  frozen: world.frozen,
  nextDue: Number.isFinite(world.nextDue) ? format(world.nextDue) : null,
  happened,
  ...(isCancelled && { cancelled: true as const }),
  ...(stopped !== undefined && { stopped }),
});
const nothing: Moved = { happened: {}, isCancelled: false };

export const clock: ControlHandlers<"clock"> = {
  async get(_request, world) {
    return { status: 200, body: reading(world, nothing) };
  },
  async due({ query }, world) {
    const { jobs, ...ahead } = await lookAhead(
      world,
      query.until === undefined ? undefined : parse(query.until),
      query,
    );
    const body = {
      accountId: world.accountId,
      now: format(world.now),
      ...ahead,
      ...pageOf(ahead.content, query, jobs),
    };
    return { status: 200, body };
  },
  async move({ body }, { sandbox, world }) {
    const wish = (here: Moment) => {
      const target = "advance" in body ? addDuration(here, body.advance) : "set" in body ? parse(body.set) : here;
      if (target < here) {
        const detail = `The clock stands at ${format(here)} and never goes back`;
        return conflict("CLOCK_BACKWARDS", `${detail}; reset the account, or restore a snapshot.`);
      }
      if (!isNever(target)) return target;
      const detail = `The clock stands at ${format(here)}, and ends at ${clockRange.to}: nothing was changed`;
      return conflict("CLOCK_ENDS", `${detail}; move it less far.`);
    };
    const mover = { run: sandbox.stream.run, stopping: sandbox.stopping };
    const moved = await moveClock(world, mover, wish, "freeze" in body ? body.freeze : undefined);
    if (isRefusal(moved)) return moved.refused;
    // A clock that runs went on while the last part was written.
    await world.catchUp();
    return { status: 200, body: reading(world, moved) };
  },
  async cancel(_request, { world }) {
    if (!(await cancelMove(world)))
      return conflict("CONFLICT", `The clock of ${world.accountId} is not being moved: there is nothing to cancel.`)
        .refused;
    await world.catchUp();
    return { status: 200, body: reading(world, { ...nothing, isCancelled: true }) };
  },
};
