import { describe, expect, it } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import type { TestWorld } from "../support/sandbox.ts";
import { type EventCase, eventCases } from "./event-cases.ts";
import { makeSupplier } from "./supplier.ts";

const resources = {
  THIRD_PARTY: { path: "thirdparties", id: "thirdpartyId" },
  DOSSIER: { path: "dossiers", id: "dossierId" },
  DOCUMENT: { path: "documents", id: "documentId" },
} as const;

/** The ids that the service's search finds for one event name and one range. */
async function found(world: TestWorld, name: EventName, from: string, to: string): Promise<number[]> {
  const { path, id } = resources[resourceTypeOf(name)];
  const query = { eventNames: name, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, size: 100 };
  const { body } = await world.get(`/${path}/search`, query).expect(200);
  return body.content.map((row: Record<string, number>) => row[id]);
}

describe("each event", () => {
  it("every event type has a case in the table of this test", () => {
    expect([...eventCases.keys()].sort()).toEqual([...EventName.options].sort());
  });

  it.each(EventName.options)("%s changes the world's state and is found by the search at its time", async (name) => {
    const { prepare, act, valueIn, expected } = eventCases.get(name) as EventCase;
    const supplier = await makeSupplier();
    await prepare?.(supplier);
    const before = await supplier.state();
    const mark = before.events.at(-1) as EventRow;
    const id = (await act(supplier)) ?? supplier.thirdpartyId;
    const after = await supplier.state();

    expect(valueIn(after, id)).not.toEqual(valueIn(before, id));
    if (expected !== undefined) expect(valueIn(after, id)).toEqual(expected);

    const added = after.events.filter(
      (event) => event.eventId > mark.eventId && event.eventName === name && event.resourceId === id,
    );
    const [first, last] = [added[0]?.occurredAt, added.at(-1)?.occurredAt];
    if (first === undefined || last === undefined) throw new Error(`the audit journal has no ${name} of ${id}`);
    const idsWithin = (from: string, to: string) => {
      const events = after.events.filter(
        ({ eventName, occurredAt }) => eventName === name && occurredAt >= from && occurredAt <= to,
      );
      return [...new Set(events.map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
    };
    expect(await found(supplier.world, name, first, last)).toEqual(idsWithin(first, last));
    expect(idsWithin(first, last)).toContain(id);
  });
});
