import { describe, expect, it } from "vitest";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { format, parse } from "../../src/domain/time.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";
import { type Case, eventCases } from "./causes.ts";
import { setStage } from "./stage.ts";

const resources = {
  THIRD_PARTY: { path: "thirdparties", id: "thirdpartyId" },
  DOSSIER: { path: "dossiers", id: "dossierId" },
  DOCUMENT: { path: "documents", id: "documentId" },
} as const;

/** What the emulated search finds for one name and one range. */
async function found(world: TestWorld, name: EventName, from: string, to: string): Promise<number[]> {
  const { path, id } = resources[resourceTypeOf(name)];
  const query = { eventNames: name, eventOccurrenceStartDate: from, eventOccurrenceEndDate: to, size: 100 };
  const { body } = await world.get(`/${path}/search`, query).expect(200);
  return body.content.map((row: Record<string, number>) => row[id]);
}
const shifted = (moment: string, milliseconds: number) => format(parse(moment) + milliseconds);

describe("each event by its cause", () => {
  it("has a case for each of the 100", () => {
    expect([...eventCases.keys()].sort()).toEqual([...EventName.options].sort());
  });

  it.each(EventName.options)("%s", async (name) => {
    const { given, bring, shows, becomes } = eventCases.get(name) as Case;
    const stage = await setStage();
    await given?.(stage);
    const before = await stage.state();
    const mark = before.events.at(-1) as EventRow;
    const id = (await bring(stage)) ?? stage.thirdpartyId;
    const after = await stage.state();

    expect(shows(after, id)).not.toEqual(shows(before, id));
    if (becomes !== undefined) expect(shows(after, id)).toEqual(becomes);

    const told = after.events.filter(
      (event) => event.eventId > mark.eventId && event.eventName === name && event.resourceId === id,
    );
    const [first, last] = [told[0]?.occurredAt, told.at(-1)?.occurredAt];
    if (first === undefined || last === undefined) throw new Error(`${name} was not told of ${id}`);
    const within = (from: string, to: string) => {
      const events = after.events.filter(
        ({ eventName, occurredAt }) => eventName === name && occurredAt >= from && occurredAt <= to,
      );
      return [...new Set(events.map(({ resourceId }) => resourceId))].sort((a, b) => a - b);
    };
    const ranges = {
      before: ["2020-01-01T00:00:00.000", shifted(first, -1)],
      around: [first, last],
      after: [shifted(last, 1), "2040-01-01T00:00:00.000"],
    } as const;
    for (const [from, to] of Object.values(ranges))
      expect(await found(stage.world, name, from, to)).toEqual(within(from, to));
    expect(within(...ranges.around)).toContain(id);
    expect(within(...ranges.after)).not.toContain(id);
  });
});

describe("each event by an occurrence on a portfolio", () => {
  it.each(EventName.options)("%s on the first that suits", async (event) => {
    const world = await makeWorld({ seed: "portfolio" });
    const before = (await world.state()) as State;
    const { body } = await world.control("post", "/occurrences", { event }).expect(201);
    expect(body.content.map(({ eventName }: EventRow) => eventName)).toContain(event);
    const after = (await world.state()) as State;
    // Rows are replaced, never changed: another row is another value.
    const moved = (Object.keys(after) as (keyof State)[]).filter(
      (name) => after[name].length !== before[name].length || after[name].some((row, at) => row !== before[name][at]),
    );
    expect(moved.filter((name) => !["events", "sequences", "world", "jobs"].includes(name))).not.toEqual([]);
  });
});
