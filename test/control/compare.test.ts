import { describe, expect, it } from "vitest";
import { running, send } from "./running.ts";

const on = running({ seed: "onboarding" });
const compare = (query: string) => send(`${on.sandbox.url}/_sandbox/compare?${query}`);

describe("accounts.compare", () => {
  it("finds a fork equal to its source, whatever their names", async () => {
    await (await on.sandbox.world("c-1")).fork("c-2");
    const { status, body } = await compare("before=c-1&after=c-2");
    expect({ status, counts: body.counts, total: body.totalElements }).toEqual({ status: 200, counts: [], total: 0 });
    expect(body.before).toEqual({ accountId: "c-1", snapshot: null, now: "2026-01-15T09:00:00.000" });
  });

  it("shows what has changed since a snapshot, and between two snapshots", async () => {
    const world = await on.sandbox.world("c-3");
    await world.snapshot("one");
    const [{ thirdpartyId } = { thirdpartyId: 0 }] = await world.events();
    const events = await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId });
    await world.snapshot("two");
    const since = await world.compare({ snapshot: "one" });
    const archived = since.content.find(({ collection, id }) => collection === "thirdparties" && id === thirdpartyId);
    expect(archived).toMatchObject({
      difference: "changed",
      fields: expect.arrayContaining([{ path: "/archived", before: false, after: true }]),
    });
    expect(since.counts).toContainEqual({ collection: "events", added: events.length, removed: 0, changed: 0 });
    const both = (await compare("before=c-3&beforeSnapshot=one&afterSnapshot=two&size=1000")).body;
    expect(both.content).toEqual(since.content);
    const back = (await compare("before=c-3&beforeSnapshot=two&afterSnapshot=one&size=1000&collection=events")).body;
    expect(back.content.map(({ id, difference }) => [id, difference])).toEqual(
      events.map(({ eventId }) => [eventId, "removed"]),
    );
  });

  it.each([
    ["before=nobody", 404, "ACCOUNT_NOT_FOUND"],
    ["before=c-4&after=nobody", 404, "ACCOUNT_NOT_FOUND"],
    ["before=c-4&beforeSnapshot=none", 404, "SNAPSHOT_NOT_FOUND"],
    ["", 400, "VALIDATION_ERROR"],
    ["before=c-4&collection=none", 400, "VALIDATION_ERROR"],
  ])("refuses %j", async (query, status, code) => {
    await on.sandbox.world("c-4", { seed: "empty" });
    expect((await compare(query)).body).toMatchObject({ status, code });
  });
});
