import { expect, it } from "vitest";
import { expectAuditToAgree } from "./sync.ts";

it("the synchronisation audit of random clients names exactly the events that they know to have missed", async () => {
  const { missed } = await expectAuditToAgree(15, 5);
  expect(missed).toBeGreaterThan(2);
});
