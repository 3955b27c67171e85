import { expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { parse } from "../../src/domain/time.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { makeWorld, options, TestWorld } from "../support/sandbox.ts";
import { start } from "../support/worlds.ts";

const wall = parse(start);

it.each([
  ["all of it", ""],
  ["one resource of it", "&names=THIRD_PARTY_ADDED"],
])("reading the audit journal page by page visits each event once (%s)", async (_, filter) => {
  const wish = { accountId: "demo", seed: "onboarding", randomSeed: 1, size: null, now: wall, frozen: true, wall };
  const tables = new Tables(await makeState(wish));
  const sandbox = new Sandbox(options, { ...memoryStorage(), open: async () => new MemoryStore(tables) });
  const world = new TestWorld("demo", "", { sandbox, app: createApp(sandbox) });
  await sandbox.worlds.openOrCreate("demo");
  const { events } = tables.dump();
  const before = tables.visited;
  const read: { eventId: number }[] = [];
  let pages = 0;
  for (let more = true; more; pages++) {
    const after = read.at(-1)?.eventId ?? 0;
    const { body } = await world.control("get", `/events?limit=200&after=${after}${filter}`).expect(200);
    read.push(...body.content);
    more = body.content.length === 200;
  }
  const wanted = events.filter(({ eventName }) => filter === "" || filter.endsWith(eventName));
  expect(read.map(({ eventId }) => eventId)).toEqual(wanted.map(({ eventId }) => eventId));
  const search = Math.ceil(Math.log2(events.length)) + 1;
  expect(tables.visited - before).toBeLessThanOrEqual(events.length + pages * search);
});

it.each(["after=0", "after=0&from=2099-01-01T00:00:00", "after=999999999", "from=2099-01-01T00:00:00"])(
  "a page of the audit journal without events says where to go on (%s)",
  async (query) => {
    const world = await makeWorld();
    const { body } = await world.control("get", `/events?${query}`).expect(200);
    const after = new URLSearchParams(query).get("after");
    expect(body).toEqual({ content: [], after: after === null ? null : Number(after) });
  },
);

it("latest=true reads the end of the audit journal, filtered or not, oldest event first", async () => {
  const world = await makeWorld();
  for (const text of ["one", "two", "three"]) {
    if (text === "one") await world.add();
    await world.control("post", "/occurrences", { event: "THIRD_PARTY_COMMENT_ADDED", data: { text } }).expect(201);
  }
  const read = async (query: string) => (await world.control("get", `/events?${query}`).expect(200)).body;
  const all = (await read("limit=1000")).content;
  expect((await read("limit=2&latest=true")).content).toEqual(all.slice(-2));
  expect((await read("limit=2&latest=false")).content).toEqual(all.slice(0, 2));
  const added = (await read("limit=1&latest=true&names=THIRD_PARTY_COMMENT_ADDED")) as {
    content: { payload: object }[];
  };
  expect(added.content.map(({ payload }) => payload)).toEqual([expect.objectContaining({ text: "three" })]);
  expect(await read(`latest=true&after=${all.at(-1).eventId}`)).toEqual({ content: [], after: all.at(-1).eventId });
});
