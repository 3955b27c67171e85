import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { documentEvents, dossierEvents, thirdpartyEvents } from "../../contract/event-names.ts";
import { EventName, resourceTypeOf, searchByEvent, withEventFilter } from "../../contract/events.ts";
import { check } from "../../contract/violations.ts";

type Query = Record<string, string>;

const whole: Query = {
  eventNames: "THIRD_PARTY_ADDED",
  eventOccurrenceStartDate: "2026-01-01T00:00:00",
  eventOccurrenceEndDate: "2026-12-31T23:59:59",
};
const filter = withEventFilter("THIRD_PARTY", {});
const search = searchByEvent("THIRD_PARTY", {});

/** Every violation that a client receives, as `code sentence`. */
const complaints = (schema: z.ZodType, query: Query): string[] =>
  check("query", schema, query).violations.map(({ code, detail }) => `${code} ${detail}`);
const expectations = (schema: z.ZodType, query: Query): (string | null)[][] =>
  check("query", schema, query).violations.map(({ name, expected }) => [name, expected]);

describe("event names", () => {
  it("has 48 different events of third parties, 22 of dossiers and 30 of documents", () => {
    expect([thirdpartyEvents.length, dossierEvents.length, documentEvents.length]).toEqual([48, 22, 30]);
    expect(new Set(EventName.options).size).toBe(48 + 22 + 30);
  });

  it("names every event after the type of its resource", () => {
    expect(EventName.options.filter((name) => !name.startsWith(`${resourceTypeOf(name)}_`))).toEqual([]);
  });
});

const moment = "2024-02-29T00:00:00.500";
const zone = "must not carry a zone: moments are UTC; leave out the Z or the offset";
const none = "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss";
const elsewhere = "is an event of another resource type; filter it through";

