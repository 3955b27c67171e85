import { describe, expect, it } from "vitest";
import { passing, searchesOf, within } from "../../../../src/console/views/journal/filter.ts";
import type { Entry } from "../../../../src/console/views/journal/store.ts";

const entry = (change: Partial<Entry>): Entry => ({
  eventId: 50000001,
  eventName: "DOCUMENT_ANSWER_ACCEPTED",
  resourceType: "DOCUMENT",
  resourceId: 11031000,
  accountId: "demo",
  thirdpartyId: 924000,
  dossierId: 1324000,
  documentId: 11031000,
  occurredAt: "2026-01-15T09:00:00.000",
  actor: { type: "CLIENT", name: "client" },
  ...change,
});

describe("the filter of the journal", () => {
  it.each([
    [{ names: "accept" }, true],
    [{ names: "DENIED, ACCEPTED" }, true],
    [{ names: "DENIED" }, false],
    [{ names: "924000" }, true],
    [{ names: "11031000 accepted" }, true],
    [{ names: "11031000 denied" }, false],
    [{ names: "924001" }, false],
    [{ kind: "DOSSIER" }, false],
    [{ actor: "CLIENT" }, true],
    [{ actor: "PLATFORM" }, false],
    [{ after: "50000001" }, false],
    [{ after: "50000000" }, true],
  ])("passes an accepted answer through %j: %s", (filter, passes) => {
    expect(passing(filter)(entry({}))).toBe(passes);
  });

  it("takes a whole event name for itself alone, though others begin with it", () => {
    const passes = passing({ names: "DOCUMENT_ANSWER_STATUS_UPDATE" }, new Set(["DOCUMENT_ANSWER_STATUS_UPDATE"]));
    expect(passes(entry({ eventName: "DOCUMENT_ANSWER_STATUS_UPDATE" }))).toBe(true);
    expect(passes(entry({ eventName: "DOCUMENT_ANSWER_STATUS_UPDATE_VALID" }))).toBe(false);
  });

  it("includes both ends of a range", () => {
    const range = within({ from: "2026-01-15T09:00:00.000", to: "2026-01-15T09:00:00.000" });
    expect(range(entry({}))).toBe(true);
    expect(range(entry({ occurredAt: "2026-01-15T09:00:00.001" }))).toBe(false);
  });

  it("writes one search for each kind of resource, with the names that occur and the bounds of the range", () => {
    const entries = [
      entry({}),
      entry({ eventName: "DOSSIER_ADDED", resourceType: "DOSSIER", occurredAt: "2026-01-16T00:00:00.000" }),
      entry({ eventName: "DOCUMENT_ANSWER_ADDED", occurredAt: "2026-01-17T00:00:00.000" }),
    ];
    expect(searchesOf(entries, { to: "2026-02-01T00:00:00.000" }, "http://host/a")).toEqual([
      "http://host/a/documents/search?eventNames=DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_ADDED" +
        "&eventOccurrenceStartDate=2026-01-15T09:00:00.000&eventOccurrenceEndDate=2026-02-01T00:00:00.000",
      "http://host/a/dossiers/search?eventNames=DOSSIER_ADDED" +
        "&eventOccurrenceStartDate=2026-01-15T09:00:00.000&eventOccurrenceEndDate=2026-02-01T00:00:00.000",
    ]);
  });
});
