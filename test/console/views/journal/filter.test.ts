import { describe, expect, it } from "vitest";
import { expectation, passing, searchesOf, within } from "../../../../src/console/views/journal/filter.ts";
import type { Entry } from "../../../../src/console/views/journal/store.ts";

const entry = (change: Partial<Entry>): Entry => ({
  ...{ eventId: 50000001, eventName: "DOCUMENT_ANSWER_ACCEPTED", resourceType: "DOCUMENT", resourceId: 11031000 },
  ...{ accountId: "demo", thirdpartyId: 924000, dossierId: 1324000, documentId: 11031000 },
  ...{ occurredAt: "2026-01-15T09:00:00.000", actor: { type: "CLIENT", name: "client" } },
  ...change,
});
const eventNames = new Set(["DOCUMENT_ANSWER_ACCEPTED", "DOCUMENT_ANSWER"]);

describe("the filter of the journal", () => {
  const found = ["accept", " DENIED,  ACCEPTED ", "document_answer_accepted", "DOCUMENT_ANSWER_", "924000", "1324000"];
  const foundToo = ["50000001", "7 11031000", "11031000 accepted", "A1 1A ACCEPTED"];
  const notFound = ["DENIED", "DOCUMENT_ANSWER", "11031000 denied", "924001", "92400", "A1", "1A"];
  it.each<readonly [filter: Parameters<typeof passing>[0], passes: boolean]>([
    [{}, true],
    ...[...found, ...foundToo].map((names) => [{ names }, true] as const),
    ...notFound.map((names) => [{ names }, false] as const),
    [{ kind: "DOCUMENT" }, true],
    [{ kind: "DOSSIER" }, false],
    [{ actor: "CLIENT" }, true],
    [{ actor: "PLATFORM" }, false],
    [{ after: "50000001" }, false],
    [{ after: "50000000" }, true],
    [{ thirdpartyId: "924000", dossierId: "1324000", documentId: "11031000" }, true],
    [{ thirdpartyId: "924001" }, false],
    [{ dossierId: "924000" }, false],
    [{ documentId: "1" }, false],
  ])("%j lets an accepted answer pass: %s; a whole event name means itself alone", (filter, passes) => {
    expect(passing(filter, eventNames)(entry({}))).toBe(passes);
  });

  it.each([
    [{}, [true, true, true]],
    [{ from: "2026-01-15T09:00:00.000", to: "2026-01-15T09:00:00.000" }, [false, true, false]],
    [{ from: "2026-01-15T09:00:00.000" }, [false, true, true]],
    [{ to: "2026-01-15T09:00:00.000" }, [true, true, false]],
  ])("the range %j includes a millisecond before 9:00, 9:00 and one after: %j", (range, included) => {
    const times = ["2026-01-15T08:59:59.999", "2026-01-15T09:00:00.000", "2026-01-15T09:00:00.001"];
    expect(times.map((occurredAt) => within(range)(entry({ occurredAt })))).toEqual(included);
  });
});

describe("what is copied from the journal", () => {
  const entries = [
    entry({ eventName: "DOCUMENT_ANSWER_ADDED" }),
    entry({ eventName: "DOSSIER_ADDED", resourceType: "DOSSIER", occurredAt: "2026-01-16T00:00:00.000" }),
    entry({}),
    entry({ eventName: "THIRD_PARTY_ADDED", resourceType: "THIRD_PARTY", occurredAt: "2026-01-17T00:00:00.000" }),
  ];
  const searches = (start: string, end: string) =>
    [
      ["documents", "DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_ADDED"],
      ["dossiers", "DOSSIER_ADDED"],
      ["thirdparties", "THIRD_PARTY_ADDED"],
    ].map(
      ([kind, names]) =>
        `http://host/a/${kind}/search?eventNames=${names}` +
        `&eventOccurrenceStartDate=${start}&eventOccurrenceEndDate=${end}`,
    );

  it("is one search for each kind of resource, with the names that occur, from the first to the last of them", () => {
    const found = searches("2026-01-15T09:00:00.000", "2026-01-17T00:00:00.000");
    expect(searchesOf(entries, {}, "http://host/a")).toEqual(found);
  });

  it("is a search with the bounds of the range, where there is one", () => {
    expect(searchesOf(entries, { from: "2026", to: "2027" }, "http://host/a")).toEqual(searches("2026", "2027"));
    expect(searchesOf([], {}, "http://host/a")).toEqual([]);
  });

  it("is a line of a test that waits for the event of the nearest resource", () => {
    const { thirdpartyId, dossierId } = entry({});
    expect(
      [entry({}), entry({ documentId: null }), entry({ documentId: null, dossierId: null })].map(expectation),
    ).toEqual([
      'await world.waitFor("DOCUMENT_ANSWER_ACCEPTED", { documentId: 11031000 });',
      `await world.waitFor("DOCUMENT_ANSWER_ACCEPTED", { dossierId: ${dossierId} });`,
      `await world.waitFor("DOCUMENT_ANSWER_ACCEPTED", { thirdpartyId: ${thirdpartyId} });`,
    ]);
  });
});
