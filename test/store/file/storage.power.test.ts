import { it } from "vitest";
import { expectPowerCutsLoseNothing } from "./power.ts";

it.each([1, 2, 3, 4, 5, 6])(
  "power cuts lose no durable change and halve no other (seed %i)",
  expectPowerCutsLoseNothing,
);
