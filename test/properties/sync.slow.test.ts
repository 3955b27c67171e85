import { expect, it } from "vitest";
import { expectAuditToAgree } from "./sync.ts";

it("the synchronisation audit agrees with many random clients about what they have missed", async () => {
  const { missed } = await expectAuditToAgree(16, 30);
  expect(missed).toBeGreaterThan(15);
});
