import { describe, expect, it } from "vitest";
import { importedState } from "../../src/seed/import.ts";
import { worldFormat } from "../../src/seed/seed-file.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, quietWorld, worldOf } from "../support/worlds.ts";

/** Fields that rows have gained; worlds that were written before are without. */
const gained = ["wanted", "articles", "collecting", "chosen", "notice"];

describe("rows as they were written before", () => {
  it("fit, and the world goes on", { timeout: 30_000 }, async () => {
    const state = await (await quietWorld({ seed: "portfolio" })).store.dump();
    const text = JSON.stringify({ format: worldFormat, state }, (name, value) =>
      gained.includes(name) ? undefined : value,
    );
    for (const name of gained)
      expect([name, JSON.stringify(state).includes(`"${name}":`), text.includes(`"${name}":`)]).toEqual([
        name,
        true,
        false,
      ]);
    const world = await worldOf(importedState(JSON.parse(text), "older"));
    await advance(world, "P90D");
    expect([...wrongs(await world.store.dump(), nowOf(world)), ...(await unsettled(world))]).toEqual([]);
  });
});
