import { describe, expect, it } from "vitest";
import type { Step } from "../../src/seed/script.ts";
import { replay } from "../../src/seed/story.ts";
import { companies, quietWorld } from "../support/worlds.ts";

const joined: Step = { do: "add", at: "-P2D", as: "it", type: "CIT001", value: companies.it.companyIdValue };
const tell = async (...script: Step[]) => {
  const world = await quietWorld();
  await replay(world, [joined, ...script], world.clock + 1);
  return world.store.dump();
};

describe("a story", () => {
  it("says what happens", async () => {
    const step: Step = {
      do: "trigger",
      at: "-P1D",
      on: "it",
      event: "THIRD_PARTY_CODE_UPDATED",
      data: { thirdpartyCode: "X-1" },
    };
    expect((await tell(step)).thirdparties[0]?.thirdpartyCode).toBe("X-1");
  });

  it("cannot go on with data that the event does not take", async () => {
    const step: Step = {
      do: "trigger",
      at: "-P1D",
      on: "it",
      event: "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      data: { type: "LIQUIDATION" },
    };
    await expect(tell(step)).rejects.toThrow(
      /^the story cannot go on at -P1D, .+LIQUIDATION_JUDICIAIRE.+→ at data\.type/s,
    );
  });
});
