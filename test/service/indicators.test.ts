import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { identifier, makeWorld, type TestWorld } from "../support/sandbox.ts";

interface Seen {
  theme: string;
  score: number | null;
  resultValue: unknown;
  resultLastUpdateDate: string;
}

const listed = async (world: TestWorld, id: number): Promise<Seen[]> =>
  (await world.get(`/thirdparties/${id}/indicators`).expect(200)).body.content;
const ofTheme = async (world: TestWorld, id: number, wanted: string) =>
  (await listed(world, id)).find(({ theme }) => theme === wanted) as Seen;

describe("indicators.list", () => {
  refusesWhatAllRefuse("indicators.list");

  it("lists the four indicators of one third party, in their order", async () => {
    const world = await makeWorld();
    const id = await world.add();
    await world.add(identifier("SIRET", "active"));
    expect(await listed(world, id)).toMatchObject([
      { name: "Legal compliance", theme: "LEGAL", targetResourceId: id },
      { name: "Financial risk", theme: "FINANCE", targetResourceId: id },
      { name: "Cybersecurity score", theme: "CYBERSECURITY", targetResourceId: id },
      { name: "Environmental impact", theme: "ENVIRONMENT", targetResourceId: id },
    ]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_INDICATOR_UPDATED")).toContain(id);
  });

  it("gives a company in collective procedure another financial risk than a healthy one", async () => {
    const world = await makeWorld();
    const risk = async (status: "active" | "collective-procedure") =>
      (await ofTheme(world, await world.add(identifier("SIRET", status)), "FINANCE")).resultValue;
    expect(await risk("collective-procedure")).not.toBe(await risk("active"));
  });

  it("changes a score when a response is accepted", async () => {
    const world = await makeWorld();
    const formdata = { mfa: true, incidents_12_mois: 0 };
    const { thirdpartyId, responseId } = await world.answered("Q_CYBER", { outcome: "review", formdata });
    const before = await ofTheme(world, thirdpartyId, "CYBERSECURITY");
    await world.post(`/responses/${responseId}/approve`).expect(200);
    const after = await ofTheme(world, thirdpartyId, "CYBERSECURITY");
    expect(after.score).not.toBe(before.score);
    expect(after.resultLastUpdateDate > before.resultLastUpdateDate).toBe(true);
  });
});
