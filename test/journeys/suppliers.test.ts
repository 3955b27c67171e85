import { expect, it } from "vitest";
import { readBytes } from "../support/files.ts";
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

const pdf = { type: "application/pdf", name: /\.pdf$/ };
it.each([
  ["sends-photos", { type: "image/png", name: /\.png$/, starts: "89504e47", status: "ACTION_REQUIRED" }],
  ["sends-large-files", { ...pdf, length: 20 * 1024 * 1024, starts: "25504446", status: "ACTION_REQUIRED" }],
  ["sends-unreadable-files", { ...pdf, starts: "7f0b181b", status: "INVALID" }],
  ["sends-empty-files", { ...pdf, length: 0, starts: "", status: "INVALID" }],
  ["sends-several-files", { ...pdf, files: 2, starts: "25504446", status: "ACTION_REQUIRED" }],
] as const)("the company of the test identifier %s does so", async (wanted, expected) => {
  const world = await makeWorld();
  const companyIdValue = identifier("SIRET", wanted);
  const { body } = await world.post("/thirdparties", { companyIdType: "CIT001", companyIdValue }).expect(201);
  const opening = { requiredDocuments: ["CODE_CONDUITE"] };
  const dossier = (await world.post(`/thirdparties/${body.thirdpartyId}/dossiers`, opening).expect(201)).body;
  const { documentId } = dossier.documents[0];
  await world.control("post", `/documents/${documentId}/answers`, {}).expect(201);
  await world.advance("PT3M");
  const path = `/dossiers/${dossier.dossierId}/documents/${documentId}`;
  const { statusCode, evidences } = (await world.get(path).expect(200)).body;
  const files = "files" in expected ? expected.files : 1;
  expect([statusCode, evidences.length]).toEqual([expected.status, files]);
  expect(new Set(evidences.map(({ responseId }: { responseId: number }) => responseId)).size).toBe(1);
  for (const { id, fileName, fileSize } of evidences) {
    const file = await readBytes(world.get(`${path}/files/${id}`)).expect(200);
    expect(file.headers).toMatchObject({ "content-type": expected.type, "content-length": String(fileSize) });
    expect(fileName).toMatch(expected.name);
    if ("length" in expected) expect(fileSize).toBe(expected.length);
    expect([file.body.length, file.body.toString("hex", 0, 4)]).toEqual([fileSize, expected.starts]);
  }
  if (!("files" in expected)) return;
  const { responseId } = evidences[0];
  await world.post(`/responses/${responseId}/approve`).expect(200);
  expect((await world.get(path).expect(200)).body).toMatchObject({ statusCode: "VALID", evidences: { length: 2 } });
});
