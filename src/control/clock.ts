import type { control } from "../../contract/control.ts";
import { conflict } from "../domain/refusal.ts";
import { addDuration, format, parse } from "../domain/time.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { World } from "../world/world.ts";
import { noAccount } from "./accounts.ts";

const reading = (world: World, happened: Record<string, number>) => ({
  accountId: world.accountId,
  now: format(world.now),
  frozen: world.frozen,
  nextDue: Number.isFinite(world.nextDue) ? format(world.nextDue) : null,
  happened,
});

export const clock: Handlers<typeof control.clock, Sandbox> = {
  async get({ params }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    return world ? { status: 200, body: reading(world, {}) } : noAccount(params.accountId);
  },
  async move({ params, body }, sandbox) {
    const world = await sandbox.existing(params.accountId);
    if (!world) return noAccount(params.accountId);
    return world.write(async () => {
      const { clock: here, frozen } = world;
      const target = "advance" in body ? addDuration(here, body.advance) : "set" in body ? parse(body.set) : here;
      if (target < here)
        return conflict(
          "CLOCK_BACKWARDS",
          `The clock stands at ${format(here)} and never goes back; reset the account, or restore a snapshot.`,
        ).refused;
      const happened: Record<string, number> = {};
      for (const { eventName } of await world.happenUntil(target)) happened[eventName] = (happened[eventName] ?? 0) + 1;
      await world.setClock(target, "freeze" in body ? body.freeze : frozen);
      return { status: 200 as const, body: reading(world, happened) };
    });
  },
};
