import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { documentEvents, dossierEvents, thirdpartyEvents } from "../../contract/event-names.ts";
import { EventName, resourceTypeOf, searchByEvent, withEventFilter } from "../../contract/events.ts";
import { check } from "../../src/http/request/violations.ts";

const range = { eventOccurrenceStartDate: "2026-01-01T00:00:00", eventOccurrenceEndDate: "2026-12-31T23:59:59" };
const filter = withEventFilter("THIRD_PARTY", {});
const search = searchByEvent("THIRD_PARTY", {});

/** Every violation that a client receives: parameter, code and sentence. */
function complaints(schema: z.ZodType, query: Record<string, string>): [string | null, string, string][] {
  const checked = check("query", schema, query);
  return "data" in checked ? [] : checked.violations.map(({ name, code, detail }) => [name, code, detail]);
}
const culprits = (schema: z.ZodType, query: Record<string, string>) =>
  complaints(schema, query).map(([name, code]) => [name, code]);

describe("event names", () => {
  it("has 48 different events of third parties, 22 of dossiers and 30 of documents", () => {
    expect([thirdpartyEvents.length, dossierEvents.length, documentEvents.length]).toEqual([48, 22, 30]);
    expect(new Set(EventName.options).size).toBe(48 + 22 + 30);
  });

  it("names every event after the type of its resource", () => {
    const heads = {
      THIRD_PARTY: /^THIRD_PARTY_[A-Z_]+$/,
      DOSSIER: /^DOSSIER_[A-Z_]+$/,
      DOCUMENT: /^DOCUMENT_[A-Z_]+$/,
    };
    expect(EventName.options.filter((name) => !heads[resourceTypeOf(name)].test(name))).toEqual([]);
  });
});

describe.each([
  ["a list", filter],
  ["a search", search],
] as const)("the event filter of %s", (_, schema) => {
  it("completes both bounds of the event filter to the millisecond", () => {
    expect(schema.parse({ eventNames: "THIRD_PARTY_ADDED", ...range })).toEqual({
      eventNames: ["THIRD_PARTY_ADDED"],
      eventOccurrenceStartDate: "2026-01-01T00:00:00.000",
      eventOccurrenceEndDate: "2026-12-31T23:59:59.999",
    });
  });

  it("accepts several names, ignores spaces around them and keeps each once", () => {
    const { eventNames } = schema.parse({
      eventNames: "THIRD_PARTY_ADDED, THIRD_PARTY_UPDATED ,THIRD_PARTY_ADDED",
      ...range,
    });
    expect(eventNames).toEqual(["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED"]);
  });

  it("keeps milliseconds that a bound gives", () => {
    const bounds = {
      eventOccurrenceStartDate: "2026-01-01T00:00:00.500",
      eventOccurrenceEndDate: "2026-01-01T00:00:00.500",
    };
    expect(schema.parse({ eventNames: "THIRD_PARTY_ADDED", ...bounds })).toMatchObject(bounds);
  });

  it.each([
    ["THIRD_PARTY_ADED", 'eventNames "THIRD_PARTY_ADED" is no event type; did you mean THIRD_PARTY_ADDED?'],
    ["third_party_added", 'eventNames "third_party_added" is no event type; did you mean THIRD_PARTY_ADDED?'],
    ["NOTHING_LIKE_IT_AT_ALL", 'eventNames "NOTHING_LIKE_IT_AT_ALL" is no event type.'],
    [
      "DOSSIER_ADDED",
      "eventNames DOSSIER_ADDED is an event of another resource type; filter it through dossiers/search.",
    ],
    [
      "DOCUMENT_ADDED",
      "eventNames DOCUMENT_ADDED is an event of another resource type; filter it through documents/search.",
    ],
    ["", 'eventNames "" is no event type.'],
  ])("refuses the event name %j with the reason", (eventNames, sentence) => {
    expect(complaints(schema, { eventNames, ...range })).toEqual([["eventNames", "UNKNOWN_EVENT_NAME", sentence]]);
  });

  it("lists every wrong event name at once", () => {
    expect(culprits(schema, { eventNames: "NO,DOSSIER_ADDED,THIRD_PARTY_ADDED,NEITHER", ...range })).toHaveLength(3);
  });

  it.each([
    ["2026-01-15T09:00:00Z", "must not carry a zone: moments are UTC; leave out the Z or the offset"],
    ["2026-01-15T09:00:00+01:00", "must not carry a zone: moments are UTC; leave out the Z or the offset"],
    ["2026-01-15T09:00:00 02:00", "must not carry a zone: moments are UTC; leave out the Z or the offset"],
    ["2026-01-15T09:00:00.000+0100", "must not carry a zone: moments are UTC; leave out the Z or the offset"],
    ["2026-01-15", "lacks its time; send 2026-01-15T00:00:00"],
    ["2026-01-15T09:00", "lacks its seconds; send 2026-01-15T09:00:00"],
    ["2026-01-15T09:00Z", "lacks its seconds; send 2026-01-15T09:00:00"],
    ["2026-02-30T09:00", "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss"],
    ["2026-02-30T00:00:00", "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss"],
    ["2025-02-29T00:00:00", "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss"],
    ["2026-01-15T24:00:00", "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss"],
    ["yesterday", "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss"],
  ])("refuses the bound %s", (eventOccurrenceStartDate, sentence) => {
    const query = { eventNames: "THIRD_PARTY_ADDED", ...range, eventOccurrenceStartDate };
    expect(complaints(schema, query)).toEqual([
      ["eventOccurrenceStartDate", "INVALID_EVENT_FILTER", `eventOccurrenceStartDate ${sentence}.`],
    ]);
  });

  it("accepts the 29th of February of a leap year", () => {
    expect(
      schema.safeParse({ eventNames: "THIRD_PARTY_ADDED", ...range, eventOccurrenceStartDate: "2024-02-29T00:00:00" })
        .success,
    ).toBe(true);
  });

  it("refuses a start after the end and accepts a start at the end", () => {
    const at = (start: string, end: string) =>
      culprits(schema, {
        eventNames: "THIRD_PARTY_ADDED",
        eventOccurrenceStartDate: start,
        eventOccurrenceEndDate: end,
      });
    expect(at("2026-02-01T00:00:00", "2026-01-01T00:00:00")).toEqual([
      ["eventOccurrenceStartDate", "INVALID_EVENT_FILTER"],
    ]);
    expect(at("2026-01-01T00:00:00", "2026-01-01T00:00:00")).toEqual([]);
  });

  it("lists missing parameters even when a given one is invalid", () => {
    expect(culprits(schema, { eventNames: "NO_SUCH_EVENT" })).toEqual([
      ["eventNames", "UNKNOWN_EVENT_NAME"],
      ["eventOccurrenceStartDate", "INVALID_EVENT_FILTER"],
      ["eventOccurrenceEndDate", "INVALID_EVENT_FILTER"],
    ]);
    expect(culprits(schema, { eventOccurrenceEndDate: "tomorrow" }).sort()).toEqual([
      ["eventNames", "INVALID_EVENT_FILTER"],
      ["eventOccurrenceEndDate", "INVALID_EVENT_FILTER"],
      ["eventOccurrenceStartDate", "INVALID_EVENT_FILTER"],
    ]);
  });

  it("reports a start after the end even when a name is invalid", () => {
    const query = {
      eventNames: "NO_SUCH_EVENT",
      eventOccurrenceStartDate: "2026-02-01T00:00:00",
      eventOccurrenceEndDate: "2026-01-01T00:00:00",
    };
    expect(culprits(schema, query)).toEqual([
      ["eventNames", "UNKNOWN_EVENT_NAME"],
      ["eventOccurrenceStartDate", "INVALID_EVENT_FILTER"],
    ]);
  });
});

