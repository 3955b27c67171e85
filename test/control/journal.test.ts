import { expect, it } from "vitest";
import { makeWorld } from "../support/sandbox.ts";
import { expectEachEventOnce } from "./journal-pages.ts";

it.each([
  ["all of it", ""],
  ["one resource of it", "&names=THIRD_PARTY_ADDED"],
])("reading the audit journal page by page visits each event once (%s)", (_, filter) =>
  expectEachEventOnce("onboarding", filter),
);

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
