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
  };
  const storage = { seen, worldOf: () => "life/0" } as unknown as SharedStorage;
  return { requests: new SharedRequests({ bodies: true, requestLogBytes: 1 << 26 }, storage), sent };
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

describe("while the server is busy", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** A server whose database takes a millisecond for two thousand characters. */
  function slowSending() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.spyOn(performance, "now").mockImplementation(() => Date.now());
    const server = { utilization: 1, spent: 0 };
    vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle: 0, active: 0, ...server }));
    const { requests, sent } = sending(async (group) => {
      const length = group.reduce((sum, { text }) => sum + text.length, 0) / 2_000;
      await new Promise((resolve) => setTimeout(resolve, length));
      server.spent += length;
    });
    const long = longBody(JSON.stringify({ text: "x".repeat(20_000) }));
    const serve = async (count: number) => {
      for (let nth = 0; nth < count; nth++) {
        requests.add(served({ ...long, accountId: `a${nth % 10}` }));
        // Requests come twenty at a time: where all work waits for its turn, none may end for a while.
        if (nth % 20 === 0) await vi.advanceTimersByTimeAsync(230);
      }
    };
    return { server, requests, sent, serve };
  }

  it("sends for a twentieth of its time, and the rest when no more requests come", async () => {
    const { server, sent, serve } = slowSending();
    const began = Date.now();
    await serve(2_000);
    const part = server.spent / (Date.now() - began);
    expect(part).toBeGreaterThan(1 / 30);
    expect(part).toBeLessThan(1 / 17);

    server.utilization = 0.1;
    const [spent, ended] = [server.spent, Date.now()];
    while (sent.flat().length < 2_000) await vi.advanceTimersByTimeAsync(100);
    expect(server.spent - spent).toBeGreaterThan(0.95 * (Date.now() - ended - 1_500));
  });

  it("sends all at once to whoever reads the log", async () => {
    const { server, requests, sent, serve } = slowSending();
    await serve(1_000);
    const [spent, asked] = [server.spent, Date.now()];
    const flushed = requests.flush();
    while (sent.flat().length < 1_000) await vi.advanceTimersByTimeAsync(10);
    await flushed;
    expect(server.spent - spent).toBeGreaterThan(0.95 * (Date.now() - asked));
    expect(Math.max(...sent.map(({ length }) => length))).toBeGreaterThan(20);
  });
});
