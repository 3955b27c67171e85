import { expect, it, vi } from "vitest";
import { served } from "../support/served.ts";
import { longBody, sending } from "./sending.ts";

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
