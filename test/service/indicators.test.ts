import { describe, expect, it } from "vitest";
import { refusesWhatAllRefuse } from "../support/guards.ts";
import { identifier, makeWorld } from "../support/sandbox.ts";

interface Seen {
  name: string;
  theme: string;
  score: number | null;
  resultLastUpdateDate: string;
  targetResourceId: number;
}

describe("indicators.list", () => {
  refusesWhatAllRefuse("indicators.list");

  it("lists the four indicators, in their order", async () => {
    const world = await makeWorld();
    const id = await world.add();
    const { body } = await world.get(`/thirdparties/${id}/indicators`).expect(200);
    expect(body.content.map(({ name, theme, targetResourceId }: Seen) => [name, theme, targetResourceId])).toEqual([
      ["Legal compliance", "LEGAL", id],
      ["Financial risk", "FINANCE", id],
      ["Cybersecurity score", "CYBERSECURITY", id],
      ["Environmental impact", "ENVIRONMENT", id],
    ]);
    expect(await world.happenedTo("thirdparties", "THIRD_PARTY_INDICATOR_UPDATED")).toEqual([id]);
  });

  it("gives a company in collective procedure another financial risk than a healthy one", async () => {
    const world = await makeWorld();
    const finance = async (id: number) =>
      (await world.get(`/thirdparties/${id}/indicators`)).body.content.find(({ theme }: Seen) => theme === "FINANCE")
        .resultValue;
    const healthy = await finance(await world.add(identifier("SIRET", "active")));
    const failing = await finance(await world.add(identifier("SIRET", "collective-procedure")));
    expect(failing).not.toBe(healthy);
  });

  it("changes a score when a response is accepted", async () => {
    const world = await makeWorld();
    const { thirdpartyId, responseId } = await world.answered("Q_CYBER", {
      outcome: "review",
      formdata: { mfa: true, incidents_12_mois: 0 },
    });
    const cyber = async (): Promise<Seen> =>
      (await world.get(`/thirdparties/${thirdpartyId}/indicators`)).body.content.find(
        ({ theme }: Seen) => theme === "CYBERSECURITY",
      );
    const before = await cyber();
    await world.post(`/responses/${responseId}/approve`).expect(200);
    const after = await cyber();
    expect(after.score).not.toBe(before.score);
    expect(after.resultLastUpdateDate > before.resultLastUpdateDate).toBe(true);
  });

  it("answers 404 when the third party does not exist", async () => {
    const world = await makeWorld();
    expect(await world.get("/thirdparties/924000/indicators")).toBeProblem({
      status: 404,
      code: "THIRD_PARTY_NOT_FOUND",
      detail: "There is no third party 924000 in this account.",
    });
  });
});