describe("the three parameters of the event filter", () => {
  it("accepts a list without the event filter", () => {
    expect(filter.parse({})).toEqual({});
  });

  it("requires all three parameters in a search", () => {
    const code = "INVALID_EVENT_FILTER";
    const together = "eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate go together";
    expect(complaints(search, {})).toEqual([
      ["eventNames", code, `eventNames is missing: ${together}.`],
      ["eventOccurrenceStartDate", code, "eventOccurrenceStartDate is missing too."],
      ["eventOccurrenceEndDate", code, "eventOccurrenceEndDate is missing too."],
    ]);
    expect(complaints(search, { eventNames: "THIRD_PARTY_ADDED" })).toEqual([
      [
        "eventOccurrenceStartDate",
        code,
        `eventOccurrenceStartDate is missing: ${together}, and only eventNames was sent.`,
      ],
      ["eventOccurrenceEndDate", code, "eventOccurrenceEndDate is missing too."],
    ]);
  });

  it.each([
    [["eventNames"], ["eventOccurrenceStartDate", "eventOccurrenceEndDate"]],
    [["eventOccurrenceStartDate"], ["eventNames", "eventOccurrenceEndDate"]],
    [["eventOccurrenceEndDate"], ["eventNames", "eventOccurrenceStartDate"]],
    [["eventNames", "eventOccurrenceStartDate"], ["eventOccurrenceEndDate"]],
    [["eventNames", "eventOccurrenceEndDate"], ["eventOccurrenceStartDate"]],
    [["eventOccurrenceStartDate", "eventOccurrenceEndDate"], ["eventNames"]],
  ])("refuses a list that sends %j without %j", (given, missing) => {
    const whole: Record<string, string> = { eventNames: "THIRD_PARTY_ADDED", ...range };
    const query = Object.fromEntries(given.map((name) => [name, whole[name] as string]));
    const violations = complaints(filter, query);
    expect(violations.map(([name, code]) => [name, code])).toEqual(
      missing.map((name) => [name, "INVALID_EVENT_FILTER"]),
    );
    const said = violations.filter(([, , detail]) => detail.includes(`only ${given.join(" and ")} w`));
    expect(said).toHaveLength(1);
  });
});
