import { describe, expect, it } from "vitest";
import { closeDossier, renewDossier } from "../../src/domain/dossier-terms.ts";
import { archiveDossier, createDossier, reactivateDossier } from "../../src/domain/dossiers.ts";
import { announceCessation } from "../../src/domain/gazette.ts";
import { archiveThirdparty } from "../../src/domain/identity.ts";
import { isRefusal, type Refusal } from "../../src/domain/refusal.ts";
import { addRequirements, requiredOf, withdrawRequirement } from "../../src/domain/requirements.ts";
import { followRules } from "../../src/domain/rules.ts";
import { settle } from "../../src/domain/settle.ts";
import { dayOf } from "../../src/domain/time.ts";
import { setAttribute } from "../../src/world/operations.ts";
import { advance, type Desk, desk, granted, type Kind } from "../support/worlds.ts";

const lists = async (kind: Kind, type: string) => {
  let codes: string[] = [];
  await (await desk(kind)).do((draft) => {
    codes = requiredOf(draft, type);
  });
  return codes;
};
async function refusal(one: Desk, rule: Parameters<Desk["do"]>[0]): Promise<Refusal["refused"]> {
  const outcome = await one.world.change(one.thirdpartyId, { type: "CLIENT", name: "tester" }, rule as never);
  if (!isRefusal(outcome)) throw new Error("it was not refused");
  return outcome.refused as Refusal["refused"];
}