describe.each([
  ["a list", filter],
  ["a search", search],
] as const)("the event filter of %s", (_, schema) => {
  it("completes both bounds to the millisecond, ignores spaces around names and keeps each once", () => {
    const eventNames = "THIRD_PARTY_ADDED, THIRD_PARTY_UPDATED ,THIRD_PARTY_ADDED";
    expect(schema.parse({ ...whole, eventNames })).toEqual({
      eventNames: ["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED"],
      eventOccurrenceStartDate: "2026-01-01T00:00:00.000",
      eventOccurrenceEndDate: "2026-12-31T23:59:59.999",
    });
  });

  it("keeps milliseconds that a bound gives, and takes a range of one moment", () => {
    const bounds = { eventOccurrenceStartDate: moment, eventOccurrenceEndDate: moment };
    expect(schema.parse({ ...whole, ...bounds })).toMatchObject(bounds);
  });

  it.each([
    ["THIRD_PARTY_ADED", '"THIRD_PARTY_ADED" is no event type; did you mean THIRD_PARTY_ADDED?'],
    ["third_party_added", '"third_party_added" is no event type; did you mean THIRD_PARTY_ADDED?'],
    ["NOTHING_LIKE_IT_AT_ALL", '"NOTHING_LIKE_IT_AT_ALL" is no event type.'],
    ["DOSSIER_ADDED", `DOSSIER_ADDED ${elsewhere} dossiers/search.`],
    ["DOCUMENT_ADDED", `DOCUMENT_ADDED ${elsewhere} documents/search.`],
    ["X".repeat(81), `"${"X".repeat(80)}" is no event type.`],
    ["", '"" is no event type.'],
    ["NONE,THIRD_PARTY_ADDED,NEITHER", '"NONE" is no event type.', '"NEITHER" is no event type.'],
  ])("refuses the event names %j with the reason", (eventNames, ...sentences) => {
    const query = { ...whole, eventNames };
    expect(complaints(schema, query)).toEqual(sentences.map((each) => `UNKNOWN_EVENT_NAME eventNames ${each}`));
    const expected = ["eventNames", "names of ThirdpartyEventName, separated by commas"];
    expect(expectations(schema, query)).toEqual(sentences.map(() => expected));
  });

  it("names each wrong event once, and guesses what ten of them mean", () => {
    expect(complaints(schema, { ...whole, eventNames: "NONE, NONE ,NONE" })).toHaveLength(1);
    const misspelt = Array.from("abcdefghijk", (letter) => `THIRD_PARTY_ADDED${letter}`);
    const sentences = complaints(schema, { ...whole, eventNames: misspelt.join() });
    expect(sentences.map((sentence) => sentence.endsWith("; did you mean THIRD_PARTY_ADDED?"))).toEqual([
      ...Array(10).fill(true),
      false,
    ]);
  });

  it.each([
    ["2026-01-15T09:00:00Z", zone],
    ["2026-01-15T09:00:00+01:00", zone],
    ["2026-01-15T09:00:00 02:00", zone],
    ["2026-01-15T09:00:00.000+0100", zone],
    ["2026-01-15", "lacks its time; send 2026-01-15T00:00:00"],
    ["2026-01-15T09:00", "lacks its seconds; send 2026-01-15T09:00:00"],
    ["2026-01-15T09:00Z", "lacks its seconds; send 2026-01-15T09:00:00"],
    ["2026-02-30T09:00", none],
    ["2026-02-30T00:00:00", none],
    ["2025-02-29T00:00:00", none],
    ["2026-01-15T24:00:00", none],
    ["yesterday", none],
  ])("refuses the bound %s", (eventOccurrenceStartDate, sentence) => {
    const query = { ...whole, eventOccurrenceStartDate };
    expect(complaints(schema, query)).toEqual([`INVALID_EVENT_FILTER eventOccurrenceStartDate ${sentence}.`]);
    expect(expectations(schema, query)).toEqual([["eventOccurrenceStartDate", "yyyy-MM-ddTHH:mm:ss, without a zone"]]);
  });

  it("refuses a start after the end, even when a name is invalid", () => {
    const backwards = { ...whole, eventOccurrenceStartDate: "2027-01-01T00:00:00" };
    const sentence =
      "INVALID_EVENT_FILTER eventOccurrenceStartDate starts after the range ends " +
      "(2027-01-01T00:00:00.000 > 2026-12-31T23:59:59.999); exchange the two.";
    expect(complaints(schema, backwards)).toEqual([sentence]);
    const expected = ["eventOccurrenceStartDate", "a start that is not after the end"];
    expect(expectations(schema, backwards)).toEqual([expected]);
    expect(complaints(schema, { ...backwards, eventNames: "DOSSIER_ADDED" })).toEqual([
      `UNKNOWN_EVENT_NAME eventNames DOSSIER_ADDED ${elsewhere} dossiers/search.`,
      sentence,
    ]);
  });

  it("lists missing parameters even when a given one is invalid", () => {
    expect(complaints(schema, { eventNames: "DOSSIER_ADDED" })).toEqual([
      `UNKNOWN_EVENT_NAME eventNames DOSSIER_ADDED ${elsewhere} dossiers/search.`,
      ...missing(["eventNames"]),
    ]);
    expect(complaints(schema, { eventOccurrenceEndDate: "tomorrow" }).sort()).toEqual(
      [`INVALID_EVENT_FILTER eventOccurrenceEndDate ${none}.`, ...missing(["eventOccurrenceEndDate"])].sort(),
    );
  });

  const [names, start, end] = Object.keys(whole) as [string, string, string];
  it.each([[[names]], [[start]], [[end]], [[names, start]], [[names, end]], [[start, end]]])(
    "refuses %j without the others, and says once why",
    (given) => {
      const query = Object.fromEntries(given.map((name) => [name, whole[name] as string]));
      expect(complaints(schema, query)).toEqual(missing(given));
      const expected = `all three parameters of the event filter${schema === filter ? ", or none" : ""}`;
      for (const [, one] of expectations(schema, query)) expect(one).toBe(expected);
    },
  );
});

/** The first of the missing parameters says why, and the others that they are missing too. */
function missing(given: readonly string[]): string[] {
  const together = "eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate go together";
  const sent = `${given.join(" and ")} ${given.length > 1 ? "were" : "was"} sent`;
  const only = given.length > 0 ? `, and only ${sent}` : "";
  return Object.keys(whole)
    .filter((name) => !given.includes(name))
    .map((name, at) => `INVALID_EVENT_FILTER ${name} is missing${at === 0 ? `: ${together}${only}` : " too"}.`);
}

it("a list needs no event filter, and a search needs all of it", () => {
  expect(filter.parse({})).toEqual({});
  expect(complaints(search, {})).toEqual(missing([]));
});
