import { afterEach, describe, expect, it, vi } from "vitest";
import { SharedRequests } from "../../src/sandbox/shared-requests.ts";
import type { NewRequest, SharedStorage } from "../../src/store/store.ts";
import { served } from "../support/served.ts";

/** The requests that a server sends to the log of all servers, by the statement that they are sent with. */
function sending(add: (group: readonly NewRequest[]) => Promise<void> = async () => {}) {
  const sent: (readonly NewRequest[])[] = [];
  const seen = {
    add: async (group: readonly NewRequest[]) => {
      await add(group);
      sent.push(group);
    },
    trim: async () => {},
    list: async () => sent.flat(),
  };
  const noted = new Map<string, string>();
  const notes = {
    get: (_: string, name: string) => noted.get(name),
    change: async (_: string, name: string, change: () => string) => void noted.set(name, change()),
  };
  const storage = { seen, notes, worldOf: () => "life/0" } as unknown as SharedStorage;
  const another = () => new SharedRequests({ bodies: true, requestLogBytes: 1 << 26 }, storage);
  return { requests: another(), another, sent };
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
  let isDown = true;
  const { requests, sent } = sending(async () => {
    if (isDown) throw new Error("down");
  });
  for (let nth = 0; nth < 3; nth++) requests.add(served({ accountId: "a" }));
  await requests.flush();
  isDown = false;
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

describe("while requests come in", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A server that gets four million characters of requests a second, and whose database takes 5 ms for any number. */
  function busy() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(performance, "now").mockImplementation(() => Date.now());
    const { requests, another, sent } = sending(() => new Promise((resolve) => setTimeout(resolve, 5)));
    const long = longBody(JSON.stringify({ text: "x".repeat(20_000) }));
    const serve = async (count: number, servers = [requests]) => {
      for (let nth = 0; nth < count; nth++) {
        for (const server of servers) server.add(served({ ...long, accountId: `a${nth % 10}` }));
        // Forty at a time: where all work waits for its turn, none may end for a while.
        if (nth % 40 === 39) await vi.advanceTimersByTimeAsync(200);
      }
    };
    const count = () => sent.reduce((sum, { length }) => sum + length, 0);
    return { requests, another, sent, count, serve };
  }

  it("sends some of them, and the rest without pauses when no more come", async () => {
    const { sent, count, serve } = busy();
    await serve(2_000);
    expect(count()).toBeGreaterThan(1_000);
    expect(count()).toBeLessThan(1_500);

    const [ended, portions] = [Date.now(), sent.length];
    while (count() < 2_000) await vi.advanceTimersByTimeAsync(1);
    expect((Date.now() - ended - 250) / (sent.length - portions)).toBeLessThan(10);
  });

  it("sends all at once to whoever reads the log", async () => {
    const { requests, sent, count, serve } = busy();
    await serve(1_000);
    const portions = sent.length;
    const left = 1_000 - count();
    const flushed = requests.flush();
    while (count() < 1_000) await vi.advanceTimersByTimeAsync(1);
    await flushed;
    expect(left / (sent.length - portions)).toBeGreaterThan(20);
  });

  it("asks the other servers for what they have put off when it is behind itself", async () => {
    const { requests, another, count, serve } = busy();
    await serve(1_000, [requests, another()]);
    let isListed = false;
    const listed = requests.list().then(() => (isListed = true));
    while (!isListed) await vi.advanceTimersByTimeAsync(1);
    await listed;
    expect(count()).toBe(2_000);
  });
});