describe("the documents that a type asks for", () => {
  it.each([
    ["it", "VIGILANCE", ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"]],
    ["builder", "VIGILANCE", ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO", "ASS_DECENNALE", "ATT_CIBTP"]],
    ["soleTrader", "VIGILANCE", ["RNE", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"]],
    ["german", "VIGILANCE", ["EXTRAIT_LOCAL", "A1", "LNTE", "ASS_RC_PRO"]],
    ["it", "ONBOARDING", ["FICHE_FOURN", "KBIS", "IBAN", "CODE_CONDUITE"]],
    ["soleTrader", "ONBOARDING", ["FICHE_FOURN", "RNE", "IBAN", "CODE_CONDUITE"]],
    ["british", "ONBOARDING", ["FICHE_FOURN", "EXTRAIT_LOCAL", "IBAN", "CODE_CONDUITE"]],
    ["it", "CSR", ["Q_RSE", "ISO_14001", "SCORE_RSE"]],
    ["it", "SCREENING", ["RBE", "SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]],
    ["it", "DUTY_OF_VIGILANCE", ["Q_VIGILANCE", "CARTO_RISQUES", "CODE_CONDUITE"]],
    ["it", "CYBERSECURITY", ["Q_CYBER", "ISO_27001", "PAS", "DPA"]],
  ] as const)("of %s, %s: %j", async (kind, type, codes) => {
    expect(await lists(kind, type)).toEqual(codes);
  });

  it.each([
    ["VIGILANCE", "2026-07-15"],
    ["ONBOARDING", null],
    ["CSR", "2027-01-15"],
  ])("%s ends on %s", async (type, end) => {
    const one = await desk("builder", { "Montant d'achat annuel": [120_000] });
    expect(one.dossier(type).expirationDate).toBe(end);
  });
});

describe("pieces that a company cannot have", () => {
  it.each([
    ["soleTrader", "KBIS", "RNE"],
    ["german", "KBIS", "EXTRAIT_LOCAL"],
    ["german", "ATT_URSSAF", "A1"],
    ["it", "ASS_DECENNALE", "another document"],
  ] as const)("are refused: of %s, %s", async (kind, code, expected) => {
    const one = await desk(kind);
    const { status, body } = await refusal(one, (draft) => createDossier(draft, { requiredDocuments: ["RIB", code] }));
    expect([status, body.errors?.map(({ pointer, code: why, expected: instead }) => [pointer, why, instead])]).toEqual([
      400,
      [["/requiredDocuments/1", "UNFIT_DOCUMENT_CODE", expected]],
    ]);
  });
});

describe("rules R01 to R10", () => {
  const opened = async (kind: Kind, attributes: Parameters<typeof desk>[1] = {}) =>
    Object.fromEntries(
      (await desk(kind, attributes)).folder.dossiers.map(({ dossierTypeCode, ruleId }) => [dossierTypeCode, ruleId]),
    );

  it.each([
    ["R01 for everybody", "german", {}, { ONBOARDING: "R01" }],
    ["R02 in France from 5 000 EUR", "inProcedure", { "Montant d'achat annuel": [5000] }, { VIGILANCE: "R02" }],
    ["R03 for builders in France, whatever the amount", "builder", {}, { VIGILANCE: "R03" }],
    ["R04 for cleaning in France", "cleaner", {}, { VIGILANCE: "R04" }],
    ["R05a for the category IT", "cleaner", { Catégorie: ["IT"] }, { CYBERSECURITY: "R05a" }],
    ["R05b for the activity", "it", {}, { CYBERSECURITY: "R05b" }],
    ["R06 for high criticality", "cleaner", { Criticité: ["High"] }, { CYBERSECURITY: "R06" }],
    ["R07 from 100 000 EUR", "german", { "Montant d'achat annuel": [100_000] }, { CSR: "R07" }],
    ["R08b for high criticality", "german", { Criticité: ["High"] }, { SCREENING: "R08b" }],
    ["R08c from 250 000 EUR", "german", { "Montant d'achat annuel": [250_000] }, { SCREENING: "R08c" }],
    [
      "R10 for high criticality from 50 000 EUR",
      "german",
      { Criticité: ["High"], "Montant d'achat annuel": [50_000] },
      { DUTY_OF_VIGILANCE: "R10" },
    ],
  ] as const)("%s", async (_name, kind, attributes, expected) => {
    expect(await opened(kind, attributes as never)).toMatchObject(expected);
  });
  it.each([
    ["below 5 000 EUR, in France", "withoutBank", { "Montant d'achat annuel": [4999.99] }, ["ONBOARDING"]],
    ["abroad, whatever the amount below 100 000 EUR", "german", { "Montant d'achat annuel": [99_999] }, ["ONBOARDING"]],
    [
      "high criticality below 50 000 EUR",
      "german",
      { Criticité: ["High"], "Montant d'achat annuel": [49_999] },
      ["ONBOARDING", "CYBERSECURITY", "SCREENING"],
    ],
  ] as const)("nothing more %s", async (_name, kind, attributes, types) => {
    const open = await opened(kind, attributes as never);
    // An activity of its own may ask for a dossier whatever the amount.
    expect(
      Object.entries(open)
        .filter(([, rule]) => !["R03", "R04", "R05b"].includes(rule as string))
        .map(([type]) => type),
    ).toEqual(types);
  });
  it("R08a outside Europe, R09 for industry in a country at risk", async () => {
    const one = await desk("german");
    const types = await one.events((draft) => {
      draft.put("thirdparties", { ...draft.thirdparty, addressCountryCode: "TR", activityCode: "1310Z" });
      followRules(draft);
    });
    expect(types.filter(({ eventName }) => eventName === "DOSSIER_ADDED").map(({ payload }) => payload.ruleId)).toEqual(
      ["R08a", "R09"],
    );
  });
  it("opens one dossier of a type, asked once or again, and never closes one", async () => {
    const one = await desk("it", { Criticité: ["High"] });
    const before = one.folder.dossiers.length;
    expect(await one.do(followRules)).toEqual([]);
    granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["Low"] }, "tester"));
    await one.reread();
    expect(one.folder.dossiers.filter(({ monitored }) => monitored)).toHaveLength(before);
  });
  it("leaves the archived and the struck off alone", async () => {
    const struck = await desk("builder");
    await struck.do(announceCessation);
    const archived = await desk("builder");
    await archived.do(archiveThirdparty);
    for (const one of [struck, archived]) {
      const before = one.folder.dossiers.length;
      granted(await setAttribute(one.world, one.thirdpartyId, { label: "Criticité", values: ["High"] }, "tester"));
      expect((await one.reread()).folder.dossiers).toHaveLength(before);
    }
    expect((await desk("struckOff")).folder.dossiers).toEqual([]);
  });
});

describe("a dossier on demand", () => {
  it.each([
    ["a second one of a type", { dossierTypeCode: "ONBOARDING" }, 409, "DOSSIER_ALREADY_OPEN"],
    ["a type that is none", { dossierTypeCode: "VIGILENCE" }, 404, "DOSSIER_TYPE_NOT_FOUND"],
    [
      "a reference that is taken",
      { dossierTypeCode: "CSR", dossierReference: "ONB-2026-0001" },
      409,
      "DOSSIER_REFERENCE_CONFLICT",
    ],
    ["an end that is not ahead", { dossierTypeCode: "CSR", expirationDate: "2026-01-15" }, 400, "VALIDATION_ERROR"],
    ["a document code that is none", { requiredDocuments: ["KBISS"] }, 400, "VALIDATION_ERROR"],
  ] as const)("refuses %s", async (_name, asked, status, code) => {
    const one = await desk("cleaner");
    expect(await refusal(one, (draft) => createDossier(draft, asked as never))).toMatchObject({
      status,
      body: { code },
    });
  });
  it("refuses an archived third party", async () => {
    const one = await desk("cleaner");
    await one.do(archiveThirdparty);
    expect(await refusal(one, (draft) => createDossier(draft, { dossierTypeCode: "CSR" }))).toMatchObject({
      status: 409,
      body: { code: "THIRD_PARTY_ARCHIVED" },
    });
  });
  it("takes no more documents when it is typed, or archived", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("ONBOARDING");
    expect(await refusal(one, (draft) => addRequirements(draft, dossierId, ["RIB"]))).toMatchObject({
      status: 409,
      body: { code: "DOSSIER_TYPED" },
    });
    await one.do(archiveThirdparty);
    expect(await refusal(one, (draft) => addRequirements(draft, dossierId, ["RIB"]))).toMatchObject({
      status: 409,
      body: { code: "DOSSIER_ARCHIVED" },
    });
  });
});

describe("a document that is withdrawn", () => {
  it("leaves the dossier's list and its status, and does not come back with the dossier", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => {
      createDossier(draft, { requiredDocuments: ["RIB", "STATUTS"] });
      settle(draft);
    });
    const { documentId } = one.document("STATUTS");
    await one.do((draft) => {
      withdrawRequirement(draft, documentId);
      settle(draft);
    });
    expect(one.dossier(null).documents.map(({ documentCode }) => documentCode)).toEqual(["RIB"]);
    await one.do((draft) => archiveDossier(draft, one.dossier(null).dossierId, "CLIENT"));
    await one.do((draft) => {
      reactivateDossier(draft, one.dossier(null).dossierId);
      settle(draft);
    });
    expect([one.document("RIB").internal.stopped, one.document("STATUTS").internal.stopped]).toEqual([false, true]);
  });
});

