import { expect, it } from "vitest";
import type { Change } from "../../src/domain/change.ts";
import { isLarge, partsOf } from "../../src/world/large-change.ts";

const many = (length: number) => Array.from({ length }, (_, nth) => nth) as never[];

it.each([
  [{ put: 1_000, remove: 0, events: 0 }, false],
  [{ put: 400, remove: 300, events: 300 }, false],
  [{ put: 400, remove: 300, events: 301 }, true],
])("a change of %j is large: %s", ({ put, remove, events }, verdict) => {
  expect(isLarge({ put: many(put), remove: many(remove), events: many(events) })).toBe(verdict);
});

it("a piece of a file is a part of its own", () => {
  const [file, other] = [{ collection: "files" }, { collection: "documents" }] as Change["put"][number][];
  const put = [other, file, file, other, other] as Change["put"][number][];
  expect(isLarge({ put: [file] as never, remove: [], events: [] })).toBe(false);
  expect(isLarge({ put, remove: [], events: [] })).toBe(true);
  const parts = [...partsOf({ put, remove: [], events: [] })];
  expect(parts.map((part) => part.put)).toEqual([[other], [file], [file], [other, other]]);
});

it("the parts of a large change hold a thousand entries at most, in its order, and lead to the same", () => {
  const change: Change = { put: many(2_001), remove: many(1_000), events: many(1_001) };
  const parts = [...partsOf(change)];
  expect(parts.map(({ put, remove, events }) => [put.length, remove.length, events.length])).toEqual([
    ...[1_000, 1_000, 1].map((length) => [length, 0, 0]),
    [0, 1_000, 0],
    ...[1_000, 1].map((length) => [0, 0, length]),
  ]);
  const joined = (of: keyof Change) => parts.flatMap((part): unknown[] => [...part[of]]);
  expect({ put: joined("put"), remove: joined("remove"), events: joined("events") }).toEqual(change);
});
