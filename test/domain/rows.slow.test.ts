import { expect, it } from "vitest";
import { parse } from "../../src/domain/time.ts";
import { importedState } from "../../src/seed/import.ts";
import { worldFormat } from "../../src/seed/seed-file.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, quietWorld, start, worldOf } from "../support/worlds.ts";

/** Fields that were added to rows later; an older world does not have them. */
const added = ["wanted", "articles", "collecting", "chosen", "notice", "closed"];

it("a world without the fields that were added later is imported and goes on for ninety days", async () => {
  const state = await (await quietWorld({ seed: "portfolio" })).store.dump();
  const text = JSON.stringify({ format: worldFormat, state }, (name, value) =>
    added.includes(name) ? undefined : value,
  );
  const whole = JSON.stringify(state);
  for (const name of added)
    expect([name, whole.includes(`"${name}":`), text.includes(`"${name}":`)]).toEqual([name, true, false]);
  const world = await worldOf(await importedState(JSON.parse(text), "older", () => parse(start)));
  await advance(world, "P90D");
  expect([...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))]).toEqual([]);
});