describe("renewal", () => {
  it("asks again, thirty days before the end, for what will not last, once", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    await advance(one.world, "PT4H");
    await one.reread();
    expect(one.document("ATT_URSSAF").statusCode).toBe("VALID");
    expect(await one.do((draft) => renewDossier(draft, dossierId))).toContain("DOCUMENT_MODIFICATION");
    expect(one.document("ATT_URSSAF").internal.dueDate).toBe("2026-07-15");
    expect(
      one.folder.jobs.filter(
        ({ kind, subjectId }) => kind === "COLLECT" && subjectId === one.document("ATT_URSSAF").documentId,
      ),
    ).toHaveLength(1);
  });
  it("extends what is valid by another term, and closes the rest", async () => {
    const one = await desk("cleaner");
    const { dossierId } = one.dossier("VIGILANCE");
    const due = (days: number) => (draft: Parameters<typeof closeDossier>[0]) => dayOf(draft.now - days * 86_400_000);
    const valid = await one.do((draft) => {
      draft.put("dossiers", {
        ...draft.existing("dossiers", dossierId),
        statusCode: "VALID",
        expirationDate: due(1)(draft),
      });
      closeDossier(draft, dossierId);
    });
    expect([valid, one.dossier("VIGILANCE").expirationDate]).toEqual([["DOSSIER_UPDATED"], "2026-07-14"]);
    const other = await one.do((draft) => {
      draft.put("dossiers", {
        ...draft.existing("dossiers", dossierId),
        statusCode: "ONGOING",
        expirationDate: due(1)(draft),
      });
      closeDossier(draft, dossierId);
    });
    expect([other[0], one.dossier("VIGILANCE").stoppingReason]).toEqual(["DOSSIER_ARCHIVED", "EXPIRED"]);
  });
  it("follows an expired dossier with a new one, when a rule still asks for it", async () => {
    const one = await desk("cleaner");
    const before = one.dossier("VIGILANCE").dossierId;
    await advance(one.world, "P7M");
    await one.reread();
    const [old, fresh] = one.folder.dossiers.filter(({ dossierTypeCode }) => dossierTypeCode === "VIGILANCE");
    expect([old?.dossierId, old?.monitored, old?.stoppingReason, fresh?.monitored, fresh?.ruleId]).toEqual([
      before,
      false,
      "EXPIRED",
      true,
      "R04",
    ]);
  });
});
