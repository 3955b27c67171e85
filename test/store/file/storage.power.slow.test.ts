import { it } from "vitest";
import { expectPowerCutsLoseNothing } from "./power.ts";

it("power cuts lose no durable change and halve no other, with 100 seeds", async () => {
  for (let seed = 1; seed <= 100; seed++) await expectPowerCutsLoseNothing(seed);
});
