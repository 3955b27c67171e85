import { describe, expect, it } from "vitest";
import type { Fault, SandboxWorld } from "../../src/client/world.ts";
import { running, send } from "./running.ts";

const on = running();
const faults = () => `${on.sandbox.url}/_sandbox/faults`;
const list = (world: SandboxWorld, path = "/thirdparties") =>
  send(world.baseUrl + path, "GET", undefined, { authorization: `Bearer ${world.token}` });
const statuses = async (world: SandboxWorld, count: number) => {
  const seen: number[] = [];
  for (let at = 0; at < count; at++) seen.push((await list(world)).status);
  return seen;
};

describe("a fault", () => {
  it("answers the status of a fault as a problem, with Retry-After", async () => {
    const world = await on.sandbox.world();
    await world.faults.set(
      { kind: "status", status: 429, times: 1 },
      { kind: "status", times: 1 },
      { kind: "status", status: 500, times: 1 },
    );
    const [limited, down, broken, well] = [await list(world), await list(world), await list(world), await list(world)];
    expect(limited.body).toMatchObject({ status: 429, code: "RATE_LIMITED", title: "Too Many Requests" });
    expect(limited.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect([limited, down, broken].map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1", null]);
    expect(down.body).toMatchObject({ status: 503, code: "INJECTED_FAULT" });
    expect([broken.status, well.status]).toEqual([500, 200]);
    expect(await world.faults.list()).toEqual([]);
  });

  it("delays an operation by a fault of kind delay, and then performs it", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "delay", delayMs: 120, times: 1 });
    const started = performance.now();
    expect((await list(world)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });

  it("cuts the connection before the operation by a fault of kind disconnect", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "disconnect", operation: "thirdparties.create", times: 1 });
    const body = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
    await expect(
      send(`${world.baseUrl}/thirdparties`, "POST", body, { authorization: `Bearer ${world.token}` }),
    ).rejects.toThrow("fetch failed");
    expect((await list(world)).body.totalElements).toBe(0);
  });

  it("cuts the response off after the operation by a fault of kind truncate", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "truncate", operation: "thirdparties.create", times: 1 });
    const body = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
    await expect(
      send(`${world.baseUrl}/thirdparties`, "POST", body, { authorization: `Bearer ${world.token}` }),
    ).rejects.toThrow("terminated");
    expect((await list(world)).body.totalElements).toBe(1);
  });

  it("answers invalid JSON by a fault of kind malformed", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "malformed", times: 1 });
    const response = await fetch(`${world.baseUrl}/thirdparties`, {
      headers: { authorization: `Bearer ${world.token}` },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect((await list(world)).status).toBe(200);
  });

  it("truncates and spoils a file too", async () => {
    const world = await on.sandbox.world();
    const headers = { authorization: `Bearer ${world.token}` };
    const { dossierId } = await world.scenario("document-to-review");
    const url = `${world.baseUrl}/dossiers/${dossierId}/files/download`;
    const whole = (await (await fetch(url, { headers })).arrayBuffer()).byteLength;
    await world.faults.set({ kind: "truncate", times: 1 });
    await expect(fetch(url, { headers }).then((response) => response.arrayBuffer())).rejects.toThrow("terminated");
    await world.faults.set({ kind: "malformed", times: 1 });
    expect((await (await fetch(url, { headers })).arrayBuffer()).byteLength).toBeLessThan(whole);
    expect((await (await fetch(url, { headers })).arrayBuffer()).byteLength).toBe(whole);
  });

  it("applies a fault to its operation only, as often as it says", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "status", operation: "dossiers.list", times: 2 });
    expect((await list(world)).status).toBe(200);
    expect([(await list(world, "/dossiers")).status, await world.faults.list()]).toEqual([
      503,
      [{ kind: "status", operation: "dossiers.list", times: 1, accountId: world.accountId }],
    ]);
    expect([(await list(world, "/dossiers")).status, (await list(world, "/dossiers")).status]).toEqual([503, 200]);
  });

  it("draws the probability of a fault from the world's chance, the same in each run", async () => {
    const flaky: Fault = { kind: "status", probability: 0.4 };
    const runs: number[][] = [];
    for (const accountId of ["chance-a", "chance-b"]) {
      const world = await on.sandbox.world(accountId, { randomSeed: 5 });
      await world.faults.set(flaky);
      // Requests of another account come in between, and change nothing.
      const [seen] = await Promise.all([statuses(world, 40), on.sandbox.world().then((other) => statuses(other, 10))]);
      runs.push(seen);
    }
    const struck = runs[0]?.filter((status) => status === 503).length as number;
    expect(runs[1]).toEqual(runs[0]);
    expect(struck > 8 && struck < 24).toBe(true);
    const other = await on.sandbox.world("chance-c", { randomSeed: 6 });
    await other.faults.set(flaky);
    expect(await statuses(other, 40)).not.toEqual(runs[0]);
  });

  it("sets, clears and resets the faults of one account without those of others", async () => {
    const [one, other] = [await on.sandbox.world(), await on.sandbox.world()];
    await other.faults.set({ kind: "status", status: 418 });
    await one.faults.set({ kind: "status", status: 500 });
    expect([(await list(one)).status, (await list(other)).status]).toEqual([500, 418]);
    await one.faults.clear();
    expect([(await list(one)).status, (await list(other)).status]).toEqual([200, 418]);
    await one.reset();
    await one.delete();
    expect((await list(other)).status).toBe(418);
    await other.reset();
    expect((await list(other)).status).toBe(200);
  });

  it("applies a fault without an account to all, and lists, replaces and clears it", async () => {
    const [one, other] = [await on.sandbox.world(), await on.sandbox.world()];
    const everywhere = [{ kind: "status", status: 502, times: 2 }];
    expect((await send(faults(), "PUT", everywhere)).body).toEqual(everywhere);
    expect([(await list(one)).status, (await list(other)).status, (await list(one)).status]).toEqual([502, 502, 200]);
    await send(faults(), "PUT", everywhere);
    expect((await send(faults(), "DELETE")).status).toBe(204);
    expect((await send(faults())).body).toEqual([]);
    expect((await list(one)).status).toBe(200);
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
  ])("refuses the faults %j", async (wanted, pointer, hint) => {
    const { status, body } = await send(faults(), "PUT", wanted);
    expect(status).toBe(400);
    expect((body.errors as { pointer: string }[])[0]?.pointer).toContain(pointer);
    expect(body.detail).toContain(hint);
    expect((await send(faults())).body).toEqual([]);
  });

  it("hides an event from searches until a lag has gone by on the account's clock", async () => {
    const world = await on.sandbox.world();
    const search = async (path: string) => {
      const query = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-16T00:00:00";
      const { body } = await list(world, `${path}?eventNames=THIRD_PARTY_ADDED&${query}`);
      return body.totalElements;
    };
    await world.faults.set({ kind: "lag", lag: "PT10M" });
    const [added] = await world.trigger("THIRD_PARTY_ADDED");
    expect(await world.events({ names: ["THIRD_PARTY_ADDED"] })).toHaveLength(1);
    expect((await list(world)).body.totalElements).toBe(1);
    const seen: unknown[] = [];
    for (const step of ["PT0S", "PT9M59S", "PT1S", "PT1S"]) {
      await world.clock.advance(step);
      seen.push([await search("/thirdparties/search"), await search("/thirdparties")]);
    }
    expect(seen).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
      [1, 1],
    ]);
    const logged = await world.requests({ operation: "thirdparties.search" });
    expect(logged.map(({ fault }) => fault)).toEqual(["lag", "lag", "lag", "lag"]);
    const [hidden, , first] = logged.map(({ lastEventId }) => lastEventId);
    expect([hidden, (first ?? 0) >= (added?.eventId ?? 0)]).toEqual([null, true]);
    await world.faults.set({ kind: "lag", operation: "thirdparties.search" });
    await world.trigger("THIRD_PARTY_ADDED");
    expect([await search("/thirdparties/search"), await search("/thirdparties")]).toEqual([1, 2]);
  });

  it("strikes by another fault beside a lag, and the longest of several lags counts", async () => {
    const world = await on.sandbox.world();
    await world.faults.set({ kind: "lag", lag: "PT1M" }, { kind: "lag", lag: "PT1H" }, { kind: "status", times: 1 });
    await world.trigger("THIRD_PARTY_ADDED");
    await world.clock.advance("PT30M");
    const query = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-16T00:00:00";
    const search = () => list(world, `/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${query}`);
    expect([(await search()).status, (await search()).body.totalElements]).toEqual([503, 0]);
    expect(await world.faults.list()).toMatchObject([{ lag: "PT1M" }, { lag: "PT1H" }]);
  });

  it("names a hundred wrong faults, and counts the others", async () => {
    const wrong = Array.from({ length: 130 }, () => ({ kind: "status", operation: "no.such" }));
    const { status, body } = await send(faults(), "PUT", wrong);
    expect([status, (body.errors as unknown[]).length, body.furtherErrors]).toEqual([400, 100, 30]);
  });

  it("refuses a fault for another account than the one whose faults are replaced", async () => {
    const { status, body } = await send(`${faults()}?accountId=a`, "PUT", [{ kind: "status", accountId: "b" }]);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer: "/0/accountId" }] });
  });
});

describe("a request with Prefer", () => {
  it("answers with the preferred status after the preferred delay", async () => {
    const world = await on.sandbox.world();
    const started = performance.now();
    const answer = await send(`${world.baseUrl}/thirdparties/924000`, "GET", undefined, {
      authorization: `Bearer ${world.token}`,
      prefer: "code=404, delay=80",
    });
    expect(answer.body).toMatchObject({ status: 404 });
    expect(answer.headers.get("preference-applied")).toContain("code=404");
    expect(performance.now() - started).toBeGreaterThanOrEqual(75);
  });
});
