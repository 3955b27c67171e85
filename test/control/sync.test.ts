import { describe, expect, it } from "vitest";
import type { EventName, Fault, SandboxWorld, SyncOptions } from "../../src/client/world.ts";
import { startSandbox } from "../../src/start.ts";
import { moved, Poller } from "./polling.ts";
import { running, send } from "./running.ts";

const on = running();
const start = "2026-01-15T09:00:00";
/** So many minutes after the start, less a second for the end of a window that is over. */
const minute = (minutes: number) => moved(start, 60 * minutes);
const until = (minutes: number) => moved(start, 60 * minutes - 1);

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
    .map(({ kind, caller, sentence, events }) => [
      kind,
      caller,
      events.content.map(({ eventId }) => eventId),
      sentence,
    ]);
}

describe("the synchronisation audit of a client with a mistake", () => {
  it.each<[Fault["kind"], string]>([
    ["status", "503"],
    ["disconnect", "a connection that was cut"],
    ["truncate", "half an answer"],
    ["malformed", "an answer that is no JSON"],
  ])("convicts a client that moves its cursor after a poll that failed by %s", async (kind, words) => {
    const world = await on.sandbox.world();
    const client = new Poller(world);
    await join(world);
    await wait(world, 5);
    await world.faults.set({ kind, times: 1 });
    await expect(client.read(start, until(5))).rejects.toThrow();
    await wait(world, 5);
    await client.read(minute(5), until(10));
    expect(await lost(world)).toEqual([
      [
        "failed",
        "demo",
        await idsOf(world, "THIRD_PARTY_ADDED"),
        `The window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was answered with ${words} and never repeated: ` +
          "move the cursor only after the last page has been read.",
      ],
    ]);
  });

  it("convicts a client that reads the first page only", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world, { size: 2 });
    for (let count = 0; count < 5; count++) await join(world);
    await wait(world, 5);
    await client.page(start, until(5));
    expect(await lost(world)).toEqual([
      [
        "pages",
        "demo",
        (await idsOf(world, "THIRD_PARTY_ADDED")).slice(2),
        "Only 1 of 3 pages of the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was read: go on until page " +
          "reaches totalPages.",
      ],
    ]);
  });

  it("convicts a client that does not look back for events that become visible late", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world);
    await world.faults.set({ kind: "lag", lag: "PT5M" });
    await wait(world, 3);
    await join(world);
    await wait(world, 2);
    await client.read(start, until(5));
    await wait(world, 5);
    await client.read(minute(5), until(10));
    expect(await lost(world)).toEqual([
      [
        "late",
        "demo",
        await idsOf(world, "THIRD_PARTY_ADDED"),
        "An event became visible after the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was read at " +
          "2026-01-15T09:05:00.000: let each window begin more than 2 minutes before the end of the last one, and " +
          "leave aside what is known already.",
      ],
    ]);
  });

  it("convicts a client that asks for some of the names only that it has to follow", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world);
    await join(world);
    await world.trigger("THIRD_PARTY_ARCHIVED");
    await wait(world, 5);
    await client.read(start, until(5));
    expect(await lost(world, { names: ["THIRD_PARTY_ADDED", "THIRD_PARTY_ARCHIVED"] })).toEqual([
      [
        "names",
        null,
        await idsOf(world, "THIRD_PARTY_ARCHIVED"),
        "Events happened that no search asked for, THIRD_PARTY_ARCHIVED (1): add them to eventNames, or take them " +
          "out of the names to follow.",
      ],
    ]);
    const { findings } = await world.sync();
    expect(findings).toMatchObject([{ kind: "names", missed: 0 }]);
    expect(findings[0]?.sentence).toContain("THIRD_PARTY_ARCHIVED (1)");
  });
});

describe("the synchronisation audit of a client without a mistake", () => {
  it("acquits a client that begins again where it was after a failure", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world, { size: 1 });
    let cursor = start;
    for (let nth = 0; nth < 8; nth++) {
      await join(world);
      await join(world);
      await wait(world, 5);
      const end = moved(await client.now(), -1);
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

  it("acquits several callers that share the work, each with a cursor of its own", async () => {
    const world = await on.sandbox.world();
    const tokens = { one: await world.tokenFor(3600, "one"), other: await world.tokenFor(3600, "other") };
    const thirdparties = new Poller(world, { token: tokens.one });
    const dossiers = new Poller(world, { token: tokens.other, resource: "DOSSIER", names: ["DOSSIER_ADDED"] });
    for (let at = 10; at <= 30; at += 10) {
      await join(world);
      await wait(world, 5);
      await dossiers.read(minute(at - 15), until(at - 5));
      await wait(world, 5);
      await thirdparties.read(minute(at - 10), until(at));
    }
    const { callers, findings } = await world.sync({ names: ["THIRD_PARTY_ADDED", "DOSSIER_ADDED"] });
    expect(callers).toMatchObject([
      { caller: "other", polls: 3, missed: 0 },
      { caller: "one", polls: 3, due: 3, missed: 0 },
    ]);
    expect(callers[0]?.due).toBeGreaterThan(0);
    expect(findings).toEqual([]);
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
    await new Poller(world).read(start, until(5));
    await new Poller(world, { token: await world.tokenFor(3600, "other") }).read(start, until(5));
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
    const client = new Poller(world, { size: 1 });
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
    await expect(new Poller(world, { token: "expired" }).read(start, until(5))).rejects.toThrow("401");
    await expect(new Poller(world).read(until(5), start)).rejects.toThrow("400");
    const { findings, unknowns } = await world.sync();
    expect(unknowns).toContain("1 search was refused before the caller was known: left aside.");
    expect(findings[0]).toMatchObject({
      kind: "failed",
      missed: 0,
      requests: { content: [{ from: null, status: 400 }] },
    });
    expect(findings[0]?.sentence).toMatch(/^A search was refused with 400 and read nothing \(.*exchange the two/);
  });

  it("says that the request log has dropped older requests", async () => {
    const sandbox = await startSandbox({ seed: "empty", now: start, freeze: true, requestLogBytes: 20_000 });
    const world = await sandbox.world();
    await wait(world, 5);
    for (let nth = 0; nth < 30; nth++) await new Poller(world).page(start, until(5));
    const { callers, unknowns } = await world.sync();
    const left = callers[0]?.searches ?? 0;
    expect(left).toBeGreaterThan(0);
    expect(unknowns[0]).toBe("The request log has dropped the oldest requests: what they asked for is not known.");
    await sandbox.close();
  });

  it("judges events from a moment on", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world, { size: 1 });
    for (const at of [5, 10]) {
      await join(world);
      await join(world);
      await wait(world, 5);
      if (at === 5) await client.page(minute(at - 5), until(at));
      else await client.read(minute(at - 5), until(at));
    }
    expect([(await lost(world)).length, await lost(world, { from: minute(5) })]).toEqual([1, []]);
  });

  it("counts the pages of a window by all its events, although it judges those from a moment on", async () => {
    const world = await on.sandbox.world();
    await join(world);
    await wait(world, 4);
    await join(world);
    await wait(world, 1);
    await new Poller(world, { size: 1 }).page(start, until(5), 1);
    expect([(await lost(world)).length, await lost(world, { from: minute(2) })]).toEqual([1, []]);
  });
});
