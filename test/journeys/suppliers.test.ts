import { describe, expect, it } from "vitest";
import { entriesOf, readBytes } from "../support/files.ts";
import { identifier } from "../support/sandbox.ts";
import { Story } from "./story.ts";

describe("a French subcontractor in construction", () => {
  it("is found, added, evaluated and complete", async () => {
    const story = await Story.begin();
    const { world } = story;
    const { body: found } = await world.post("/thirdparties/search", { countryCode: "FR", searchBy: "NAME", value: "charpentes" }).expect(200);
    const company = found.content.find(({ companyIdValue }: { companyIdValue: string }) => companyIdValue === "21992014700010");
    expect(company).toMatchObject({ alreadyInPortfolio: false, activityCode: expect.stringMatching(/^4[123]/) });

    const id = await story.add(company.companyIdType, company.companyIdValue, {
      contacts: [{ email: "luc@charpentes.example", firstName: "Luc", lastName: "Moreau" }],
    });
    await story.set(id, "Montant d'achat annuel", 48_000);
    const codes = (await story.dossier(id, "VIGILANCE")).documents.map(({ documentCode }) => documentCode);
    expect(codes).toEqual(["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO", "ASS_DECENNALE", "ATT_CIBTP"]);
    expect(await story.indicator(id, "Legal compliance")).toEqual([0, "Non compliant"]);

    // The registers answer by themselves; the company sends the rest, and the client judges the insurances.
    await world.advance("PT4H");
    expect((await story.document(id, "VIGILANCE", "KBIS")).statusCode).toBe("VALID");
    for (const code of ["LNTE", "ATT_FISCALE", "ATT_CIBTP"]) await story.answer(id, "VIGILANCE", code, { outcome: "valid" });
    for (const code of ["ASS_RC_PRO", "ASS_DECENNALE"]) {
      const responseId = await story.answer(id, "VIGILANCE", code);
      expect((await story.document(id, "VIGILANCE", code)).statusCode).toBe("ACTION_REQUIRED");
      expect(await story.decide(responseId, "approve", { comment: "Conforme" })).toMatchObject({
        decision: "APPROVED",
        statusCode: "VALID",
        comment: "Conforme",
      });
    }
    expect(await story.dossier(id, "VIGILANCE")).toMatchObject({ statusCode: "VALID", statusLabel: "Valide", state: true });

    await story.answer(id, "ONBOARDING", "FICHE_FOURN", { outcome: "valid" });
    await story.answer(id, "ONBOARDING", "IBAN", { outcome: "valid" });
    await story.decide(await story.answer(id, "ONBOARDING", "CODE_CONDUITE"), "approve");
    expect(await story.indicator(id, "Legal compliance")).toEqual([100, "Compliant"]);

    const { dossierId } = await story.dossier(id, "VIGILANCE");
    const { body: archive } = await readBytes(world.get(`/dossiers/${dossierId}/files/download`)).expect(200);
    expect(entriesOf(archive)).toHaveLength(7);
  });
});

describe("a foreign supplier", () => {
  it("is added by its DUNS, without anything French being asked of it", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT003", "991600101");
    expect(await story.company(id)).toMatchObject({ siren: null, siret: null, duns: "991600101", source: "INTL_REFERENCE" });
    await story.world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "VIGILANCE" }).expect(201);
    const codes = Object.values(await story.dossiers(id)).flatMap(({ documents }) => documents.map(({ documentCode }) => documentCode));
    expect(codes).toEqual(expect.arrayContaining(["EXTRAIT_LOCAL", "A1", "IBAN"]));
    for (const french of ["KBIS", "RNE", "ATT_URSSAF", "ATT_FISCALE"]) expect(codes).not.toContain(french);
    const { dossierId } = await story.world.free(id, ["RIB"]);
    const refused = await story.world.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["KBIS"] }).expect(400);
    expect(refused.body.errors[0]).toMatchObject({ code: "UNFIT_DOCUMENT_CODE", expected: "EXTRAIT_LOCAL" });
    // Found by the number of its own country too, and known to be there already.
    const { localId, addressCountryCode } = await story.company(id);
    const { body } = await story.world.post("/thirdparties/search", { countryCode: addressCountryCode, searchBy: "LOCAL_ID", value: localId }).expect(200);
    expect(body.content[0]).toMatchObject({ alreadyInPortfolio: true, thirdpartyId: id });
    expect((await story.world.post("/thirdparties", { companyIdType: "CIT003", companyIdValue: "991600101" }).expect(409)).body).toMatchObject({
      code: "THIRD_PARTY_ALREADY_EXISTS",
      thirdpartyId: id,
    });
  });
});

