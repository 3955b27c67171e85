import fc from "fast-check";
import { describe, expect, it } from "vitest";
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

const wishes = fc.constantFrom<ResourceType>("THIRD_PARTY", "DOSSIER", "DOCUMENT").chain((type) =>
  fc.record({
    type: fc.constant(type),
    names: fc.uniqueArray(fc.constantFrom(...EventName.options.filter((name) => resourceTypeOf(name) === type)), {
      minLength: 1,
      maxLength: 4,
    }),
    /** Where in the journal the range begins and ends: at an event, a little before or after it. */
    bounds: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    shifts: fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 })),
  }),
);

type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never;

/** Finds exactly the ids that the journal holds for the names and the inclusive range. */
async function findsWhatHappened(world: TestWorld, { type, names, bounds, shifts }: Wish): Promise<void> {
  const { events } = (await world.state()) as State;
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

describe("a search by events finds exactly the ids of the journal", () => {
  it("in a portfolio", { timeout: 60_000 }, async () => {
    const world = await makeWorld({ seed: "portfolio" });
    await fc.assert(
      fc.asyncProperty(wishes, (wish) => findsWhatHappened(world, wish)),
      { seed: 12, numRuns: 120 },
    );
  });

  it("after any sequence of operations, clock moves and occurrences", { timeout: 60_000 }, async () => {
    const several = fc.array(wishes, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sequences(10), several, async (commands, asked) => {
        const world = await served(commands);
        for (const wish of asked) await findsWhatHappened(world, wish);
      }),
      { seed: 12, numRuns: 25 },
    );
  });
});
