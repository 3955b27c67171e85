import { expect, it } from "vitest";
import { identifier, makeWorld } from "../support/sandbox.ts";

it.each([
  ["CIT001", "SIRET"],
  ["CIT002", "VAT"],
  ["CIT003", "DUNS"],
] as const)("the test identifiers of type %s behave as listed", async (companyIdType, kind) => {
  const world = await makeWorld();
  type Case = Parameters<typeof identifier>[1];
  const join = (wanted: Case) =>
    world.post("/thirdparties", { companyIdType, companyIdValue: identifier(kind, wanted) });
  const added = async (wanted: Case): Promise<number> => (await join(wanted).expect(201)).body.thirdpartyId;
  const company = async (id: number) => (await world.get(`/thirdparties/${id}`).expect(200)).body;
  const document = async (id: number, type: string, code: string) => {
    const dossier = (await world.dossiersOf(id)).find(({ dossierTypeCode }) => dossierTypeCode === type);
    return dossier?.documents.find(({ documentCode }) => documentCode === code);
  };

  expect(await company(await added("active"))).toMatchObject({ status: "ACTIVE" });
  expect(await company(await added("collective-procedure"))).toMatchObject({
    status: "COLLECTIVE_PROCEDURE",
    collectiveProcedure: { type: expect.any(String) },
  });
  const gone = await added("struck-off");
  expect([await company(gone), await world.dossiersOf(gone)]).toMatchObject([{ status: "STRUCK_OFF" }, []]);
  await join("unknown").expect(404);
  await join("timeout").expect(504);
  await join("down").expect(503);

  const poor = await added("no-bank-details");
  const { documentId } = (await document(poor, "ONBOARDING", "IBAN")) ?? {};
  await world.control("post", `/documents/${documentId}/answers`, {}).expect(201);
  await world.advance("PT3M");
  expect(await document(poor, "ONBOARDING", "IBAN")).toMatchObject({ statusCode: "INVALID" });

  const suspect = await added("sanctioned-executive");
  await world.post(`/thirdparties/${suspect}/dossiers`, { dossierTypeCode: "SCREENING" }).expect(201);
  await world.advance("PT8H");
  expect([
    await document(suspect, "SCREENING", "SCR_SANCTIONS"),
    await document(suspect, "SCREENING", "SCR_PPE"),
  ]).toMatchObject([{ statusCode: "ACTION_REQUIRED" }, { statusCode: "VALID" }]);
});
