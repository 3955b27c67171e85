import fc from "fast-check";
import { expect } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { format, parse } from "../../src/domain/time.ts";
import { sequences, served } from "../support/model.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const resources = {
  THIRD_PARTY: { paths: ["/thirdparties/search", "/thirdparties"], id: "thirdpartyId" },
  DOSSIER: { paths: ["/dossiers/search", "/dossiers"], id: "dossierId" },
  DOCUMENT: { paths: ["/documents/search"], id: "documentId" },
} as const;
type ResourceType = keyof typeof resources;

const searches = fc.constantFrom<ResourceType>("THIRD_PARTY", "DOSSIER", "DOCUMENT").chain((type) =>
  fc.record({
    type: fc.constant(type),
    names: fc.uniqueArray(fc.constantFrom(...EventName.options.filter((name) => resourceTypeOf(name) === type)), {
      minLength: 1,
      maxLength: 4,
    }),
    /** The events at which the range begins and ends, as shares of the audit journal. */
    bounds: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    /** Milliseconds by which the ends of the range differ from those events. */
    shifts: fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 })),
  }),
);

type Search = typeof searches extends fc.Arbitrary<infer S> ? S : never;

/** Expects a search to find exactly the ids that the audit journal holds for the names and the inclusive range. */
async function expectExactSearch(
  world: TestWorld,
  events: readonly EventRow[],
  { type, names, bounds, shifts }: Search,
): Promise<void> {
  const at = (share: number, shift: number) =>
    format(parse((events[Math.floor(share * (events.length - 1))] as EventRow).occurredAt) + shift);
  const [from, to] = [at(Math.min(...bounds), shifts[0]), at(Math.max(...bounds), shifts[1])];
  if (from > to) return;
  const hits = events.filter(
    ({ eventName, occurredAt }) => names.includes(eventName) && occurredAt >= from && occurredAt <= to,
  );
  const expected = [...new Set(hits.map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
  const { paths, id } = resources[type];
  for (const path of paths) {
    const query = {
      eventNames: names.join(" , "),
      eventOccurrenceStartDate: from,
      eventOccurrenceEndDate: to,
      size: 100,
    };
    const { body } = await world.get(path, query).expect(200);
    expect(body.totalElements).toBe(expected.length);
    expect(body.content.map((row: Record<string, number>) => row[id])).toEqual(expected.slice(0, 100));
  }
}

/** Expects searches in a portfolio to be exact. */
export async function expectExactSearchesInPortfolio(seed: number, numRuns: number): Promise<void> {
  const world = await makeWorld({ seed: "portfolio" });
  const { events } = (await world.state()) as State;
  await fc.assert(
    fc.asyncProperty(searches, (search) => expectExactSearch(world, events, search)),
    { seed, numRuns },
  );
}

/** Expects searches to be exact after any sequence of operations, clock moves and triggers. */
export async function expectExactSearchesAfterCommands(seed: number, numRuns: number): Promise<void> {
  const several = fc.array(searches, { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(sequences(10), several, async (commands, chosen) => {
      const world = await served(commands);
      const { events } = (await world.state()) as State;
      for (const search of chosen) await expectExactSearch(world, events, search);
    }),
    { seed, numRuns },
  );
}
