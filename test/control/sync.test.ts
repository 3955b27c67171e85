import { describe, expect, it } from "vitest";
import type { EventName, Fault, SandboxWorld, SyncOptions } from "../../src/client/world.ts";
import { format, parse, second } from "../../src/domain/time.ts";
import { startSandbox } from "../../src/start.ts";
import { ask, running, send } from "./running.ts";

const on = running();
const start = "2026-01-15T09:00:00";
/** A moment as clients write it, so many seconds away from another one. */
const moved = (moment: string, seconds: number) => format(parse(moment) + seconds * second).slice(0, 19);
/** So many minutes after the start, less a second for the end of a window that is over. */
const minute = (minutes: number) => moved(start, 60 * minutes);
const until = (minutes: number) => moved(start, 60 * minutes - 1);

interface Asked {
  names?: readonly EventName[];
  resource?: "thirdparties" | "dossiers";
  size?: number;
  token?: string;
}
/** A client that polls the events of one resource, as users write them: each test has its own idea of windows. */
function poller({ baseUrl, token: own }: SandboxWorld, asked: Asked = {}) {
  const { names = ["THIRD_PARTY_ADDED"], resource = "thirdparties", size = 20, token = own } = asked;
  /** One page; rejects as a client does that meets an error, a torn answer or one that is no JSON. */
  const page = async (from: string, to: string, nth = 0) => {
    const query = `eventNames=${names}&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
    const path = `/${resource}/search?${query}&page=${nth}&size=${size}`;
    const { status, body } = await ask({ baseUrl, token }, path);
    if (status !== 200 || typeof body !== "object") throw new Error(`answered ${status}`);
    return body.totalPages as number;
  };
  const read = async (from: string, to: string) => {
    for (let nth = 0, pages = 1; nth < pages; nth++) pages = await page(from, to, nth);
  };
  return { page, read };
}

const wait = (world: SandboxWorld, minutes: number) => world.clock.advance(`PT${minutes}M`);
/** A third party joins, which leaves one event of that name. */
const join = (world: SandboxWorld) => world.trigger("THIRD_PARTY_ADDED");
const idsOf = async (world: SandboxWorld, ...names: EventName[]) =>
  (await world.events({ names })).map(({ eventId }) => eventId);

/** Each finding that lost events, with their ids. */
async function lost(world: SandboxWorld, wish: SyncOptions = {}) {
  const { findings } = await world.sync(wish);
  return findings
    .filter(({ missed }) => missed > 0)
    .map(({ kind, caller, events }) => [kind, caller, events.content.map(({ eventId }) => eventId)]);
}

describe("the synchronisation audit of a client with a mistake", () => {
  it.each<[Fault["kind"], string]>([
    ["status", "503"],
    ["disconnect", "a connection that was cut"],
    ["truncate", "half an answer"],
    ["malformed", "an answer that is no JSON"],
  ])("convicts a client that moves its cursor after a poll that failed by %s", async (kind, words) => {
    const world = await on.sandbox.world();
    const client = poller(world);
    await join(world);
    await wait(world, 5);
    await world.faults.set({ kind, times: 1 });
    await expect(client.read(start, until(5))).rejects.toThrow();
    await wait(world, 5);
    await client.read(minute(5), until(10));
    expect(await lost(world)).toEqual([["failed", "demo", await idsOf(world, "THIRD_PARTY_ADDED")]]);
    expect((await world.sync()).findings[0]?.sentence).toBe(
      `The window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was answered with ${words} and never repeated: ` +
        "move the cursor only after the last page has been read.",
    );
  });

  it("convicts a client that reads the first page only", async () => {
    const world = await on.sandbox.world();
    for (let count = 0; count < 5; count++) await join(world);
    await wait(world, 5);
    await poller(world, { size: 2 }).page(start, until(5));
    expect(await lost(world)).toEqual([["pages", "demo", (await idsOf(world, "THIRD_PARTY_ADDED")).slice(2)]]);
  });

  it("convicts a client that does not look back for events that become visible late", async () => {
    const world = await on.sandbox.world();
    const client = poller(world);
    await world.faults.set({ kind: "lag", lag: "PT5M" });
    await wait(world, 3);
    await join(world);
    await wait(world, 2);
    await client.read(start, until(5));
    await wait(world, 5);
    await client.read(minute(5), until(10));
    expect(await lost(world)).toEqual([["late", "demo", await idsOf(world, "THIRD_PARTY_ADDED")]]);
  });

  it("convicts a client that asks for some of the names only that it has to follow", async () => {
    const world = await on.sandbox.world();
    await join(world);
    await world.trigger("THIRD_PARTY_ARCHIVED");
    await wait(world, 5);
    await poller(world).read(start, until(5));
    expect(await lost(world, { names: ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED"] })).toEqual([
      ["names", null, await idsOf(world, "THIRD_PARTY_ARCHIVED")],
    ]);
    expect((await world.sync()).findings).toMatchObject([{ kind: "names", missed: 0 }]);
  });
});

describe("the synchronisation audit of a quiet account", () => {
  it("fails a client that leaves an hour out between its windows, and one that moves on after a failure", async () => {
    const world = await on.sandbox.world();
    const names: EventName[] = ["THIRD_PARTY_ARCHIVED"];
    const [one, other] = [poller(world, { names }), poller(world, { names, token: await world.tokenFor(99, "other") })];
    await wait(world, 180);
    await one.read(start, until(60));
    await one.read(minute(120), until(180));
    await other.read(start, until(60));
    await world.faults.set({ kind: "status", times: 1 });
    await expect(other.read(minute(60), until(120))).rejects.toThrow();
    await other.read(minute(120), until(180));
    expect((await world.sync()).findings).toMatchObject([
      { kind: "gap", caller: "demo", missed: 0, fails: true },
      { kind: "failed", caller: "other", missed: 0, fails: true },
    ]);
  });
});

describe("the synchronisation audit of a client without a mistake", () => {
  it("acquits a client that begins again where it was after a failure", async () => {
    const world = await on.sandbox.world();
    const client = poller(world, { size: 1 });
    let cursor = start;
    for (let nth = 0; nth < 8; nth++) {
      await join(world);
      await join(world);
      await wait(world, 5);
      const end = moved(await world.clock.now(), -1);
      if (nth % 3 === 0) await world.faults.set({ kind: nth === 0 ? "truncate" : "status", times: 1 });
      const isRead = await client.read(cursor, end).then(
        () => true,
        () => false,
      );
      if (isRead) cursor = moved(end, 1);
    }
    const { callers, findings } = await world.sync();
    expect(callers).toMatchObject([{ due: 16, missed: 0 }]);
    expect(findings.filter(({ kind }) => kind !== "names")).toEqual([]);
  });
});

describe("the report of a world", () => {
  const sync = (world: SandboxWorld, query = "") =>
    send(`${on.sandbox.url}/_sandbox/accounts/${world.accountId}/sync${query}`);

  it("says of a world without a search that nothing can be said", async () => {
    const world = await on.sandbox.world();
    expect(await world.sync()).toEqual({
      accountId: world.accountId,
      clock: `${start}.000`,
      isComplete: true,
      callers: [],
      findings: [],
      unknowns: [
        "No search by events was seen: a client that does not poll, or polls another account, cannot be judged.",
      ],
    });
  });

  it("reports on one caller, and names the known ones in place of an unknown one", async () => {
    const world = await on.sandbox.world();
    await wait(world, 5);
    await poller(world).read(start, until(5));
    await poller(world, { token: await world.tokenFor(3600, "other") }).read(start, until(5));
    expect((await world.sync({ caller: "other" })).callers).toMatchObject([{ caller: "other", searches: 1 }]);
    expect((await sync(world, "?caller=nobody")).body).toMatchObject({
      status: 404,
      detail: "No search by events with a token of the subject nobody was seen; there are searches of demo, other.",
    });
  });

  it("refuses an event name that does not exist, and an option that does not", async () => {
    const world = await on.sandbox.world();
    expect((await sync(world, "?names=THIRD_PARTY_ADED")).body).toMatchObject({ code: "UNKNOWN_EVENT_NAME" });
    expect((await sync(world, "?from=yesterday")).status).toBe(400);
    await expect(world.sync({ callers: "x" } as object)).rejects.toThrow(/callers/);
    expect((await send(`${on.sandbox.url}/_sandbox/accounts/nowhere/sync`)).status).toBe(404);
  });

  it("leaves aside what was asked of the world before it was reset, restored or replaced", async () => {
    const world = await on.sandbox.world();
    const client = poller(world, { size: 1 });
    await world.snapshot("start");
    for (const back of [() => world.reset(), () => world.restore("start"), () => on.sandbox.world(world.accountId)]) {
      await join(world);
      await join(world);
      await wait(world, 5);
      await client.page(start, until(5));
      expect(await lost(world)).toHaveLength(1);
      await back();
      expect((await world.sync()).callers).toEqual([]);
    }
  });

  it("says how many searches had no caller, and reports a window whose ends are swapped", async () => {
    const world = await on.sandbox.world();
    await wait(world, 5);
    await expect(poller(world, { token: "expired" }).read(start, until(5))).rejects.toThrow("401");
    await expect(poller(world).read(until(5), start)).rejects.toThrow("400");
    const { findings, unknowns } = await world.sync();
    expect(unknowns).toContain("1 search was refused before the caller was known: left aside.");
    expect(findings[0]).toMatchObject({
      kind: "failed",
      missed: 0,
      requests: { content: [{ from: null, status: 400 }] },
    });
    expect(findings[0]?.sentence).toMatch(/^A search was refused with 400 and read nothing \(.*exchange the two/);
  });

  it("knows a gap that the request log has dropped, and is incomplete once its windows are dropped too", async () => {
    const sandbox = await startSandbox({ seed: "empty", now: start, freeze: true, requestLogBytes: 60_000 });
    const world = await sandbox.world();
    const client = poller(world);
    await wait(world, 60);
    await client.page(start, until(5));
    for (let nth = 0; nth < 10; nth++) await client.page(minute(10), until(60));
    const gap = { kind: "gap", missed: 0, fails: true, requests: { content: [{ from: `${start}.000` }, {}] } };
    expect((await world.requests()).length).toBeLessThan(12);
    expect(await world.sync()).toMatchObject({ isComplete: true, findings: [gap] });
    await wait(world, 60);
    for (let nth = 0; nth < 30; nth++) await client.page(minute(60), until(120));
    const { isComplete, unknowns } = await world.sync();
    expect([isComplete, unknowns[0]]).toEqual([
      false,
      expect.stringMatching(/^The oldest searches are no longer kept/),
    ]);
    expect(await world.sync({ from: minute(120) })).toMatchObject({ isComplete: true });
    await sandbox.close();
  });

  it("judges events from a moment on, and counts the pages of a window by all its events", async () => {
    const world = await on.sandbox.world();
    await join(world);
    await wait(world, 4);
    await join(world);
    await wait(world, 1);
    await poller(world, { size: 1 }).page(start, until(5), 1);
    expect([(await lost(world)).length, await lost(world, { from: minute(2) })]).toEqual([1, []]);
  });
});
