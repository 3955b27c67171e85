import { clockRange } from "../../contract/shared.ts";
import { conflict } from "../domain/refusal.ts";
import { addDuration, format, isNever, parse } from "../domain/time.ts";
import { pageOf } from "../sandbox/reply.ts";
import { lookAhead } from "../world/due.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";

const reading = (world: World, happened: Record<string, number>) => ({
  accountId: world.accountId,
  now: format(world.now),
  frozen: world.frozen,
  nextDue: Number.isFinite(world.nextDue) ? format(world.nextDue) : null,
  happened,
});

export const clock: ControlHandlers<"clock"> = {
  async get(_request, world) {
    return { status: 200, body: reading(world, {}) };
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
  async move({ body }, world) {
    const { clock: here, frozen } = world;
    const target = "advance" in body ? addDuration(here, body.advance) : "set" in body ? parse(body.set) : here;
    if (target < here) {
      const detail = `The clock stands at ${format(here)} and never goes back`;
      return conflict("CLOCK_BACKWARDS", `${detail}; reset the account, or restore a snapshot.`).refused;
    }
    if (isNever(target)) {
      const detail = `The clock stands at ${format(here)}, and ends at ${clockRange.to}: nothing was changed`;
      return conflict("CLOCK_ENDS", `${detail}; move it less far.`).refused;
    }
    const happened: Record<string, number> = {};
    for (const { eventName } of await world.runDueJobs(target)) happened[eventName] = (happened[eventName] ?? 0) + 1;
    await world.setClock(target, "freeze" in body ? body.freeze : frozen);
    return { status: 200, body: reading(world, happened) };
  },
};
