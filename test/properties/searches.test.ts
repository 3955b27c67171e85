import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { format, parse } from "../../src/domain/time.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const resources = {
  THIRD_PARTY: { paths: ["/thirdparties/search", "/thirdparties"], id: "thirdpartyId" },
  DOSSIER: { paths: ["/dossiers/search", "/dossiers"], id: "dossierId" },
  DOCUMENT: { paths: ["/documents/search"], id: "documentId" },
} as const;
type ResourceType = keyof typeof resources;

let portfolio: Promise<{ world: TestWorld; events: EventRow[] }> | undefined;
const told = () =>
  (portfolio ??= (async () => {
    const world = await makeWorld({ seed: "portfolio" });
    return { world, events: ((await world.state()) as { events: EventRow[] }).events };
  })());

const wishes = fc.constantFrom<ResourceType>("THIRD_PARTY", "DOSSIER", "DOCUMENT").chain((type) =>
  fc.record({
    type: fc.constant(type),
    names: fc.uniqueArray(fc.constantFrom(...EventName.options.filter((name) => resourceTypeOf(name) === type)), { minLength: 1, maxLength: 4 }),
    /** Where in the journal the range begins and ends: at an event, a little before or after it. */
    bounds: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
    shifts: fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -1, max: 1 })),
  }),
);

describe("a search by events", () => {
  it("finds exactly the ids that the journal holds for the names and the inclusive range", { timeout: 60_000 }, async () => {
    const { world, events } = await told();
    const at = (share: number, shift: number) => format(parse((events[Math.floor(share * (events.length - 1))] as EventRow).occurredAt) + shift);
    await fc.assert(
      fc.asyncProperty(wishes, async ({ type, names, bounds, shifts }) => {
        const [from, to] = [at(Math.min(...bounds), shifts[0]), at(Math.max(...bounds), shifts[1])];
        fc.pre(from <= to);
        const hits = events.filter(({ eventName, occurredAt }) => names.includes(eventName) && occurredAt >= from && occurredAt <= to);
        const expected = [...new Set(hits.map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
        const { paths, id } = resources[type];
        for (const path of paths) {
          const query = { eventNames: names.join(" , "), eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, size: 100 };
          const { body } = await world.get(path, query).expect(200);
          expect(body.totalElements).toBe(expected.length);
          expect(body.content.map((row: Record<string, number>) => row[id])).toEqual(expected.slice(0, 100));
        }
      }),
      { seed: 12, numRuns: 120 },
    );
  });
});
