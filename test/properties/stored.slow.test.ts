import { expect, it } from "vitest";
import { expectReadableAfterAnything } from "./stored.ts";

it("an account can be listed, exported, restarted and imported after hundreds of accepted requests", async () => {
  expect(await expectReadableAfterAnything(2, 8, 24)).toBeGreaterThan(30);
});
