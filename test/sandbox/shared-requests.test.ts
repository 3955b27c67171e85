import { afterEach, describe, expect, it, vi } from "vitest";
import { SharedRequests } from "../../src/sandbox/shared-requests.ts";
import type { NewRequest, SharedStorage } from "../../src/store/store.ts";
import { served } from "../support/served.ts";

/** The requests that a server sends to the log of all servers, by the statement that they are sent with. */
function sending({ isDown = false, msToSend = 0 } = {}) {
  const database = { isDown, isReadOnly: false, asks: 0 };
  const late = new Map<string, { since: number; asked: number }>();
  const sent: (readonly NewRequest[])[] = [];
  const seen = {
    add: async (group: readonly NewRequest[]) => {
      if (msToSend > 0) await new Promise((resolve) => setTimeout(resolve, msToSend));
      if (database.isDown) throw new Error("down");
      sent.push(group);
    },
    trim: async () => {},
    late: async (server: string, ms: number) => {
      const since = performance.now() - ms;
      const { asked } = late.get(server) ?? { asked: 0 };
      late.set(server, { since, asked });
      return asked > since;
    },
    inTime: async (server: string) => void late.delete(server),
    ask: async (server: string, moment = String(performance.now())) => {
      if (database.isReadOnly) throw new Error("only reads");
      const asked = Number(moment);
      const others = [...late].filter(([name, { since }]) => name !== server && since < asked).map(([, row]) => row);
      for (const row of others) row.asked = Math.max(row.asked, asked);
      database.asks += others.length;
      return others.length > 0 ? moment : undefined;
    },
    // As if requests of another world stood before each.
    list: async () => sent.flat().map((request) => ({ ...request, nth: 0 })),
  };
  const storage = { seen, worldOf: () => "life/0" } as unknown as SharedStorage;
  const another = () => new SharedRequests({ bodies: true, requestLogBytes: 1 << 26 }, storage);
  return { requests: another(), another, sent, late, database };
}

const longBody = (responseBody: string) => ({
  accountId: "a",
  responseBody,
  responseSize: responseBody.length,
  responseHeaders: ["Content-Type", "application/json"],
});

it("sends what its own log still has, and counts what that has let go of", async () => {
  const { requests, sent } = sending();
  for (let nth = 0; nth < 1_500; nth++) requests.add(served({ accountId: "a", requestId: `r${nth}` }));
  await requests.flush();
  const all = sent.flat();
  expect(all.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 1_000 }, (_, nth) => `r${500 + nth}`));
  expect(sent[0]?.map(({ place }) => place)).toEqual(sent[0]?.map((_, nth) => 500 + nth));
  expect(Math.max(...sent.map(({ length }) => length))).toBe(50);
});

it("sends some at a time, each group with places of its own", async () => {
  const { requests, sent } = sending();
  const long = longBody(JSON.stringify({ text: "x".repeat(40_000) }));
  for (let nth = 0; nth < 40; nth++) requests.add(served({ ...long }));
  await requests.flush();
  expect(sent.length).toBeGreaterThan(2);
  for (const group of sent) {
    expect(group.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(600_000);
    expect(group.map(({ place }) => place)).toEqual(group.map((_, nth) => nth));
  }
});

it("counts requests that could not be sent with the next ones of their world", async () => {
  const { requests, sent, database } = sending({ isDown: true });
  for (let nth = 0; nth < 3; nth++) requests.add(served({ accountId: "a" }));
  await requests.flush();
  database.isDown = false;
  requests.add(served({ accountId: "b" }));
  requests.add(served({ accountId: "a" }));
  await requests.flush();
  requests.add(served({ accountId: "a" }));
  await requests.flush();
  expect(sent.flat().map(({ accountId, place }) => [accountId, place])).toEqual([
    ["b", 0],
    ["a", 3],
    ["a", 0],
  ]);
});

it("leaves turns to others while it prepares long bodies", async () => {
  const { requests, sent } = sending();
  // Every word of it has to be looked at.
  const long = longBody(JSON.stringify(Array.from({ length: 1_000 }, () => ({ note: "a=b", token: "x" }))));
  for (let nth = 0; nth < 30; nth++) requests.add(served({ ...long }));
  // To the sender, every look at the clock is a slice later.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 20));
  let turns = 0;
  const flushed = requests.flush().then(() => true);
  while (!(await Promise.race([flushed, new Promise((resolve) => setImmediate(resolve, false))]))) turns++;
  expect(sent.flat()).toHaveLength(30);
  // One between any two of them.
  expect(turns).toBeGreaterThanOrEqual(29);
});

it("keeps the rest when some cannot be sent", async () => {
  const { requests, sent, database } = sending({ isDown: true });
  for (let nth = 0; nth < 120; nth++) requests.add(served({ accountId: "a" }));
  await requests.flush();
  database.isDown = false;
  await requests.flush();
  expect(sent.flat()).toHaveLength(70);
});

it("never tells that less than nothing was forgotten", async () => {
  const { requests } = sending();
  for (let nth = 0; nth < 3; nth++) requests.add(served({ accountId: "a" }));
  await requests.settled();
  const { requests: present, forgotten } = await requests.ofWorld("a");
  expect([present.length, forgotten]).toEqual([3, 0]);
});

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
