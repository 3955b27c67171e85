import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../src/domain/refusal.ts";
import type { EvidenceRow } from "../../../src/domain/response/evidence.ts";
import { withdrawResponses } from "../../../src/domain/response/responses.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { updateInformation } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { day, dayOf, parse } from "../../../src/domain/time.ts";
import { openDossier, respond } from "../../../src/world/operations.ts";
import { desk, granted } from "../../support/worlds.ts";
import { later, responded } from "../stage.ts";

describe("submitting a response", () => {
  it("a response makes the document ONGOING, and is checked within two minutes", async () => {
    const one = await responded("LNTE", { outcome: "valid" });
    expect([one.document("LNTE").statusCode, one.document("LNTE").present]).toEqual(["ONGOING", true]);
    expect((await later(one, "PT2M")).document("LNTE").statusCode).toBe("VALID");
  });
  it.each([
    ["valid", "VALID"],
    ["review", "ACTION_REQUIRED"],
    ["invalid", "INVALID"],
    ["pending", "ONGOING"],
  ] as const)("a response with the outcome %s makes the document %s", async (outcome, status) => {
    expect((await later(await responded("LNTE", { outcome }), "PT2M")).document("LNTE").statusCode).toBe(status);
  });
  it("a document that the client judges waits for a decision", async () => {
    expect((await later(await responded("ASS_RC_PRO"), "PT2M")).document("ASS_RC_PRO").statusCode).toBe(
      "ACTION_REQUIRED",
    );
  });
  it("a second file for an undecided response is added to it, as the first of two evidences", async () => {
    const one = await responded("ASS_RC_PRO");
    granted(await respond(one.world, one.document("ASS_RC_PRO").documentId, {}));
    const { evidences } = (await one.reread()).document("ASS_RC_PRO");
    expect(evidences.map(({ responseId }) => responseId)).toEqual([evidences[0]?.responseId, evidences[0]?.responseId]);
    expect(evidences[0]?.id).toBeGreaterThan(evidences[1]?.id as number);
  });
  it("a new response supersedes an accepted one", async () => {
    const one = await later(await responded("LNTE", { outcome: "valid" }), "PT2M");
    granted(await respond(one.world, one.document("LNTE").documentId, { outcome: "valid" }));
    expect((await one.reread()).folder.responses.map(({ state }) => state)).toEqual(["SUPERSEDED", "CHECKING"]);
  });
  it.each(["ATT_URSSAF", "KBIS"])(
    "a response from the third party cancels the planned collection of %s",
    async (code) => {
      const one = await responded(code, { outcome: "review" });
      expect((await later(one, "P1D")).document(code)).toMatchObject({
        statusCode: "ACTION_REQUIRED",
        evidences: [{ transmitter: "FOURNISSEUR" }],
      });
    },
  );
  it("certificates of French registers are collected within hours", async () => {
    const one = await later(await desk("builder"), "PT4H");
    expect(one.document("ATT_URSSAF")).toMatchObject({
      evidences: [{ issuer: "ORGANISME", transmitter: "PLATEFORME", format: "ORIGINALNUMERIQUE" }],
    });
  });
  it("nothing is collected for a company abroad", async () => {
    expect((await later(await desk("german"), "P3D")).folder.documents.filter(({ present }) => present)).toEqual([]);
  });
  it("refuses an issue date in the future, unknown fields, and a form for a document without one", async () => {
    const one = await desk("cleaner");
    const { documentId } = one.document("LNTE");
    for (const asked of [{ issueDate: "2026-01-16" }, { formdata: { nonsense: "1" } }])
      expect(isRefusal(await respond(one.world, documentId, asked))).toBe(true);
    expect(isRefusal(await respond(one.world, one.document("CODE_CONDUITE").documentId, { formdata: {} }))).toBe(true);
  });
  it("refuses a piece that is older than the company, and says when the company was founded", async () => {
    const one = await desk("cleaner");
    const founded = one.thirdparty.dateCreation as string;
    const before = dayOf(parse(founded) - day);
    const { documentId } = one.document("LNTE");
    const file = { fileName: "lnte.pdf", bytes: Buffer.from("%PDF-1.7"), contentType: "application/pdf" };
    for (const supplied of [{}, { file }]) {
      const outcome = await respond(one.world, documentId, { ...supplied, issueDate: before });
      expect(isRefusal(outcome) && outcome.refused.body).toMatchObject({
        detail: "A piece cannot be older than the company.",
        errors: [
          {
            pointer: "/issueDate",
            detail: `/issueDate must not be before ${founded}, when the company was founded.`,
            expected: `a day from ${founded} to 2026-01-15`,
            received: JSON.stringify(before),
          },
        ],
      });
      granted(await respond(one.world, documentId, { ...supplied, issueDate: founded }));
    }
  });
  it("a piece is not older than the appointment of the executive who signs it", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => {
      const [head, ...others] = draft.thirdparty.executives;
      const executives = [{ ...head, since: "2026-01-14" } as ThirdpartyRow["executives"][number], ...others];
      updateInformation(draft, { executives }, "REGISTRY");
    });
    granted(await openDossier(one.world, one.thirdpartyId, { requiredDocuments: ["STATUTS", "DPA", "PAS"] }, "tester"));
    await one.reread();
    for (const code of ["STATUTS", "DPA", "PAS", "CODE_CONDUITE"]) {
      granted(await respond(one.world, one.document(code).documentId, {}));
      const { internal } = (await one.reread()).document(code).evidences[0] as EvidenceRow;
      expect([code, internal.issueDate >= "2026-01-14", internal.issueDate <= "2026-01-15"]).toEqual([
        code,
        true,
        true,
      ]);
    }
  });
  it("a withdrawal removes all evidences, and the document is MISSING again", async () => {
    const one = await responded("LNTE");
    const events = await one.do(
      (draft) => (withdrawResponses(draft, one.document("LNTE").documentId), recalculate(draft)),
    );
    expect(events).toEqual([
      "DOCUMENT_ANSWER_STATUS_UPDATE",
      "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
      "DOSSIER_STATUS_UPDATED",
      "DOSSIER_STATUS_UPDATED_ABSENT",
    ]);
    expect(one.document("LNTE")).toMatchObject({ statusCode: "MISSING", present: false, evidences: [] });
  });
});

describe("the validity of a document", () => {
  it("validity runs from the issue date to the end of the last day", async () => {
    const one = await responded("LNTE", { issueDate: "2025-08-31" });
    expect(one.document("LNTE").evidences[0]?.expirationDate).toBe("2026-02-28T23:59:59.999");
  });
  it("a document expires with the end of its last day, and a collected one is then collected again", async () => {
    const one = await later(await responded("ATT_URSSAF", { outcome: "valid", issueDate: "2025-07-20" }), "PT2M");
    const before = await later(one, "P5DT14H57M59S");
    expect(before.document("ATT_URSSAF").statusCode).toBe("VALID");
    expect((await later(one, "PT1S")).document("ATT_URSSAF").statusCode).toBe("INVALID");
    expect((await later(one, "PT6H")).document("ATT_URSSAF").evidences).toHaveLength(2);
  });
  it("a document that has expired at its submission is invalid", async () => {
    expect(
      (await later(await responded("LNTE", { outcome: "valid", issueDate: "2025-01-01" }), "PT2M")).document("LNTE")
        .statusCode,
    ).toBe("INVALID");
  });
  it("a document without an end never expires", async () => {
    const one = await later(await responded("IBAN", { outcome: "valid" }), "P3Y");
    expect(one.document("IBAN")).toMatchObject({ statusCode: "VALID", evidences: [{ expirationDate: null }] });
  });
});
