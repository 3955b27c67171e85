import { expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { EventRow } from "../../src/domain/rows.ts";
import { makeWorld } from "../support/sandbox.ts";

it.each(EventName.options)("a trigger of %s finds a suitable resource in a portfolio and changes it", async (event) => {
  const world = await makeWorld({ seed: "portfolio" });
  const before = (await world.state()) as State;
  const { body } = await world.control("post", "/occurrences", { event }).expect(201);
  expect(body.content.map(({ eventName }: EventRow) => eventName)).toContain(event);
  const after = (await world.state()) as State;
  // A row that changes is replaced, so two states differ where their row objects do.
  const changed = (Object.keys(after) as (keyof State)[]).filter(
    (name) => after[name].length !== before[name].length || after[name].some((row, at) => row !== before[name][at]),
  );
  expect(changed.filter((name) => !["events", "sequences", "world", "jobs"].includes(name))).not.toEqual([]);
});
