import { expect, it } from "vitest";
import { expectReadableAfterAnything } from "./stored.ts";

it.each([2, 3])(
  "an account can be listed, exported, restarted and imported after hundreds of accepted requests (seed %i)",
  async (seed) => {
    expect(await expectReadableAfterAnything(seed, 20, 24)).toBeGreaterThan(80);
  },
);
