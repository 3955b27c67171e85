import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { listen } from "../control/listening.ts";
import { send } from "../control/running.ts";
import { Postgres, programs, sayMissing } from "../support/postgres.ts";

sayMissing();
describe.skipIf(!programs)("a stream on one of several servers", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
  });
  afterAll(() => postgres.stop());

  async function two(): Promise<[RunningSandbox, RunningSandbox]> {
    const database = await postgres.address();
    const start = async () => {
      const server = await startSandbox({ database, seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
      onTestFinished(() => server.close());
      return server;
    };
    return [await start(), await start()];
  }
  const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
  const streamOf = (server: RunningSandbox, query = "") => listen(`${server.url}/_sandbox/stream${query}`);
  const idsOf = (events: readonly { eventId: number }[]) => events.map(({ eventId }) => eventId);
  const idsIn = ({ messages }: Awaited<ReturnType<typeof listen>>) =>
    messages.filter(({ event }) => event === "event").map(({ data }) => data.eventId);

  it("has what happened on the other while its subscriber was away for a moment", async () => {
    const [one, other] = await two();
    const world = await other.world("team");
    const first = await streamOf(one);
    await expect.poll(first.lastId).toBeDefined();
    first.stop();
    await send(`${world.baseUrl}/thirdparties`, "POST", siret, { authorization: `Bearer ${world.token}` });
    const again = await streamOf(one, `?lastEventId=${first.lastId()}`);
    const journal = idsOf(await world.events());
    await expect.poll(() => again.messages.length).toBe(journal.length + 1);
    expect(idsIn(again)).toEqual(journal);
    expect(new Set(again.messages.map(({ event }) => event))).toEqual(new Set(["event", "request"]));
  });

  it("says `missed` to a subscriber of the other server, and continues from now on", async () => {
    const [one, other] = await two();
    const world = await one.world("team");
    const first = await streamOf(one, "?kind=event");
    await world.trigger("THIRD_PARTY_ADDED");
    await expect.poll(() => first.messages.length).toBeGreaterThan(0);
    first.stop();
    const again = await streamOf(other, `?kind=event&lastEventId=${first.lastId()}`);
    await expect.poll(() => again.messages.length).toBe(1);
    const before = idsOf(await world.events());
    await world.clock.advance("P60D");
    const after = idsOf(await world.events()).slice(before.length);
    await expect.poll(() => idsIn(again).length).toBe(after.length);
    expect(idsIn(again)).toEqual(after);
    expect(again.messages[0]).toMatchObject({
      event: "missed",
      data: { detail: expect.stringContaining(`since ${first.lastId()}`) },
    });
  });
});
