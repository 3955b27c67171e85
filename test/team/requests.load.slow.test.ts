import { afterEach, describe, expect, it, vi } from "vitest";
import type { NewRequest } from "../../src/store/store.ts";
import type { SharedRequests } from "../../src/team/requests.ts";
import { served } from "../support/served.ts";
import { longBody, sending } from "./sending.ts";

describe("while requests come in", () => {
  afterEach(() => void vi.useRealTimers());

  /** Servers on one storage, on a clock that only the test moves. */
  function clocked(msToSend: number, isDown = false) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(performance, "now").mockImplementation(() => Date.now());
    const all = sending({ isDown, msToSend });
    const count = () => all.sent.reduce((sum, { length }) => sum + length, 0);
    return { ...all, count };
  }
  async function passUntil(isDone: () => boolean) {
    for (let ms = 0; ms < 12_000 && !isDone(); ms++) await vi.advanceTimersByTimeAsync(1);
    expect(isDone()).toBe(true);
  }
  async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    await passUntil(() => isDone);
    return work;
  }
  const long = longBody(JSON.stringify({ text: "x".repeat(20_000) }));
  /** Four million characters a second. */
  async function serve(count: number, ...servers: SharedRequests[]) {
    for (let nth = 0; nth < count; nth++) {
      for (const server of servers) server.add(served({ ...long, accountId: `a${nth % 10}` }));
      // Forty at a time: a busy machine may stop a server for a while.
      if (nth % 40 === 39) await vi.advanceTimersByTimeAsync(200);
    }
  }

  it.each([
    ["requests", { accountId: "a" }, 500],
    ["characters", long, 400],
  ])("sends all of them where few come, and soon after many %s", async (_, wish, many) => {
    const { requests, count } = clocked(5);
    const serveFew = async (times: number) => {
      for (let nth = 0; nth < times; nth++) {
        for (let each = 0; each < 2; each++) requests.add(served({ ...wish }));
        await vi.advanceTimersByTimeAsync(60);
      }
    };
    await serveFew(20);
    expect(count()).toBe(40);

    for (let nth = 0; nth < many; nth++) requests.add(served({ ...wish }));
    await serveFew(125);
    expect(count()).toBe(290 + many);
  });

  it("sends all of them where some come together", async () => {
    const { requests, count } = clocked(5);
    for (let nth = 1; nth <= 40; nth++) {
      for (let each = 0; each < 20; each++) requests.add(served({ ...long }));
      await vi.advanceTimersByTimeAsync(240);
      expect(count()).toBe(20 * nth);
    }
  });

  it("goes on when some cannot be sent", async () => {
    const { requests, count, database } = clocked(5, true);
    for (let nth = 0; nth < 60; nth++) requests.add(served({ accountId: "a" }));
    await vi.advanceTimersByTimeAsync(50);
    database.isDown = false;
    await vi.advanceTimersByTimeAsync(50);
    expect(count()).toBe(10);
  });

  it("sends some of them for a fiftieth of the time, and the rest without pauses when no more come", async () => {
    const { requests, sent, count } = clocked(5);
    // For ten seconds.
    await serve(2_000, requests);
    expect(sent.length * 5).toBeGreaterThan(10_000 / 70);
    expect(sent.length * 5).toBeLessThan(10_000 / 45);

    await vi.advanceTimersByTimeAsync(300);
    const [began, portions] = [Date.now(), sent.length];
    await passUntil(() => count() === 2_000);
    expect((Date.now() - began) / (sent.length - portions)).toBeLessThan(7);
  });

  it("sends some of them for a fiftieth of the time, where they are many and short", async () => {
    const { requests, sent } = clocked(5);
    // For ten seconds.
    for (let nth = 0; nth < 20_000; nth++) {
      requests.add(served({ accountId: `a${nth % 40}` }));
      if (nth % 40 === 39) await vi.advanceTimersByTimeAsync(20);
    }
    expect(sent.length * 5).toBeLessThan(10_000 / 40);
  });

  it("sends some of them once a second, where the database is slow", async () => {
    const { requests, sent } = clocked(100);
    await serve(2_000, requests);
    expect(sent.length).toBeGreaterThan(7);
    expect(sent.length).toBeLessThan(12);
  });

  it("sends in large portions when its log is read", async () => {
    const { requests, sent, count } = clocked(5);
    await serve(400, requests);
    const [portions, left] = [sent.length, 400 - count()];
    await whileTimePasses(requests.flush());
    expect(count()).toBe(400);
    expect(left / (sent.length - portions)).toBeGreaterThan(20);
  });

  describe("and are read", () => {
    /** Goes on with long requests to some servers, to the account "later". */
    function goOn(...servers: SharedRequests[]) {
      const answer = () => {
        for (let nth = 0; nth < 4; nth++)
          for (const server of servers) server.add(served({ ...long, accountId: "later" }));
        setTimeout(answer, 20);
      };
      answer();
    }
    const earlier = (sent: (readonly NewRequest[])[]) =>
      sent.flat().filter(({ accountId }) => accountId !== "later").length;

    it.each([
      ["is idle", 0],
      ["is as busy", 1],
    ])("asks the other servers for what they have put off, where the one that reads %s", async (_, own) => {
      const { requests: reader, another, sent, count } = clocked(20);
      const servers = [another(), another(), ...[reader].slice(0, own)];
      await serve(400, ...servers);
      const sentBefore = count();
      goOn(...servers);
      // All have just sent some, and would send no more for a second.
      await passUntil(() => count() > sentBefore);
      expect(earlier(sent)).toBeLessThan(400 * servers.length);
      await whileTimePasses(reader.settled());
      expect(earlier(sent)).toBe(400 * servers.length);
    });

    it("shows each of several readers all that was answered before it asked", async () => {
      const { requests: busy, another, sent } = clocked(20);
      await serve(400, busy);
      goOn(busy);
      const readers = Array.from({ length: 5 }, async (_, nth) => {
        await new Promise((resolve) => setTimeout(resolve, 70 * nth));
        const requestId = `mark${nth}`;
        busy.add(served({ requestId }));
        const began = Date.now();
        await another().settled();
        expect(Date.now() - began).toBeLessThan(1_000);
        return sent.flat().some((request) => request.requestId === requestId);
      });
      expect(await whileTimePasses(Promise.all(readers))).toEqual(readers.map(() => true));
    });

    it("does not let a reader wait for long when it has caught up", async () => {
      const { requests, another, late, database } = clocked(20);
      await serve(600, requests);
      expect(late.size).toBe(1);
      await whileTimePasses(another().settled());
      expect(late.size).toBe(0);
      const { asks } = database;
      expect(asks).toBeGreaterThan(0);
      const began = Date.now();
      await whileTimePasses(another().settled());
      expect(Date.now() - began).toBeLessThan(150);
      expect(database.asks).toBe(asks);
    });

    it("does not say that it is late under an ordinary load", async () => {
      const { requests, late, count } = clocked(5);
      requests.add(served());
      await vi.advanceTimersByTimeAsync(500);
      const said = vi.spyOn(late, "set");
      for (let nth = 0; nth < 300; nth++) {
        requests.add(served());
        await vi.advanceTimersByTimeAsync(7);
      }
      expect(said).not.toHaveBeenCalled();
      expect(count()).toBeGreaterThan(285);
    });

    it("says while it sends for a reader that it is still there", async () => {
      const { requests, another, late } = clocked(100);
      await serve(600, requests);
      goOn(requests);
      const said: number[] = [];
      const set = late.set.bind(late);
      vi.spyOn(late, "set").mockImplementation((...row) => {
        said.push(Date.now());
        return set(...row);
      });
      const began = Date.now();
      await whileTimePasses(another().settled());
      expect(Date.now() - began).toBeGreaterThan(2_000);
      expect(Date.now() - began).toBeLessThan(4_000);
      const between = said.slice(1).map((at, nth) => at - (said[nth] ?? 0));
      expect(Math.max(...between)).toBeLessThan(500);
      expect(Math.min(...between)).toBeGreaterThanOrEqual(200);
    });

    it("does not wait for a server that does not answer for longer than ten seconds", async () => {
      const { requests, late } = clocked(5);
      late.set("stuck", { since: 0, asked: 0 });
      const began = Date.now();
      await whileTimePasses(requests.settled());
      expect(Date.now() - began).toBeGreaterThan(10_000);
      expect(Date.now() - began).toBeLessThan(10_300);
    });

    it("does not wait for the others where it cannot ask them", async () => {
      const { requests, another, database } = clocked(5);
      await serve(400, requests);
      database.isReadOnly = true;
      const began = Date.now();
      await whileTimePasses(another().settled());
      expect(Date.now() - began).toBeLessThan(150);
    });

    it("waits for a request that is being sent, however slow the database is", async () => {
      const { requests: other, another, count } = clocked(120);
      for (let nth = 1; nth < 4; nth++) {
        other.add(served());
        await whileTimePasses(another().settled());
        expect(count()).toBe(2 * nth - 1);
        await vi.advanceTimersByTimeAsync(1_000);
        other.add(served());
        const own = other.settled();
        await whileTimePasses(another().settled());
        expect(count()).toBe(2 * nth);
        await whileTimePasses(own);
      }
    });

    it("waits for servers that are not busy, however slow the database is", async () => {
      const { requests: other, another, count } = clocked(80);
      let answered = 0;
      const answer = () => {
        other.add(served());
        answered += 1;
        setTimeout(answer, 20);
      };
      answer();
      await vi.advanceTimersByTimeAsync(500);
      for (let read = 0; read < 20; read++) {
        const before = answered;
        // A server that is new knows nothing of the database.
        await whileTimePasses(another().settled());
        expect(count()).toBeGreaterThanOrEqual(before);
        // The next one meets another moment between two sendings.
        await vi.advanceTimersByTimeAsync(17);
      }
    });
  });
});
