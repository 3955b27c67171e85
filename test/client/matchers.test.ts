import { describe, expect, it } from "vitest";
import { assertMissedNothing, matchers, missedNothing } from "../../src/client/matchers.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import { Poller } from "../control/polling.ts";
import { now, running } from "../control/running.ts";

const on = running();
expect.extend(matchers);

/** Two third parties join, of which a client with pages of one reads the first or all. */
async function polled(read: (client: Poller, from: string, to: string) => Promise<unknown>): Promise<SandboxWorld> {
  const world = await on.sandbox.world();
  await world.trigger("THIRD_PARTY_ADDED");
  await world.trigger("THIRD_PARTY_ADDED");
  await world.clock.advance("PT5M");
  await read(new Poller(world, { size: 1 }), now, "2026-01-15T09:04:59");
  return world;
}
const careless = () => polled((client, from, to) => client.page(from, to));
const careful = () => polled((client, from, to) => client.read(from, to));

describe("toMissNothing", () => {
  it("passes for a client that was shown every event, and so do the functions", async () => {
    const report = await (await careful()).sync();
    expect(report).toMissNothing();
    expect(missedNothing(report)).toBe(true);
    assertMissedNothing(report);
    expect(() => expect(report).not.toMissNothing()).toThrow(`Every event reached the clients of ${report.accountId}.`);
  });

  it("fails with the sentences of what was missed, and so does assertMissedNothing", async () => {
    const world = await careless();
    const report = await world.sync();
    const [, missed] = await world.events({ names: ["THIRD_PARTY_ADDED"] });
    const message =
      `demo missed 1 (THIRD_PARTY_ADDED ${missed?.eventId}). Only 1 of 2 pages of the window from ` +
      "2026-01-15T09:00:00 to 2026-01-15T09:04:59 was read: go on until page reaches totalPages.";
    expect(() => expect(report).toMissNothing()).toThrow(message);
    expect(() => assertMissedNothing(report)).toThrow(new Error(message));
    expect(missedNothing(report)).toBe(false);
    expect(report).not.toMissNothing();
  });

  it("fails when no search of a client was answered, and says why", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world, { names: ["THIRD_PARTY_ADD" as never] });
    await expect(client.read(now, "2026-01-15T09:04:59")).rejects.toThrow("400");
    expect(missedNothing(await world.sync())).toBe(false);
    await world.faults.set({ kind: "status" });
    await expect(new Poller(world).read(now, "2026-01-15T09:04:59")).rejects.toThrow("503");
    const report = await world.sync();
    expect(() => expect(report).toMissNothing()).toThrow(
      /^No search of demo was answered\. A search was refused with 400 and read nothing \(.*THIRD_PARTY_ADD/,
    );
  });

  it("fails when no client was seen, because nothing was shown by it", async () => {
    const report = await (await on.sandbox.world()).sync();
    expect(() => expect(report).toMissNothing()).toThrow(/^Nothing can be said of .+: No search by events was seen/);
  });
});
