import { expect, it, vi } from "vitest";
import { mostRequests } from "../../src/sandbox/requests/request-log.ts";
import { served } from "../support/served.ts";
import { longBody, sending } from "./sending.ts";

const idsOf = (requests: readonly { request_id: string }[]) => requests.map(({ request_id }) => request_id);

it("sends requests in their order, a hundred at a time, and those that its own log still has", async () => {
  const { requests, sent, all } = sending();
  for (let nth = 0; nth < 1_500; nth++) requests.add(served({ accountId: "a", requestId: `r${nth}` }));
  await requests.flush();
  expect(idsOf(all())).toEqual(Array.from({ length: 1_000 }, (_, nth) => `r${500 + nth}`));
  expect(Math.max(...sent.map(({ length }) => length))).toBe(100);
});

it("sends its own requests before it reads", async () => {
  const { requests } = sending();
  requests.add(served({ accountId: "a", requestId: "r1", worldId: "w" }));
  expect((await requests.list({ accountId: "a" })).map(({ requestId, worldId }) => [requestId, worldId])).toEqual([
    ["r1", "w"],
  ]);
  requests.add(served({ accountId: "a", requestId: "r2", worldId: "w" }));
  expect((await requests.ofWorld("a", "w")).requests).toHaveLength(2);
});

it("is incomplete for an account of which a request could not be sent, and sends none of those twice", async () => {
  const { requests, all, dropped, database } = sending();
  database.isDown = true;
  for (let nth = 0; nth < 120; nth++) requests.add(served({ accountId: "a", requestId: `r${nth}`, worldId: "w" }));
  await requests.flush();
  database.isDown = false;
  requests.add(served({ accountId: "b", worldId: "w" }));
  requests.add(served({ accountId: "a", requestId: "last", worldId: "w" }));
  expect((await requests.ofWorld("a", "w")).isComplete).toBe(false);
  expect((await requests.ofWorld("b", "w")).isComplete).toBe(true);
  expect([idsOf(all()), [...dropped]]).toEqual([["r", "last"], [["a", null]]]);
});

it("is incomplete for an account whose requests its own log dropped before they were sent", async () => {
  const { requests } = sending();
  for (let nth = 0; nth <= mostRequests; nth++) requests.add(served({ accountId: "a", worldId: "w" }));
  expect((await requests.ofWorld("a", "w")).isComplete).toBe(false);
});

it("is incomplete where the table has more requests of the account than are shown", async () => {
  const { requests } = sending();
  const add = async (count: number, worldId: string) => {
    for (let nth = 0; nth < count; nth++) requests.add(served({ accountId: "a", worldId }));
    await requests.flush();
  };
  await add(mostRequests, "w");
  expect(await requests.ofWorld("a", "w")).toMatchObject({ isComplete: true });
  await add(1, "w");
  const { requests: shown, isComplete } = await requests.ofWorld("a", "w");
  expect([shown.length, isComplete]).toEqual([mostRequests, false]);
  await add(10, "another");
  expect(await requests.ofWorld("a", "another")).toMatchObject({ isComplete: true });
});

it("trims the table when it has sent a tenth of what that may hold", async () => {
  const { requests, database } = sending(1 << 20);
  const long = longBody(JSON.stringify({ text: "x".repeat(20_000) }));
  for (let nth = 0; nth < 4; nth++) requests.add(served({ ...long }));
  await requests.flush();
  expect(database.trims).toBe(0);
  for (let nth = 0; nth < 2; nth++) requests.add(served({ ...long }));
  await requests.flush();
  expect(database.trims).toBe(1);
});

it("yields to other requests while it prepares long bodies", async () => {
  const { requests, all } = sending();
  // Every word of it has to be looked at.
  const long = longBody(JSON.stringify(Array.from({ length: 1_000 }, () => ({ note: "a=b", token: "x" }))));
  for (let nth = 0; nth < 30; nth++) requests.add(served({ ...long }));
  // To the sender, every look at the clock is a slice later.
  let time = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (time += 20));
  let turns = 0;
  const flushed = requests.flush().then(() => true);
  while (!(await Promise.race([flushed, new Promise((resolve) => setImmediate(resolve, false))]))) turns++;
  expect(all()).toHaveLength(30);
  // One between any two of them.
  expect(turns).toBeGreaterThanOrEqual(29);
});

it("has the requests of other servers without their bodies", async () => {
  const { requests } = sending();
  await requests.news();
  requests.add(served({ ...longBody('{"text":"x"}'), requestId: "r1" }));
  await requests.flush();
  const [{ served: found } = { served: null }] = await requests.news();
  expect(found).toMatchObject({ requestId: "r1", responseBody: null, responseSize: 12 });
});

it.each([
  ["a", ["b"]],
  [undefined, []],
])("is complete after requests of %s were cleared, also of those that came while they were", async (account, left) => {
  const { requests, all } = sending();
  requests.add(served({ accountId: "a", worldId: "w" }));
  const cleared = requests.clear(account);
  requests.add(served({ accountId: "a", worldId: "w" }));
  requests.add(served({ accountId: "b", worldId: "w" }));
  await cleared;
  expect(await requests.ofWorld("a", "w")).toEqual({ earlier: [], requests: [], isComplete: true });
  expect(all().map((sent) => sent.account)).toEqual(left);
});
