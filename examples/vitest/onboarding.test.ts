import { describe, expect } from "vitest";
import { test } from "./fixture.ts";
import { onboard } from "./onboarding.ts";

const siret = "21996648800021";

describe("onboarding a supplier", () => {
  test("onboarding adds a supplier and lists the documents that it still owes", async ({ world }) => {
    const { thirdpartyId, missing } = await onboard(world.baseUrl, world.token, siret);
    expect(missing.length).toBeGreaterThan(0);
    const [added] = await world.events({ names: ["THIRD_PARTY_ADDED"] });
    expect(added?.resourceId).toBe(thirdpartyId);
  });

  test("onboarding takes a supplier that is in the portfolio already", async ({ world }) => {
    const first = await onboard(world.baseUrl, world.token, siret);
    const second = await onboard(world.baseUrl, world.token, siret);
    expect(second.thirdpartyId).toBe(first.thirdpartyId);
  });

  test("a document that the supplier has answered is no longer owed", async ({ world }) => {
    const before = await onboard(world.baseUrl, world.token, siret);
    await world.clock.advance("P30D");
    const [request] = await world.events({ names: ["DOCUMENT_ADDED"], thirdpartyId: before.thirdpartyId });
    await world.answer(request?.documentId as number, { outcome: "valid" });
    const after = await onboard(world.baseUrl, world.token, siret);
    expect(after.missing.length).toBeLessThan(before.missing.length);
  });

  test("onboarding fails with a sentence when the service is down", async ({ world }) => {
    await world.faults.set({ kind: "status", status: 503, operation: "thirdparties.create", times: 1 });
    await expect(onboard(world.baseUrl, world.token, siret)).rejects.toThrow("503");
    expect(await world.requests({ operation: "thirdparties.create" })).toMatchObject([{ status: 503 }]);
  });
});
