import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { messages } from "../../src/client/stream.ts";
import { add, expectRunning, now, running, runningAlone, send } from "./running.ts";

const on = running();
/** A server tells how far its own moves are. */
const alone = runningAlone();
const accounts = () => `${on.sandbox.url}/_sandbox/accounts`;
const clockOf = (accountId: string) => `${accounts()}/${accountId}/clock`;
const makeAt = (accountId: string, wish: object) => send(`${accounts()}/${accountId}`, "PUT", wish);
const end = "9999-12-31T23:59:59.999";

describe("the clock", () => {
  it("reads, advances, sets, stops and resumes the clock", async () => {
    const world = await on.sandbox.world();
    expect(await world.clock.now()).toBe(`${now}.000`);
    expect((await world.clock.advance("P1M")).now).toBe("2026-02-15T09:00:00.000");
    expect((await world.clock.set("2027-01-01T00:00:00")).now).toBe("2027-01-01T00:00:00.000");
    const started = Date.now();
    expect(await world.clock.resume()).toMatchObject({ frozen: false });
    await wait(15);
    const later = await world.clock.now();
    expect(later > "2027-01-01T00:00:00.000").toBe(true);
    expectRunning(later, "2027-01-01T00:00:00", started);
    const { frozen, now: stopped } = await world.clock.freeze();
    await wait(15);
    expect({ frozen, now: await world.clock.now() }).toEqual({ frozen: true, now: stopped });
  });

  it("runs what becomes due on the way, in order and each at its own time, and counts the events", async () => {
    const world = await on.sandbox.world();
    await add(world);
    const before = (await world.events()).length;
    const { happened } = await world.clock.advance("P120D");
    const events = (await world.events()).slice(before);
    const counted: Record<string, number> = {};
    for (const { eventName } of events) counted[eventName] = (counted[eventName] ?? 0) + 1;
    expect(Object.keys(happened).length).toBeGreaterThan(3);
    expect(happened).toEqual(counted);
    const moments = events.map(({ occurredAt }) => occurredAt);
    expect(moments).toEqual(moments.toSorted());
    expect(new Set(moments.map((moment) => moment.slice(0, 10))).size).toBeGreaterThan(3);
  });

  it.each(["stands", "runs"])("cancels a long move of a clock that %s, and says how far it came", async (state) => {
    const world = await on.sandbox.world("cancelled", { seed: "onboarding" });
    if (state === "runs") await world.clock.resume();
    const moving = world.clock.advance("P90Y");
    const cancel = () => send(`${clockOf(world.accountId)}/move`, "DELETE");
    let { status, body } = await cancel();
    while (status === 409 && (await Promise.race([moving, wait(0)])) === undefined) ({ status, body } = await cancel());
    const { cancelled, nextDue, now: reached } = await moving;
    expect({ status, cancelled, asked: body.cancelled }).toEqual({ status: 200, cancelled: true, asked: true });
    // A part ends a millisecond before the next job, and a clock that runs goes on while the answer is on its way.
    const ranOn = state === "runs" ? 3_600_000 : 0;
    const isAhead = (from: unknown, to: unknown) => Date.parse(`${from}`) < Date.parse(`${to}`) + ranOn;
    expect([reached > now, reached < "2116", isAhead(reached, nextDue)]).toEqual([true, true, true]);
    expect([isAhead(body.now, body.nextDue), `${body.now}` < "2116"]).toEqual([true, true]);
    if (state === "stands") expect((await world.clock.read()).now).toBe(reached);
    const { status: again, body: problem } = await cancel();
    const detail = `The clock of ${world.accountId} is not being moved: there is nothing to cancel.`;
    expect({ again, code: problem.code, detail: problem.detail }).toEqual({ again: 409, code: "CONFLICT", detail });
  });

  it("goes on with a move whose connection is closed", async () => {
    const { sandbox } = alone;
    const { accountId, clock } = await sandbox.world("closed", { seed: "onboarding" });
    const path = `${sandbox.url}/_sandbox/accounts/${accountId}/clock`;
    const [following, moving] = [new AbortController(), new AbortController()];
    const body = JSON.stringify({ advance: "P3Y" });
    const headers = { "content-type": "application/json" };
    let moved: Promise<unknown> | undefined;
    for await (const message of messages({ url: sandbox.url, key: null, account: accountId }, following.signal)) {
      moved ??= fetch(path, { method: "POST", headers, body, signal: moving.signal }).catch(String);
      if (message !== "following" && message.event === "progress") break;
    }
    moving.abort();
    expect(await moved).toMatch("AbortError");
    expect(await clock.now()).toBe("2029-01-15T09:00:00.000");
  });

  it("refuses to move the clock back", async () => {
    const world = await on.sandbox.world();
    const { status, body } = await send(clockOf(world.accountId), "POST", { set: "2020-01-01T00:00:00" });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "CLOCK_BACKWARDS" });
    expect(await world.clock.now()).toBe(`${now}.000`);
  });

  it.each([
    [{ advance: "90 days" }],
    [{ advance: "P" }],
    [{ set: "2027-01-01" }],
    [{ set: "2027-02-30T00:00:00" }],
    [{ set: "2027-01-01T00:00:00Z" }],
    [{ set: "1979-12-31T23:59:59.999" }],
    [{ advance: "P1D", freeze: true }],
    [{}],
    [[]],
  ])("refuses to move the clock by %j", async (move) => {
    const world = await on.sandbox.world("refusing");
    const { status, body } = await send(clockOf("refusing"), "POST", move);
    expect({ status, errors: (body.errors as unknown[]).length > 0 }).toEqual({ status: 400, errors: true });
    expect(await world.clock.now()).toBe(`${now}.000`);
  });

  it("refuses to move the clock past the end of 9999, and changes nothing", async () => {
    expect((await makeAt("late", { now: "9999-12-31T00:00:00", freeze: true })).status).toBe(201);
    const before = (await send(`${accounts()}/late/state`)).text;
    for (const advance of ["P1D", "P9999Y", "PT999999H999999M999999999S", "PT86400S"]) {
      const { status, body } = await send(clockOf("late"), "POST", { advance });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "CLOCK_ENDS" });
      expect(body.detail).toContain(`ends at ${end}`);
    }
    expect((await send(`${accounts()}/late/state`)).text).toBe(before);
  });

  it("serves an account whose clock stands at its last moment, and plans nothing after it", async () => {
    await makeAt("last", { seed: "empty", now: "9999-12-30T00:00:00", freeze: true });
    const world = { baseUrl: `${on.sandbox.url}/api/v1/account/last`, token: await on.sandbox.token(["last"]) };
    expect((await add(world)).status).toBe(201);
    const { body } = await send(clockOf("last"), "POST", { set: end });
    expect(body).toMatchObject({ now: end, nextDue: null });
    const state = await send(`${accounts()}/last/state`);
    expect(state.text).not.toMatch(/"\+?\d{5,6}-/);
    expect((await send(`${accounts()}/again/state`, "PUT", state.body)).status).toBe(200);
    expect((await send(clockOf("again"))).body).toMatchObject({ now: end, nextDue: null });
  });

  it("a running clock stands still at the end of 9999", async () => {
    await makeAt("ending", { now: "9999-12-31T23:59:59.998", freeze: false });
    await wait(15);
    expect((await send(clockOf("ending"))).body).toMatchObject({ now: end, frozen: false, nextDue: null });
    expect((await send(clockOf("ending"), "POST", { advance: "PT0S" })).status).toBe(200);
    expect((await send(clockOf("ending"), "POST", { freeze: true })).body).toMatchObject({ now: end, frozen: true });
  });

  it("a world can start at the first moment of a clock, and no earlier", async () => {
    const first = "1980-01-01T00:00:00";
    const early = await makeAt("early", { seed: "onboarding", now: first, freeze: true });
    expect(early).toMatchObject({ status: 201, body: { createdAt: `${first}.000` } });
    const refused = await makeAt("earlier", { seed: "empty", now: "1979-12-31T23:59:59.999" });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body.errors)).toContain("from 1980-01-01 to the end of 9999");
    expect((await send(clockOf("earlier"))).status).toBe(404);
  });

  it("runs what has become due before it answers a request, while the clock runs", async () => {
    const world = await on.sandbox.world();
    await add(world);
    const { nextDue } = await world.clock.read();
    const close = new Date(Date.parse(`${nextDue}Z`) - 100).toISOString().slice(0, 23);
    await world.clock.set(close);
    const before = (await world.events()).length;
    await world.clock.resume();
    await wait(200);
    const after = await world.events();
    expect(after.length).toBeGreaterThan(before);
    expect(after[before]?.occurredAt.slice(0, 16)).toBe(nextDue?.slice(0, 16));
  });
});
