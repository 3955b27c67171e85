import { expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import type { Occurrence } from "../../contract/occurrences.ts";
import type { Change } from "../../src/domain/change.ts";
import { trigger } from "../../src/world/trigger.ts";
import { granted, quietWorld } from "../support/worlds.ts";

const world = await quietWorld({ seed: "portfolio" });

it.each(EventName.options)("a trigger of %s finds a suitable resource in a portfolio and changes it", async (event) => {
  const changes: Change[] = [];
  // The change is not kept: every event finds the same portfolio.
  world.commit = async (change) => {
    changes.push(change);
    return change.events;
  };
  const { events } = granted(await trigger(world, { event } as Occurrence));
  expect(events.map(({ eventName }) => eventName)).toContain(event);
  const changed = changes.flatMap(({ put, remove }) => [...put, ...remove].map(({ collection }) => collection));
  expect(changed.filter((name) => name !== "sequences" && name !== "jobs")).not.toEqual([]);
});
