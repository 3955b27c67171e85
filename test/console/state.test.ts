import { beforeEach, describe, expect, it, vi } from "vitest";
import * as state from "../../src/console/state.ts";
import type { Message } from "../../src/console/stream.ts";
import { toasts } from "../../src/console/toasts.ts";
import { answering } from "./page.ts";

const { changed, clock, eventTypes, freezeClock, progress, readClock, readWorlds, receive } = state;
const { refresh, seen, sentenceOf, showClock, touchesOf, version, worlds } = state;

const reading = (change = {}) =>
  ({ accountId: "demo", now: "2026-01-15T09:00:00.000", frozen: true, ...change }) as never;
const event = (thirdpartyId: number, accountId = "demo") =>
  ({ kind: "event", data: { accountId, thirdpartyId } }) as unknown as Message;
const request = (requestId: string) => ({ kind: "request", data: { requestId } }) as unknown as Message;
const percent = (percent: number, accountId = "demo"): Message => ({ kind: "progress", data: { accountId, percent } });
const ids = () => seen.value.map(({ requestId }) => requestId);
const settled = () => vi.advanceTimersByTimeAsync(0);
const readAll = ["clock.get", "accounts.list", "reference.events"];

let sent: ReturnType<typeof answering>;
const operations = () => sent.map(({ operation }) => operation);
beforeEach(() => {
  sent = answering({
    "clock.get": reading(),
    "accounts.list": { content: [{ accountId: "demo" }] },
    "reference.events": { content: [{ name: "DOSSIER_ADDED", sentence: "A dossier is asked for." }] },
    "requests.list": { content: [{ requestId: "read" }] },
    "clock.move": reading({ frozen: false }),
  });
  eventTypes.value = [];
  [clock.value, progress.value, worlds.value, seen.value] = [undefined, undefined, undefined, []];
});

/** How often everything shown, and what is shown of two third parties, is read again because of something. */
async function readAgainBy(work: () => unknown): Promise<{ all: number; of1: number; of2: number }> {
  const now = () => [version.value, touchesOf(1), touchesOf(2)];
  const before = now();
  await work();
  const [all = 0, of1 = 0, of2 = 0] = now().map((count, at) => count - (before[at] ?? 0));
  return { all, of1, of2 };
}

describe("what the console knows of the server", () => {
  it("is read again whole when another world took the place of this one", async () => {
    expect(await readAgainBy(refresh)).toEqual({ all: 1, of1: 1, of2: 1 });
    await settled();
    expect(operations()).toEqual(readAll);
    expect([clock.value, worlds.value, sentenceOf("DOSSIER_ADDED"), sentenceOf("OTHER")]).toEqual([
      reading(),
      [{ accountId: "demo" }],
      "A dossier is asked for.",
      undefined,
    ]);
    refresh();
    expect(operations().slice(3)).toEqual(["clock.get", "accounts.list"]);
  });

  it("stays as it was where it cannot be read", async () => {
    await readWorlds();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
    await Promise.all([readWorlds(), readClock()]);
    expect([worlds.value, clock.value]).toEqual([[{ accountId: "demo" }], undefined]);
  });

  it.each([
    ["the same", reading(), 0],
    ["later", reading({ now: "2026-01-15T09:00:00.001" }), 0],
    ["earlier", reading({ now: "2026-01-15T08:59:59.999" }), 1],
    ["earlier, and of another account", reading({ accountId: "other", now: "2026-01-14T09:00:00.000" }), 0],
  ])("is of another world when the clock is %s: %s", async (_, next, all) => {
    await vi.advanceTimersByTimeAsync(250);
    showClock(reading());
    expect(state.clockReadAt).toBe(performance.now());
    expect(await readAgainBy(() => showClock(next))).toEqual({ all, of1: all, of2: all });
    expect(clock.value).toEqual(next);
  });

  it("has the clock of the account in the address alone", async () => {
    sent = answering({ "clock.get": reading({ accountId: "other" }) });
    await readClock();
    expect(clock.value).toBeUndefined();
  });

  it("has the clock that was let run", async () => {
    await freezeClock(false);
    expect(sent).toEqual([{ operation: "clock.move", body: { freeze: false } }]);
    expect(clock.value).toEqual(reading({ frozen: false }));
  });
});

describe("what the stream brings", () => {
  it("is read again once, 400 ms after the first of several events, where it was touched", async () => {
    const touched = await readAgainBy(async () => {
      receive([event(1), event(1)]);
      await vi.advanceTimersByTimeAsync(399);
      receive([event(1)]);
      expect(sent).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
    });
    expect(touched).toEqual({ all: 1, of1: 1, of2: 0 });
    expect(operations()).toEqual(readAll);
    expect(await readAgainBy(() => vi.advanceTimersByTimeAsync(5000))).toEqual({ all: 0, of1: 0, of2: 0 });
    const next = await readAgainBy(() => (receive([event(1), event(2)]), vi.advanceTimersByTimeAsync(400)));
    expect(next).toEqual({ all: 1, of1: 1, of2: 1 });
  });

  it("is no reason to read where it is of another account, or no event", async () => {
    const messages = [event(1, "other"), request("a"), percent(50, "other"), percent(50), percent(100)];
    const touched = await readAgainBy(() => (receive(messages), vi.advanceTimersByTimeAsync(1000)));
    expect(touched).toEqual({ all: 0, of1: 0, of2: 0 });
    expect([sent, progress.value]).toEqual([[], undefined]);
  });

  it("waits during an advance of this account, whose percent is shown until it is done", async () => {
    receive([percent(40), percent(99, "other")]);
    expect(progress.value).toBe(40);
    const during = await readAgainBy(() => (receive([event(1)]), vi.advanceTimersByTimeAsync(2000)));
    expect(during).toEqual({ all: 0, of1: 0, of2: 0 });
    receive([percent(99), percent(100)]);
    expect(progress.value).toBeUndefined();
    expect(await readAgainBy(() => vi.advanceTimersByTimeAsync(400))).toEqual({ all: 1, of1: 1, of2: 0 });
  });

  it("adds requests to those known, of which the last thousand stay", () => {
    const first = seen.value;
    receive([]);
    expect(seen.value).toBe(first);
    receive([request("a"), event(1, "other"), request("b")]);
    receive([request("c")]);
    expect(ids()).toEqual(["a", "b", "c"]);
    receive(Array.from({ length: 998 }, (_, at) => request(`later ${at}`)));
    expect([ids().length, ids()[0], ids().at(-1)]).toEqual([1000, "b", "later 997"]);
  });

  it("is read again with the request log where messages were missed", async () => {
    progress.value = 50;
    const touched = await readAgainBy(() => (receive([request("a"), { kind: "missed" }, event(1)]), settled()));
    expect(touched).toEqual({ all: 1, of1: 1, of2: 1 });
    expect([sent[0], ids(), progress.value]).toEqual([
      { operation: "requests.list", query: { limit: "200" } },
      ["read"],
      undefined,
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(operations()).toEqual(["requests.list", ...readAll]);
  });
});

it("an action that changed something says so, and is read again", async () => {
  toasts.value = [];
  const read = await readAgainBy(() => (changed("It is approved."), vi.advanceTimersByTimeAsync(400)));
  expect(read).toEqual({ all: 1, of1: 0, of2: 0 });
  expect(toasts.value.map(({ text }) => text)).toEqual(["It is approved."]);
});
