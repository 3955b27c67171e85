import { describe, expect, it } from "vitest";
import { running } from "../control/running.ts";
import { Story, succeeded } from "./story.ts";

const on = running();
const cleaner = "21992490900019";

describe("a rejection", () => {
  it("a shared rejection asks the third party again, and one that is not shared does not", async () => {
    const story = new Story(await on.sandbox.world("refusal"));
    const id = await story.add("CIT001", cleaner, [
      { email: "nadia@lumina.example", firstName: "Nadia", lastName: "Haddad" },
    ]);
    const shared = await story.submit(id, "VIGILANCE", "ASS_RC_PRO");
    await succeeded(200, story.reject(shared, { comment: "Illisible", shareRejectionReason: true }));
    expect((await story.dossier(id, "VIGILANCE")).statusCode).toBe("INVALID");
    const quiet = await story.submit(id, "ONBOARDING", "CODE_CONDUITE");
    await succeeded(200, story.reject(quiet, { shareRejectionReason: false }));
    expect((await story.dossier(id, "ONBOARDING")).statusCode).toBe("BELOW_EXPECTATION");

    // The contact is reminded on Monday; a better response has an id of its own, and the old evidence stays.
    await story.world.clock.advance("P7D");
    const now = await story.world.clock.now();
    expect(await story.thirdpartiesWith(["THIRD_PARTY_CONTACT_WEEKLY_REMINDER"], "2026-01-15T00:00:00", now)).toEqual([
      id,
    ]);
    const second = await story.submit(id, "VIGILANCE", "ASS_RC_PRO");
    expect(second).not.toBe(shared);
    await succeeded(200, story.approve(second));
    expect((await story.document(id, "VIGILANCE", "ASS_RC_PRO")).evidences.map(({ responseId }) => responseId)).toEqual(
      [second, shared],
    );
  });
});

describe("an IBAN", () => {
  it("an IBAN of another holder waits for the client, and the right IBAN is verified", async () => {
    const story = new Story(await on.sandbox.world("iban"));
    const id = await story.add("CIT001", cleaner);
    const otherHolder = await story.submit(id, "ONBOARDING", "IBAN", {
      formdata: { titulaire_compte: "Holding Les Tilleuls" },
    });
    const suspicious = await story.document(id, "ONBOARDING", "IBAN");
    expect(suspicious).toMatchObject({
      statusCode: "ACTION_REQUIRED",
      evidences: [{ metadata: { verified: "false", bank_data_bank: expect.any(String), sepa_data_sct: "YES" } }],
    });
    await succeeded(
      200,
      story.reject(otherHolder, { shareRejectionReason: true, comment: "Le titulaire n'est pas la société" }),
    );

    await story.submit(id, "ONBOARDING", "IBAN", { formdata: { iban: "FR7630004008230001005432189" } });
    expect(await story.document(id, "ONBOARDING", "IBAN")).toMatchObject({
      statusCode: "INVALID",
      evidences: [{ metadata: { verified: "false" } }, {}],
    });

    await story.submit(id, "ONBOARDING", "IBAN", { outcome: "valid" });
    expect(await story.document(id, "ONBOARDING", "IBAN")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ metadata: { verified: "true", date_verification: "15/01/2026" } }, {}, {}],
    });
    const checks = await story.documentsWith(
      ["DOCUMENT_DOCCHECK_REPORT_RECEIVED"],
      "2026-01-15T00:00:00",
      await story.world.clock.now(),
    );
    expect(checks).toEqual([suspicious.documentId]);
  });
});

describe("a certificate", () => {
  it("a certificate expires, makes its dossier invalid, and is renewed", async () => {
    const story = new Story(await on.sandbox.world("certificate"));
    const { world } = story;
    const id = await story.add("CIT001", cleaner);
    const { dossierId, documents } = await succeeded(201, story.open(id, { requiredDocuments: ["ATT_FISCALE"] }));
    const documentId = documents[0]?.documentId as number;
    const path = { dossierId, documentId };
    const certificate = () =>
      succeeded(200, story.client.GET("/dossiers/{dossierId}/documents/{documentId}", { params: { path } }));
    await world.answer(documentId, { outcome: "valid", issueDate: "2025-08-10" });
    await world.clock.advance("PT3M");
    expect(await certificate()).toMatchObject({
      statusCode: "VALID",
      evidences: [{ expirationDate: "2026-02-10T23:59:59.999" }],
    });

    await world.clock.set("2026-02-10T23:00:00");
    expect((await certificate()).statusCode).toBe("VALID");
    await world.clock.advance("PT2H");
    expect((await certificate()).statusCode).toBe("INVALID");
    expect((await story.dossier(id, "free")).statusCode).toBe("INVALID");
    expect(
      await story.documentsWith(["DOCUMENT_ANSWER_EXPIRED"], "2026-02-11T00:00:00", "2026-02-11T00:00:01"),
    ).toContain(documentId);
    expect(
      await story.documentsWith(["DOCUMENT_ANSWER_EXPIRED"], "2026-01-01T00:00:00", "2026-02-10T23:59:59"),
    ).not.toContain(documentId);

    await world.answer(documentId, { outcome: "valid" });
    await world.clock.advance("PT3M");
    const renewed = await certificate();
    expect([renewed.statusCode, renewed.evidences.length]).toEqual(["VALID", 2]);
    expect(await story.dossier(id, "free")).toMatchObject({ statusCode: "VALID", state: true });
  });
});
