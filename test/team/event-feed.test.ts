import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LoggedRequest } from "../../src/sandbox/requests/request-log.ts";
import { TeamStream } from "../../src/team/event-feed.ts";
import type { AccountPosition, ChangeLog, Tail } from "../../src/team/postgres/change-log.ts";
import type { TeamRequestLog } from "../../src/team/requests.ts";
import { change, event } from "../store/samples.ts";
import { served } from "../support/served.ts";

const minute = 60_000;
/** A change of one event, which has its number. */
const entryOf = (seq: number) => ({ seq, text: JSON.stringify(change({ events: [event(seq, 1)] })) });
const away = () => Promise.reject(new Error("the database is away"));

describe("the stream of a server that shares its accounts", () => {
  let stream: TeamStream;
  let positions: AccountPosition[];
  /** The oldest change that is kept of the account. */
  let oldestKept: number;
  /** The number of the change that replaced the world. */
  let replaced: number;
  let news: LoggedRequest[];
  let skips: number;
  /** Happens once in place of the next read of changes. */
  let instead: (() => Promise<Tail | undefined>) | undefined;
  let log: { positions: (wanted?: string) => Promise<AccountPosition[]>; tail: unknown };
  beforeEach(() => {
    [positions, oldestKept, replaced, news, skips, instead] = [[], 0, 0, [], 0, undefined];
    const tail = async (account: string, after: number) => {
      const chosen = instead;
      instead = undefined;
      if (chosen) return chosen();
      const position = positions.find((found) => found.account === account);
      if (!position) return undefined;
      const first = Math.max(after, oldestKept) + 1;
      // Two changes at a time.
      const seqs = [first, first + 1].filter((seq) => seq <= position.last && seq !== replaced);
      return { ...position, oldestKept, entries: seqs.map(entryOf) };
    };
    log = {
      positions: async (wanted?: string) => positions.filter(({ account }) => [undefined, account].includes(wanted)),
      tail,
    };
    const requests = {
      news: async () => news.splice(0),
      skipNews: () => {
        skips++;
        news = [];
      },
    };
    stream = new TeamStream(log as unknown as ChangeLog, requests as unknown as TeamRequestLog);
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => void vi.useRealTimers());

  const at = (last: number, incarnation = "first", account = "a") => {
    positions = [...positions.filter((found) => found.account !== account), { account, incarnation, last }];
  };
  const poll = (scope?: string) => stream.poll(scope);
  /** The messages after a number: the ids of events, and the kinds of others. */
  const since = (number: number) =>
    Array.from({ length: stream.last - number }, (_, nth) => {
      const message = stream.at(number + nth + 1);
      return message.kind === "event" ? message.event.eventId : message.kind;
    });
  /** Polls for the first time, as a subscriber does that begins. */
  async function begin(scope?: string): Promise<number> {
    await poll(scope);
    return stream.last;
  }

  it("has the events of all changes since its first poll, in order and once", async () => {
    at(3);
    const start = await begin();
    at(8);
    await poll();
    await poll();
    expect(since(start)).toEqual([4, 5, 6, 7, 8]);
  });

  it("misses nothing for a subscriber that comes back within a minute, and says `missed` after that", async () => {
    at(1);
    const start = await begin("a");
    at(3);
    vi.advanceTimersByTime(minute - 1);
    await poll("a");
    expect(since(start)).toEqual([2, 3]);
    at(5);
    vi.advanceTimersByTime(minute + 1);
    await poll("a");
    at(6);
    await poll("a");
    expect(since(start)).toEqual([2, 3, "missed", 6]);
  });

  it("has the events of an account whose subscriber stays while one of all accounts begins", async () => {
    at(1);
    at(1, "first", "b");
    const start = await begin("a");
    at(2);
    at(2, "first", "b");
    await poll();
    await poll("a");
    expect(since(start)).toEqual(["missed", 2]);
  });

  it.each([["a"], [undefined]])(
    "has all events of an account that is made, or made again, while %s is polled",
    async (scope) => {
      const start = await begin(scope);
      at(2);
      await poll(scope);
      at(1, "second");
      await poll(scope);
      positions = [];
      await poll(scope);
      at(2, "third");
      await poll(scope);
      // The last events of a deleted account go with it, and may not have been read.
      expect(since(start)).toEqual([1, 2, "missed", 1, "missed", 1, 2]);
    },
  );

  it("has each event once where subscribers poll at the same time and a read fails", async () => {
    const start = await begin();
    await poll("a");
    at(2);
    let fail = () => {};
    instead = () => new Promise((_, reject) => (fail = () => reject(new Error("the database is away"))));
    const first = poll();
    await turn();
    at(3);
    const second = poll("a");
    await turn();
    expect(since(start)).toEqual([]);
    fail();
    await expect(first).rejects.toThrow("the database is away");
    await second;
    expect(since(start)).toEqual([1, 2, 3]);
  });

  it.each([
    ["is deleted", undefined],
    ["is made again", { account: "a", incarnation: "second", last: 2 }],
  ])("has no event of an account that %s while its changes are read", async (_, found) => {
    at(1);
    const start = await begin("a");
    at(2);
    instead = async () => found && ({ ...found, oldestKept: 0, entries: [entryOf(2)] } as unknown as Tail);
    await poll("a");
    expect(since(start)).toEqual([]);
  });

  it("continues after the last change that it has read where a later read of the same account fails", async () => {
    at(0);
    const start = await begin();
    at(4);
    const first = { ...(positions[0] as AccountPosition), oldestKept: 0 };
    instead = async () => {
      instead = away;
      return { ...first, entries: [entryOf(1)] } as unknown as Tail;
    };
    await expect(poll()).rejects.toThrow("the database is away");
    await poll();
    expect(since(start)).toEqual([1, 2, 3, 4]);
  });

  it("says that events are missing whose changes are no longer kept, before the next ones", async () => {
    at(1);
    const start = await begin("a");
    at(5);
    oldestKept = 3;
    await poll("a");
    expect(since(start)).toEqual(["missed", 4, 5]);
  });

  it("has the events of a world up to its replacement, and those of the next one", async () => {
    at(1);
    const start = await begin("a");
    replaced = 3;
    at(3);
    await poll("a");
    at(5);
    await poll("a");
    expect(since(start)).toEqual([2, 4, 5]);
  });

  it("has the requests of other servers, and none of a gap without a poll", async () => {
    const request = (): LoggedRequest => ({ kind: "request", accountId: "a", served: served() });
    const start = await begin();
    news = [request(), request()];
    await poll();
    expect([since(start), skips]).toEqual([["request", "request"], 1]);
    news = [request()];
    vi.advanceTimersByTime(minute + 1);
    await poll();
    expect([since(start), skips]).toEqual([["request", "request", "missed"], 2]);
  });

  it("does not know the messages of another server, and says so", () => {
    expect(stream.resumeUnknown("12345678-9")).toEqual({
      missed: expect.stringContaining("does not know what happened since 12345678-9"),
    });
  });
});
