import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Damaged } from "../../src/store/failures.ts";
import type { Events, Mark, SharedStorage } from "../../src/store/store.ts";
import { Watch } from "../../src/team/event-feed.ts";
import { event } from "../store/samples.ts";

describe("the events of all servers", () => {
  let marks: Mark[];
  let passed: (number | "missed" | "rested")[];
  let begun: number;
  let watch: Watch;
  /** What is read in place of the events, once. */
  let instead: (() => Promise<Events>) | undefined;
  beforeEach(() => {
    marks = [];
    passed = [];
    begun = 0;
    const read = async (from: Mark, to: Mark): Promise<Events> => ({
      events: Array.from({ length: to.head - from.head }, (_, nth) => event(from.head + nth + 1, 1)),
      areAll: true,
    });
    const storage = {
      marks: async (wanted?: string) => marks.filter(({ accountId }) => wanted === undefined || accountId === wanted),
      eventsBetween(from: Mark, to: Mark) {
        const chosen = instead;
        instead = undefined;
        return chosen ? chosen() : read(from, to);
      },
    };
    watch = new Watch(storage as unknown as SharedStorage, {
      begins: () => ++begun,
      events: (_, events) => passed.push(...events.map(({ eventId }) => eventId)),
      missed: () => passed.push("missed"),
      rested: () => passed.push("rested"),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => vi.useRealTimers());
  const at = (head: number, life = "first") => {
    marks = [{ accountId: "a", life, head, loads: 0 }];
  };

  it("are news from the first look of a follower on, however long the server was paused meanwhile", async () => {
    at(3);
    watch.follow(undefined);
    await watch.look(undefined);
    at(5);
    vi.advanceTimersByTime(3_600_000);
    await watch.look(undefined);
    expect(passed).toEqual([4, 5]);
  });

  it("are kept for a follower that comes back within a minute, and are no news after that", async () => {
    at(1);
    const leave = watch.follow("a");
    expect(watch.heardSince("a")).toBe(Infinity);
    await watch.look("a");
    expect(["a", "b", undefined].map((scope) => watch.heardSince(scope))).toEqual([1, Infinity, Infinity]);
    leave();
    at(3);
    vi.advanceTimersByTime(59_000);
    expect(watch.heardSince("a")).toBe(1);
    const leaveAgain = watch.follow("a");
    vi.advanceTimersByTime(2_000);
    await watch.look("a");
    expect(passed).toEqual([2, 3]);
    leaveAgain();
    vi.advanceTimersByTime(60_000);
    expect([watch.heardSince("a"), passed]).toEqual([Infinity, [2, 3, "rested"]]);
    at(5);
    watch.follow("a");
    await watch.look("a");
    expect([watch.heardSince("a"), passed]).toEqual([2, [2, 3, "rested"]]);
    at(6);
    await watch.look("a");
    expect(passed).toEqual([2, 3, "rested", 6]);
  });

  it("are no news that came while another account was followed", async () => {
    at(1);
    watch.follow("another");
    const leave = watch.follow(undefined);
    await watch.look(undefined);
    leave();
    vi.advanceTimersByTime(60_000);
    at(4);
    await watch.look("another");
    watch.follow(undefined);
    await watch.look(undefined);
    expect(passed).toEqual([]);
    at(5);
    await watch.look(undefined);
    expect(passed).toEqual([5]);
  });

  it.each([["a"], [undefined]])(
    "are all news in an account that is made, or made again, while %s is followed",
    async (scope) => {
      watch.follow(scope);
      await watch.look(scope);
      at(2);
      await watch.look(scope);
      expect(passed).toEqual([1, 2]);
      at(1, "second");
      await watch.look(scope);
      expect(passed).toEqual([1, 2, 1]);
      marks = [];
      await watch.look(scope);
      at(2, "third");
      await watch.look(scope);
      expect(passed).toEqual([1, 2, 1, 1, 2]);
    },
  );

  it("come once and in order where followers look at the same time", async () => {
    watch.follow(undefined);
    watch.follow("a");
    await watch.look(undefined);
    at(2);
    let go = () => {};
    instead = () => new Promise((_, reject) => (go = () => reject(new Error("the database is away"))));
    const first = watch.look(undefined);
    await turn();
    at(3);
    const second = watch.look("a");
    await turn();
    expect(passed).toEqual([]);
    go();
    await expect(first).rejects.toThrow("the database is away");
    await second;
    expect(passed).toEqual([1, 2, 3]);
  });

  it("of other accounts come once where those of one cannot be read now", async () => {
    watch.follow(undefined);
    await watch.look(undefined);
    at(2);
    marks.push({ accountId: "b", life: "b", head: 1, loads: 0 });
    instead = () => Promise.reject(new Error("the database is away"));
    await expect(watch.look(undefined)).rejects.toThrow("the database is away");
    await watch.look(undefined);
    expect(passed).toEqual([1, 1, 2]);
  });

  it.each([
    ["no longer kept", async () => ({ events: [event(2, 1)], areAll: false })],
    ["damaged", () => Promise.reject(new Damaged("a", "", "torn"))],
  ])("are said to be missed where some are %s, before the others", async (what, reading) => {
    watch.follow("a");
    await watch.look("a");
    at(2);
    instead = reading;
    await watch.look("a");
    at(3);
    await watch.look("a");
    expect(passed).toEqual(["missed", ...(what === "damaged" ? [] : [2]), 3]);
  });

  it("are passed on before their world is replaced, where it is followed", async () => {
    watch.follow("a");
    await watch.look("a");
    at(2);
    await watch.before("b");
    expect(passed).toEqual([]);
    await watch.before("a");
    expect(passed).toEqual([1, 2]);
  });
});
