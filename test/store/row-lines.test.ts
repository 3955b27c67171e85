import { describe, expect, it } from "vitest";
import type { EventRow } from "../../src/domain/rows.ts";
import { linesOf, rowsIn } from "../../src/store/row-lines.ts";
import { chunksOf } from "../support/chunks.ts";
import { event } from "./samples.ts";

const lines = (rows: readonly unknown[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
const events = Array.from({ length: 5 }, (_, nth) => event(50_000_000 + nth, nth));

describe("rows of lines", () => {
  it.each([1, 7, 1_000, 70_000, 1_000_000])("lines of chunks of %i bytes come whole, many at a time", async (size) => {
    const text = ["a", "é".repeat(50_000), "", "b".repeat(65_535), "c", "d".repeat(40_000), "cut off"].join("\n");
    const batches: Buffer[] = [];
    for await (const batch of linesOf(chunksOf(size < 1_000 ? text.slice(0, 200) : text, size)))
      batches.push(Buffer.from(batch));
    const whole = size < 1_000 ? "a\n" : text.slice(0, -"cut off".length);
    expect(batches.join("")).toBe(whole);
    const odd = batches.filter(
      (batch) => batch.at(-1) !== 10 || (batch.length > 1 << 16 && batch.indexOf(10) < 1 << 16),
    );
    expect(odd.map(({ length }) => length)).toEqual([]);
    expect(batches.length).toBeLessThan(7);
  });

  it("rows of other collections come before events, and each is whole", () => {
    const rows = [{ name: "é", eventId: 1 }, { text: '\n{"eventId":' }, ...events];
    expect(rowsIn(lines(rows))).toEqual(rows);
    expect(rowsIn(lines(rows.slice(0, 2)))).toEqual(rows.slice(0, 2));
  });

  it("events share equal actors and payloads", () => {
    const [one, other] = rowsIn<EventRow>(lines(events.map((each) => ({ ...each, payload: { to: "VALID" } }))));
    expect(one?.actor).toBe(other?.actor);
    expect(one?.payload).toBe(other?.payload);
  });

  const payloads = [{}, { from: null, to: "É" }, { ',"actor":': 1 }, { note: '\n,"actor":{}' }, { a: [{ b: 2 }] }];
  it.each<[string, (event: EventRow, nth: number) => object]>([
    ["payloads of all kinds", (row, nth) => ({ ...row, payload: payloads[nth] })],
    ["the actor first", ({ actor, ...rest }) => ({ actor, ...rest })],
    ["the actor second", ({ eventId, actor, ...rest }) => ({ eventId, actor, ...rest })],
    ["an actor in the payload", ({ actor, ...rest }) => ({ ...rest, payload: { a: 1, actor: "x" }, actor })],
    ["the payload before the actor", ({ actor, payload, ...rest }) => ({ ...rest, payload, actor })],
    ["the actor first, but not in the first", (row, nth) => (nth > 0 ? Object.assign({ actor: row.actor }, row) : row)],
  ])("events with %s come back whole, with their fields in the same order", (_, reordered) => {
    const rows = events.map(reordered);
    expect(lines(rowsIn(lines(rows))).toString()).toBe(lines(rows).toString());
  });

  it.each(["{", '{"eventId":1,"actor":}', '{"eventId":1,"actor":{},"payload":{}', "[1"])(
    "a line %s that is no JSON is a syntax error",
    (line) => {
      expect(() => rowsIn(Buffer.from(`${line}\n`))).toThrow(SyntaxError);
    },
  );
});