describe("a provider that is down", () => {
  it("refuses in the service's own words, adds nobody, and comes back", async () => {
    const story = await Story.begin();
    const { world } = story;
    const body = { companyIdType: "CIT001", companyIdValue: identifier("SIRET", "down") };
    expect((await world.post("/thirdparties", body).expect(503)).body).toMatchObject({ code: "PROVIDER_UNAVAILABLE", status: 503 });
    expect((await world.post("/thirdparties", { ...body, companyIdValue: identifier("SIRET", "timeout") }).expect(504)).body).toMatchObject({
      code: "PROVIDER_TIMEOUT",
    });
    expect((await world.get("/thirdparties").expect(200)).body.totalElements).toBe(0);

    // The same of any number, for as long as a fault says so.
    const { default: supertest } = await import("supertest");
    const fault = [{ operation: "thirdparties.create", accountId: world.accountId, kind: "status", status: 503, times: 2 }];
    await supertest(world.app).put(`/_sandbox/faults?accountId=${world.accountId}`).send(fault).expect(200);
    const good = { companyIdType: "CIT001", companyIdValue: "21992014700010" };
    for (const status of [503, 503, 201]) await world.post("/thirdparties", good).expect(status);
    expect((await world.get("/thirdparties").expect(200)).body.totalElements).toBe(1);
  });
});

describe("the test identifiers", () => {
  it.each([
    ["CIT001", "SIRET"],
    ["CIT002", "VAT"],
    ["CIT003", "DUNS"],
  ] as const)("behave as listed: %s", async (companyIdType, kind) => {
    const story = await Story.begin();
    const { world } = story;
    const value = (wanted: Parameters<typeof identifier>[1]) => identifier(kind, wanted);
    expect(await story.company(await story.add(companyIdType, value("active")))).toMatchObject({ status: "ACTIVE" });
    expect(await story.company(await story.add(companyIdType, value("collective-procedure")))).toMatchObject({
      status: "COLLECTIVE_PROCEDURE",
      collectiveProcedure: { type: expect.any(String) },
    });
    const gone = await story.add(companyIdType, value("struck-off"));
    expect([await story.company(gone), await story.dossiers(gone)]).toMatchObject([{ status: "STRUCK_OFF" }, {}]);
    await world.post("/thirdparties", { companyIdType, companyIdValue: value("unknown") }).expect(404);
    await world.post("/thirdparties", { companyIdType, companyIdValue: value("timeout") }).expect(504);
    await world.post("/thirdparties", { companyIdType, companyIdValue: value("down") }).expect(503);

    const poor = await story.add(companyIdType, value("no-bank-details"));
    await story.answer(poor, "ONBOARDING", "IBAN");
    expect((await story.document(poor, "ONBOARDING", "IBAN")).statusCode).toBe("INVALID");

    const suspect = await story.add(companyIdType, value("sanctioned-executive"));
    await world.post(`/thirdparties/${suspect}/dossiers`, { dossierTypeCode: "SCREENING" }).expect(201);
    await world.advance("PT8H");
    expect([
      (await story.document(suspect, "SCREENING", "SCR_SANCTIONS")).statusCode,
      (await story.document(suspect, "SCREENING", "SCR_PPE")).statusCode,
    ]).toEqual(["INVALID", "VALID"]);
  });
});
