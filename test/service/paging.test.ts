import { describe, expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { createApp } from "../../src/app.ts";
import type { State } from "../../src/domain/change.ts";
import { parse } from "../../src/domain/time.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { select } from "../../src/service/paging.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import type { Store } from "../../src/store/store.ts";
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

/** Copies of the portfolio with ids of their own; the events of every copy but the first are years older. */
function grown(times: number): State {
  const all = <R>(rows: readonly R[], other: (row: R, offset: number) => R) =>
    Array.from({ length: times }, (_, nth) =>
      rows.map((row) => (nth === 0 ? row : other(row, nth * 1_000_000_000))),
    ).flat();
  return {
    ...portfolio,
    jobs: [],
    thirdparties: all(portfolio.thirdparties, (row, offset) => ({ ...row, thirdpartyId: row.thirdpartyId + offset })),
    dossiers: all(portfolio.dossiers, (row, offset) => ({ ...row, dossierId: row.dossierId + offset })),
    documents: all(portfolio.documents, (row, offset) => ({ ...row, documentId: row.documentId + offset })),
    events: all(portfolio.events, (row, offset) => ({
      ...row,
      eventId: row.eventId + offset,
      occurredAt: row.occurredAt.replace(/^\d+/, "2001"),
    })),
  };
}

/** A way to send requests that returns, with each page, the number of rows that the store visited for it. */
async function countingWorld(state: State) {
  const tables = new Tables(state);
  const store = new MemoryStore(tables);
  const sandbox = new Sandbox(options, { ...memoryStorage(), open: async () => store });
  const world = new TestWorld("demo", await sandbox.token(["demo"], 3600), { sandbox, app: createApp(sandbox) });
  await sandbox.worlds.openOrCreate("demo");
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
const small = await countingWorld(grown(1));
const large = await countingWorld(grown(10));

describe("a list without filters", () => {
  it.each(["/thirdparties", "/dossiers"])(
    "visits only the rows of its page, however long the list is (%s)",
    async (path) => {
      for (const page of [0, 2]) {
        const [one, other] = [await small(path, { page, size: 5 }), await large(path, { page, size: 5 })];
        expect([one.visited, other.visited]).toEqual([5, 5]);
        expect([other.content, other.total]).toEqual([one.content, 10 * one.total]);
      }
    },
  );
});

/** Rows visited to find both ends of a range: each end takes a binary search over blocks and one within a block. */
const visitsOfRange = (rows: number) => 2 * (Math.ceil(Math.log2(rows)) + 2);

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
    "visits the rows that it finds and a few more, however long the audit journal is (%s, %s, %o)",
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
      expect(one.visited).toBeLessThanOrEqual(2 + visitsOfRange(moments.length));
      expect(other.visited).toBeLessThanOrEqual(2 + visitsOfRange(10 * moments.length));
    },
  );
});

describe("select", () => {
  const store = new MemoryStore(new Tables(portfolio));
  const [first] = portfolio.events.filter(({ eventName }) => eventName === "THIRD_PARTY_ADDED");
  const search = (eventNames: EventName[], page = 0, of: Store = store) =>
    select(
      of,
      "thirdparties",
      { page, size: 20, eventNames, eventOccurrenceStartDate: "", eventOccurrenceEndDate: "9" },
      [],
    );

  it("names the events of a search that finds something, and none of an empty page", async () => {
    const names: EventName[] = ["THIRD_PARTY_MERGED" as EventName, "THIRD_PARTY_ADDED"];
    expect((await search(names)).found).toEqual(["THIRD_PARTY_ADDED"]);
    expect(await search(names, 1_000)).not.toHaveProperty("found");
  });

  it("leaves out a resource that is gone and whose events are still there", async () => {
    const without = { ...portfolio, thirdparties: portfolio.thirdparties.slice(1) };
    const { body } = await search(["THIRD_PARTY_ADDED"], 0, new MemoryStore(new Tables(without)));
    expect(body.content.map(({ thirdpartyId }) => thirdpartyId)).not.toContain(first?.resourceId);
    expect(body.content).toEqual((await search(["THIRD_PARTY_ADDED"])).body.content.slice(1));
  });
});
