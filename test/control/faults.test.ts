import { describe, expect, it } from "vitest";
import { add, ask, running, send } from "./running.ts";

const on = running();
const faults = () => `${on.sandbox.url}/_sandbox/faults`;
const window = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-16T00:00:00";

describe("a fault", () => {
  it.each([
    ["cuts the connection before the operation by a fault of kind disconnect", "disconnect", "fetch failed", 0],
    ["cuts the response off after the operation by a fault of kind truncate", "truncate", "terminated", 1],
  ] as const)("%s", async (_, kind, error, stored) => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind, operation: "thirdparties.create", times: 1 });
    await expect(add(world)).rejects.toThrow(error);
    expect((await ask(world, "/thirdparties")).body.totalElements).toBe(stored);
  });

  it("sets, clears and resets the faults of one account without those of others", async () => {
    const [one, other] = [await on.sandbox.world(), await on.sandbox.world()];
    const statuses = async () => [(await ask(one, "/thirdparties")).status, (await ask(other, "/thirdparties")).status];
    await other.faults.set({ kind: "status", status: 418 });
    await one.faults.set({ kind: "status", status: 500 });
    expect(await statuses()).toEqual([500, 418]);
    await one.faults.clear();
    expect(await statuses()).toEqual([200, 418]);
    await one.reset();
    expect(await statuses()).toEqual([200, 418]);
    await other.reset();
    expect(await statuses()).toEqual([200, 200]);
  });

  it("applies a fault without an account to all, and lists, replaces and clears it", async () => {
    const [one, other] = [await on.sandbox.world(), await on.sandbox.world()];
    const everywhere = [{ kind: "status", status: 502, times: 2 }];
    expect((await send(faults(), "PUT", everywhere)).body).toEqual(everywhere);
    const seen = [await ask(one, "/dossiers"), await ask(other, "/dossiers"), await ask(one, "/dossiers")];
    expect(seen.map(({ status }) => status)).toEqual([502, 502, 200]);
    await send(faults(), "PUT", everywhere);
    expect((await send(faults(), "DELETE")).status).toBe(204);
    expect((await send(faults())).body).toEqual([]);
    expect((await ask(one, "/dossiers")).status).toBe(200);
  });

  it.each([
    [[{ kind: "status", operation: "thirdparty.list" }], "/0/operation", "did you mean thirdparties.list?"],
    [[{ kind: "status" }, { kind: "explode" }], "/1/kind", ""],
    [[{ kind: "status", status: 200 }], "/0/status", ""],
    [[{ kind: "status", probability: 2 }], "/0/probability", ""],
    [[{ kind: "status", often: 2 }], "/0", ""],
    [[{ kind: "status", lag: "PT5M" }], "/0/lag", "Only a lag has a lag."],
    [[{ kind: "lag", lag: "5 minutes" }], "/0/lag", ""],
    [[{ kind: "lag", times: 1 }], "/0/times", "A lag has no times: it delays every event for every search."],
    [[{ kind: "lag", probability: 0.5 }], "/0/probability", "A lag has no probability"],
    [[{ kind: "lag", operation: "dossiers.require" }], "/0/operation", "takes no filter by events"],
    [[{ kind: "status", accountId: "b" }], "/0/accountId", "The faults of a are being replaced", "?accountId=a"],
  ])("refuses the faults %j", async (wanted, pointer, hint, query = "") => {
    const { status, body } = await send(faults() + query, "PUT", wanted);
    expect(status).toBe(400);
    expect((body.errors as { pointer: string }[])[0]?.pointer).toContain(pointer);
    expect(body.detail).toContain(hint);
    expect((await send(faults())).body).toEqual([]);
  });

  it("names a hundred wrong faults, and counts the others", async () => {
    const wrong = Array.from({ length: 130 }, () => ({ kind: "status", operation: "no.such" }));
    const { status, body } = await send(faults(), "PUT", wrong);
    expect([status, (body.errors as unknown[]).length, body.furtherErrors]).toEqual([400, 100, 30]);
  });

  it("hides an event from searches until a lag has gone by on the account's clock", async () => {
    const world = await on.sandbox.world();
    const found = async (path: string) =>
      (await ask(world, `${path}?eventNames=THIRD_PARTY_ADDED&${window}`)).body.totalElements;
    await world.faults.set({ kind: "lag", lag: "PT10M" });
    const [added] = await world.trigger("THIRD_PARTY_ADDED");
    expect(await world.events({ names: ["THIRD_PARTY_ADDED"] })).toHaveLength(1);
    expect((await ask(world, "/thirdparties")).body.totalElements).toBe(1);
    const seen: unknown[] = [];
    for (const step of ["PT0S", "PT9M59S", "PT1S"]) {
      await world.clock.advance(step);
      seen.push(await found("/thirdparties/search"), await found("/thirdparties"));
    }
    expect(seen).toEqual([0, 0, 0, 0, 1, 1]);
    const logged = await world.requests({ operation: "thirdparties.search" });
    expect(logged.map(({ fault }) => fault)).toEqual(["lag", "lag", "lag"]);
    const [hidden, , first] = logged.map(({ lastEventId }) => lastEventId);
    expect([hidden, (first ?? 0) >= (added?.eventId ?? 0)]).toEqual([null, true]);
    await world.faults.set({ kind: "lag", operation: "thirdparties.search" });
    await world.trigger("THIRD_PARTY_ADDED");
    expect([await found("/thirdparties/search"), await found("/thirdparties")]).toEqual([1, 2]);
  });
});
