import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { identifier, makeWorld } from "../support/sandbox.ts";

describe("indicators.list", () => {
  refusesWhatAllRefuse("indicators.list");

  it("lists the four indicators of one third party, in their order", async () => {
    const world = await makeWorld();
    const id = await world.add();
    await world.add(identifier("SIRET", "active"));
    const { body } = await world.get(`/thirdparties/${id}/indicators`).expect(200);
    expect(body.content).toMatchObject([
      { name: "Legal compliance", theme: "LEGAL", targetResourceId: id },
      { name: "Financial risk", theme: "FINANCE", targetResourceId: id },
      { name: "Cybersecurity score", theme: "CYBERSECURITY", targetResourceId: id },
      { name: "Environmental impact", theme: "ENVIRONMENT", targetResourceId: id },
    ]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_INDICATOR_UPDATED")).toContain(id);
  });
});
