import { describe, expect, it } from "vitest";
import { Story } from "./story.ts";

const cleaner = "21992490900019";

describe("a refusal", () => {
  it("that is shared asks the third party again; one that is not keeps quiet", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner, { contacts: [{ email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" }] });
    const shared = await story.answer(id, "VIGILANCE", "ASS_RC_PRO");
    expect(await story.decide(shared, "reject", { comment: "Illisible", shareRejectionReason: true })).toMatchObject({
      statusCode: "INVALID",
      shareRejectionReason: true,
    });
    expect((await story.dossier(id, "VIGILANCE")).statusCode).toBe("INVALID");
    const quiet = await story.answer(id, "ONBOARDING", "CODE_CONDUITE");
    expect(await story.decide(quiet, "reject", { shareRejectionReason: false })).toMatchObject({
      statusCode: "BELOW_EXPECTATION",
      shareRejectionReason: false,
    });
    expect((await story.dossier(id, "ONBOARDING")).statusCode).toBe("BELOW_EXPECTATION");

    // A decision is made once, on the answer's own number, and says whether it is shared.
    await story.world.post(`/responses/${shared}/approve`, {}).expect(409);
    const { documentId } = await story.document(id, "VIGILANCE", "ASS_RC_PRO");
    const confused = await story.world.post(`/responses/${documentId}/reject`, { shareRejectionReason: true }).expect(404);
    expect(confused.body.detail).toContain(`its latest responseId is ${shared}`);
    await story.world.post(`/responses/${shared}/reject`, { comment: "Illisible" }).expect(400);

    // On Monday the contact is reminded; a better answer is a new response, beside the old evidence.
    await story.world.advance("P7D");
    expect(await story.found("thirdparties", ["THIRD_PARTY_CONTACT_WEEKLY_REMINDER"], "2026-01-15T00:00:00", await story.now())).toEqual([id]);
    const second = await story.answer(id, "VIGILANCE", "ASS_RC_PRO");
    expect(second).not.toBe(shared);
    await story.decide(second, "approve");
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).evidences.map(({ responseId }) => responseId)).toEqual([second, shared]);
  });
});

describe("an IBAN", () => {
  it("that does not belong to the company waits for the client, who refuses it; the right one is verified", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner);
    const stranger = await story.answer(id, "ONBOARDING", "IBAN", { formdata: { titulaire_compte: "Holding Les Tilleuls" } });
    const suspicious = await story.document(id, "ONBOARDING", "IBAN");
    expect(suspicious).toMatchObject({
      statusCode: "ACTION_REQUIRED",
      evidences: [{ metadata: { verified: "false", bank_data_bank: expect.any(String), sepa_data_sct: "YES" } }],
    });
    await story.decide(stranger, "reject", { shareRejectionReason: true, comment: "Le titulaire n'est pas la société" });

    await story.answer(id, "ONBOARDING", "IBAN", { formdata: { iban: "FR7630004008230001005432189" } });
    expect(await story.document(id, "ONBOARDING", "IBAN")).toMatchObject({ statusCode: "INVALID", evidences: [{ metadata: { verified: "false" } }, {}] });

    await story.answer(id, "ONBOARDING", "IBAN", { outcome: "valid" });
    expect(await story.document(id, "ONBOARDING", "IBAN")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ metadata: { verified: "true", date_verification: "15/01/2026" } }, {}, {}],
    });
    const checks = await story.found("documents", ["DOCUMENT_DOCCHECK_REPORT_RECEIVED"], "2026-01-15T00:00:00", await story.now());
    expect(checks).toEqual([suspicious.documentId]);
  });
});

describe("a certificate", () => {
  it("expires, takes the dossier with it, and is renewed", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner);
    const { dossierId, documents } = await story.world.free(id, ["ATT_FISCALE"]);
    const { documentId } = documents[0] as { documentId: number };
    await story.world.control("post", `/documents/${documentId}/answers`, { outcome: "valid", issueDate: "2025-08-10" }).expect(201);
    await story.world.advance("PT3M");
    expect(await story.world.document(dossierId, documentId)).toMatchObject({
      statusCode: "VALID",
      evidences: [{ expirationDate: "2026-02-10T23:59:59.999" }],
    });

    await story.world.control("post", "/clock", { set: "2026-02-10T23:00:00" }).expect(200);
    expect((await story.world.document(dossierId, documentId)).statusCode).toBe("VALID");
    await story.world.advance("PT2H");
    expect((await story.world.document(dossierId, documentId)).statusCode).toBe("INVALID");
    expect((await story.dossier(id, "free")).statusCode).toBe("INVALID");
    expect(await story.found("documents", ["DOCUMENT_ANSWER_EXPIRED"], "2026-02-11T00:05:00", "2026-02-11T00:05:59")).toContain(documentId);
    expect(await story.found("documents", ["DOCUMENT_ANSWER_EXPIRED"], "2026-01-01T00:00:00", "2026-02-11T00:04:59")).not.toContain(documentId);

    await story.world.control("post", `/documents/${documentId}/answers`, { outcome: "valid" }).expect(201);
    await story.world.advance("PT3M");
    const renewed = await story.world.document(dossierId, documentId);
    expect([renewed.statusCode, renewed.evidences.length]).toEqual(["VALID", 2]);
    expect(await story.dossier(id, "free")).toMatchObject({ statusCode: "VALID", state: true });
  });
});

describe("a typed dossier", () => {
  it("refuses more documents; a free one takes them, once each", async () => {
    const story = await Story.begin();
    const id = await story.add("CIT001", cleaner);
    const typed = await story.dossier(id, "ONBOARDING");
    expect((await story.world.post(`/dossiers/${typed.dossierId}/requirements`, { newRequiredDocuments: ["RIB"] }).expect(409)).body.code).toBe(
      "DOSSIER_TYPED",
    );
    expect((await story.world.post(`/thirdparties/${id}/dossiers`, { dossierTypeCode: "ONBOARDING" }).expect(409)).body.code).toBe("DOSSIER_ALREADY_OPEN");
    const { dossierId } = await story.world.free(id, ["RIB"]);
    const { body } = await story.world.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["RIB", "STATUTS", "STATUTS"] }).expect(200);
    expect(body.content.map(({ documentCode }: { documentCode: string }) => documentCode)).toEqual(["STATUTS"]);
    await story.world.post(`/dossiers/${dossierId}/requirements`, { newRequiredDocuments: ["STATUTS", "NOPE"] }).expect(400);
    expect((await story.dossier(id, "free")).documents.map(({ documentCode }) => documentCode)).toEqual(["RIB", "STATUTS"]);
  });
});
