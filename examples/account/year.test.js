import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { startSandbox } from "tiers-sandbox";

const configuration = JSON.parse(readFileSync(new URL("construction.json", import.meta.url), "utf8"));

test("the account of a construction group lives for a year, and its description names what it has", async () => {
  const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
  try {
    const world = await sandbox.world("construction", { seed: "onboarding", people: "all", configuration });
    const { now } = await world.clock.advance("P1Y");
    assert.equal(now, "2027-01-15T09:00:00.000");
    const response = await fetch(`${sandbox.url}/openapi.json?accountId=${world.accountId}`);
    const { components } = await response.json();
    for (const code of Object.keys(configuration.dossierTypes))
      assert.ok(components.schemas.DossierTypeCode.enum.includes(code), code);
  } finally {
    await sandbox.close();
  }
});
