import { expect, it } from "vitest";
import { expectReadableAfterAnything } from "./stored.ts";

it("an account can be listed, exported, restarted and imported after any accepted requests", async () => {
  expect(await expectReadableAfterAnything(7, 3, 4)).toBeGreaterThan(3);
});
