import { describe, expect, it } from "vitest";
import type { Step } from "../../src/seed/script.ts";
import { runScript } from "../../src/seed/story.ts";
import { companies, quietWorld } from "../support/worlds.ts";

const added: Step = { do: "add", at: "-P2D", as: "it", type: "CIT001", value: companies.it.companyIdValue };
const stateAfter = async (...script: Step[]) => {
  const world = await quietWorld();
  await runScript(world, [added, ...script], world.clock + 1);
  return world.store.dump();
};

describe("the story of a script", () => {
  it("runs each step of its script", async () => {
    const step: Step = {
      do: "trigger",
      at: "-P1D",
      on: "it",
      event: "THIRD_PARTY_CODE_UPDATED",
      data: { thirdpartyCode: "X-1" },
    };
    expect((await stateAfter(step)).thirdparties[0]?.thirdpartyCode).toBe("X-1");
  });

  it("refuses data that an event does not take, and says where", async () => {
    const step: Step = {
      do: "trigger",
      at: "-P1D",
      on: "it",
      event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      data: { type: "LIQUIDATION" },
    };
    await expect(stateAfter(step)).rejects.toThrow(
      /^the story cannot go on at -P1D, .+LIQUIDATION_JUDICIAIRE.+→ at data\.type/s,
    );
  });
});
