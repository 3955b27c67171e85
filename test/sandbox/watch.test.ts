import { beforeEach, describe, expect, it } from "vitest";
import { Watch } from "../../src/sandbox/watch.ts";
import type { Mark, SharedStorage } from "../../src/store/store.ts";
import { event } from "../store/samples.ts";

describe("the events of other servers", () => {
  let marks: Mark[];
  let passed: number[];
  let open: Mark | undefined;
  let watch: Watch;
  beforeEach(() => {
    marks = [];
    passed = [];
    open = undefined;
    const storage = {
      marks: async (wanted?: string) => marks.filter(({ accountId }) => wanted === undefined || accountId === wanted),
      markOf: () => open,
      eventsBetween: async (from: Mark, to: Mark) =>
        Array.from({ length: to.head - from.head }, (_, nth) => event(from.head + nth + 1, 1)),
    };
    watch = new Watch(storage as unknown as SharedStorage, (_, events) =>
      passed.push(...events.map(({ eventId }) => eventId)),
    );
  });
  const look = (accountId?: string) => watch.look(accountId, async () => {});
  const at = (head: number, life = "first") => {
    marks = [{ accountId: "a", life, head }];
  };

  it("are news from the first look of a follower on, however long the server was paused meanwhile", async () => {
    at(3);
    watch.follow(undefined);
    await look();
    at(5);
    const { now } = performance;
    performance.now = () => now.call(performance) + 60_000;
    await look().finally(() => {
      performance.now = now;
    });
    expect(passed).toEqual([4, 5]);
  });

  it.each([["a"], [undefined]])(
    "are news in an account that was made again, also where its former world is open and %s is followed",
    async (scope) => {
      at(1);
      open = marks[0];
      watch.follow(scope);
      await look(scope);
      at(2, "second");
      const caughtUp: string[] = [];
      await watch.look(scope, async (accountId) => void caughtUp.push(accountId));
      expect([passed, caughtUp]).toEqual([[1, 2], ["a"]]);
      at(3, "second");
      await look(scope);
      expect(passed).toEqual([1, 2, 3]);
    },
  );

  it("open the world of the one account that is followed, so that what is due there happens", async () => {
    at(1);
    watch.follow("a");
    const caughtUp: string[] = [];
    for (const scope of ["a", undefined]) await watch.look(scope, async (accountId) => void caughtUp.push(accountId));
    expect(caughtUp).toEqual(["a"]);
  });

  it("are no news that came while nobody followed, also where another account was followed", async () => {
    at(1);
    watch.follow("another");
    const leave = watch.follow(undefined);
    await look();
    leave();
    at(4);
    await look("another");
    watch.follow(undefined);
    await look();
    expect(passed).toEqual([]);
    at(5);
    await look();
    expect(passed).toEqual([5]);
  });

  it.each([["a"], [undefined]])(
    "are all news in an account that is made, or made again, while %s is followed",
    async (scope) => {
      watch.follow(scope);
      await look(scope);
      at(2);
      await look(scope);
      expect(passed).toEqual([1, 2]);
      at(1, "second");
      await look(scope);
      expect(passed).toEqual([1, 2, 1]);
    },
  );
});
