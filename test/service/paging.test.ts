import { describe, expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { createApp } from "../../src/app.ts";
import type { State } from "../../src/domain/change.ts";
import { parse } from "../../src/domain/time.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { MemoryStore, memoryStorage } from "../../src/store/memory/memory.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { options, TestWorld } from "../support/sandbox.ts";
import { start } from "../support/worlds.ts";

const wall = parse(start);
const portfolio = await makeState({
  accountId: "demo",
  seed: "portfolio",
  randomSeed: 1,
  size: null,
  now: wall,
  frozen: true,
  wall,
});

/** The portfolio so many times over; what happened to the others happened years before. */
function grown(times: number): State {
  const all = <R>(rows: readonly R[], other: (row: R, further: number) => R) =>
    Array.from({ length: times }, (_, nth) =>
      rows.map((row) => (nth === 0 ? row : other(row, nth * 1_000_000_000))),
    ).flat();
  return {
    ...portfolio,
    jobs: [],
    thirdparties: all(portfolio.thirdparties, (row, further) => ({ ...row, thirdpartyId: row.thirdpartyId + further })),
    dossiers: all(portfolio.dossiers, (row, further) => ({ ...row, dossierId: row.dossierId + further })),
    documents: all(portfolio.documents, (row, further) => ({ ...row, documentId: row.documentId + further })),
    events: all(portfolio.events, (row, further) => ({
      ...row,
      eventId: row.eventId + further,
      occurredAt: row.occurredAt.replace(/^\d+/, "2001"),
    })),
  };
}

/** A world whose answers come with the number of rows that were looked at for them. */
async function watched(state: State) {
  const tables = new Tables(state);
  const store = new MemoryStore(tables);
  const sandbox = new Sandbox(options, { ...memoryStorage(), open: async () => store });
  const world = new TestWorld("demo", await sandbox.token(["demo"], 3600), { sandbox, app: createApp(sandbox) });
  await sandbox.world("demo");
  return async (path: string, query: Record<string, string | number>) => {
    const before = tables.visited;
    const { body } = await world.get(path, query).expect(200);
    return {
      content: body.content as unknown[],
      total: body.totalElements as number,
      visited: tables.visited - before,
    };
  };
}
const small = await watched(grown(1));
const large = await watched(grown(10));

describe("a list without filters", () => {
  it.each(["/thirdparties", "/dossiers"])(
    "looks at the rows of its page and no others, however long it is (%s)",
    async (path) => {
      for (const page of [0, 2]) {
        const [one, other] = [await small(path, { page, size: 5 }), await large(path, { page, size: 5 })];
        expect([one.visited, other.visited]).toEqual([5, 5]);
        expect([other.content, other.total]).toEqual([one.content, 10 * one.total]);
      }
    },
  );
});

/** Where a range begins and where it ends, each by a binary search over blocks and one within a block. */
const search = (rows: number) => 2 * (Math.ceil(Math.log2(rows)) + 2);

describe("a search by events", () => {
  const searches: [path: string, eventName: EventName, more: Record<string, string>][] = [
    ["/thirdparties/search", "THIRD_PARTY_ADDED", {}],
    ["/thirdparties/search", "THIRD_PARTY_ADDED", { countryCode: "FR" }],
    ["/thirdparties", "THIRD_PARTY_ADDED", {}],
    ["/dossiers/search", "DOSSIER_ADDED", {}],
    ["/dossiers", "DOSSIER_ADDED", {}],
    ["/documents/search", "DOCUMENT_ADDED", {}],
  ];
  it.each(searches)(
    "looks at what it finds and a few rows on the way, however much has happened (%s, %s, %o)",
    async (path, eventName, more) => {
      const moments = portfolio.events
        .filter((row) => row.eventName === eventName)
        .map(({ occurredAt }) => occurredAt)
        .sort();
      const [from, to] = moments.slice(-3) as [string, string];
      const query = { eventNames: eventName, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, ...more };
      const [one, other] = [await small(path, query), await large(path, query)];
      expect(one.content.length).toBeGreaterThan(0);
      expect(other.content).toEqual(one.content);
      expect(one.visited).toBeLessThanOrEqual(2 + search(moments.length));
      expect(other.visited).toBeLessThanOrEqual(2 + search(10 * moments.length));
    },
  );
});
