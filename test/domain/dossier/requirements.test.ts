import { describe, expect, it } from "vitest";
import type { DossierTypeEntry } from "../../../contract/configuration.ts";
import { compiled } from "../../../src/domain/configuration.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import {
  addRequirements,
  realignDossiers,
  requiredOf,
  withdrawRequirement,
} from "../../../src/domain/dossier/requirements.ts";
import { Draft } from "../../../src/domain/draft.ts";
import type { DossierRow } from "../../../src/domain/rows.ts";
import { archiveThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { client, desk } from "../../support/worlds.ts";
import { draftOf, shape } from "../stage.ts";

const codesOf = (draft: Draft, dossierId: number) =>
  draft.existing("dossiers", dossierId).documents.map(({ documentCode }) => documentCode);
const freeDossier = (draft: Draft, requiredDocuments: string[]) =>
  (createDossier(draft, { requiredDocuments }) as DossierRow).dossierId;

describe("the documents that a type asks for", () => {
  const vigilance = ["ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"];
  it.each([
    ["it", "VIGILANCE", ["KBIS", ...vigilance]],
    ["builder", "VIGILANCE", ["KBIS", ...vigilance, "ASS_DECENNALE", "ATT_CIBTP"]],
    ["soleTrader", "VIGILANCE", ["RNE", ...vigilance]],
    ["german", "VIGILANCE", ["EXTRAIT_LOCAL", "A1", "LNTE", "ASS_RC_PRO"]],
    ["german", "FOREIGN_CONTRACTOR", ["EXTRAIT_LOCAL", "A1", "LNTE"]],
    ["soleTrader", "SCREENING", ["SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]],
    ["it", "ONBOARDING", ["FICHE_FOURN", "KBIS", "IBAN", "CODE_CONDUITE"]],
    ["soleTrader", "ONBOARDING", ["FICHE_FOURN", "RNE", "IBAN", "CODE_CONDUITE"]],
    ["american", "ONBOARDING", ["FICHE_FOURN", "EXTRAIT_LOCAL", "COORD_BANC", "CODE_CONDUITE"]],
    ["it", "CSR", ["Q_RSE", "ISO_14001", "SCORE_RSE"]],
    ["it", "SCREENING", ["RBE", "SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]],
    ["it", "DUTY_OF_VIGILANCE", ["Q_VIGILANCE", "CARTO_RISQUES", "CODE_CONDUITE"]],
    ["it", "CYBERSECURITY", ["Q_CYBER", "ISO_27001", "PAS", "DPA"]],
    ["it", "NONE", []],
  ] as const)("asks a company of the kind %s, in a dossier of type %s, for %j", async (kind, type, codes) => {
    expect(requiredOf(draftOf(await desk(kind)), type)).toEqual(codes);
  });
  it("an association is asked for its statutes instead of a Kbis", async () => {
    const draft = draftOf(await desk("it"));
    shape(draft, { legalCategoryCode: "9220" });
    expect(requiredOf(draft, "VIGILANCE")).toEqual(["STATUTS", ...vigilance]);
  });
  it("two documents with the same substitute are asked for once", async () => {
    const { folder, world } = await desk("german");
    const X = { label: "X", months: null, documents: ["KBIS", "RNE", "ASLNC"], themes: [], typed: true, also: [] };
    const configuration = compiled({ ...world.configuration.source, dossierTypes: { X } }, "default");
    const draft = new Draft(folder, { ...world.context(), configuration }, client);
    expect(requiredOf(draft, "X")).toEqual(["EXTRAIT_LOCAL"]);
  });
});

const nothing = /^[A-Z_]+ cannot be had: [^;]+\.$/;
it.each([
  ["soleTrader", "KBIS", "RNE", /^KBIS cannot be had: a sole trader has no Kbis; ask for RNE\.$/],
  ["german", "KBIS", "EXTRAIT_LOCAL", /: a company outside France has no Kbis; ask for EXTRAIT_LOCAL\.$/],
  ["german", "ATT_URSSAF", "A1", /; ask for A1\.$/],
  ["german", "RNE", "EXTRAIT_LOCAL", /; ask for EXTRAIT_LOCAL\.$/],
  ["it", "EXTRAIT_LOCAL", "KBIS", /; ask for KBIS\.$/],
  ["soleTrader", "EXTRAIT_LOCAL", "RNE", /; ask for RNE\.$/],
  ...["ASS_DECENNALE", "ATT_CIBTP", "CARTE_BTP"].map((code) => ["it", code, undefined, nothing] as const),
  ...["ASLNC", "AUT_CNAPS", "QUALIBAT"].map((code) => ["german", code, undefined, nothing] as const),
  ...["GARANTIE_ETT", "LICENCE_TRANSPORT"].map((code) => ["it", code, undefined, nothing] as const),
  ...["STATUTS", "RBE"].map((code) => ["soleTrader", code, undefined, nothing] as const),
] as const)("refuses to ask a company of the kind %s for %s, and names %s", async (kind, code, instead, because) => {
  const outcome = createDossier(draftOf(await desk(kind)), { requiredDocuments: ["RIB", code] });
  const about = { pointer: "/requiredDocuments/1", code: "UNFIT_DOCUMENT_CODE" };
  const errors = [{ ...about, expected: instead ?? "another document", detail: expect.stringMatching(because) }];
  expect(outcome).toMatchObject({ refused: { body: { errors } } });
});

describe("addRequirements", () => {
  it("adds the documents that a free dossier does not ask for, each once", async () => {
    const draft = draftOf(await desk("cleaner"));
    const dossierId = freeDossier(draft, ["RIB"]);
    const added = addRequirements(draft, dossierId, ["BEGES", "RIB", "STATUTS", "BEGES"]) as number[];
    expect(added.map((id) => draft.existing("documents", id).documentCode)).toEqual(["BEGES", "STATUTS"]);
    const about = draft.events.filter(({ eventName }) => eventName === "DOSSIER_DOCUMENTS_UPDATED");
    expect(about.map(({ payload }) => payload)).toEqual([{ added: ["BEGES", "STATUTS"] }]);
    const told = draft.events.length;
    expect([addRequirements(draft, dossierId, ["RIB"]), draft.events.length]).toEqual([[], told]);
  });
  it("refuses unknown and unfit codes, a typed dossier and an archived one", async () => {
    const one = await desk("cleaner");
    const draft = draftOf(one);
    const typed = one.dossier("ONBOARDING").dossierId;
    const dossierId = freeDossier(draft, ["RIB"]);
    const refused = (...errors: object[]) => ({ refused: { body: { errors } } });
    const expected = expect.stringMatching(/^one of KBIS, RNE, EXTRAIT_LOCAL, .*, \w+$/);
    const unknown = (at: number, detail: string) => {
      return { pointer: `/newRequiredDocuments/${at}`, code: "UNKNOWN_DOCUMENT_CODE", expected, detail };
    };
    expect(addRequirements(draft, dossierId, ["BEGES", "KBISS", "QQQQQQ"])).toMatchObject(
      refused(unknown(1, "KBISS is no document code; did you mean KBIS?"), unknown(2, "QQQQQQ is no document code.")),
    );
    expect(addRequirements(draft, dossierId, ["CARTE_BTP"])).toMatchObject(refused({ code: "UNFIT_DOCUMENT_CODE" }));
    const list = `Dossier ${typed} is of type ONBOARDING, whose list of documents is fixed; `;
    const detail = `${list}open a free dossier with requiredDocuments instead.`;
    expect(addRequirements(draft, typed, ["RIB"])).toBeRefused({ status: 409, code: "DOSSIER_TYPED", detail });
    archiveThirdparty(draft);
    const frozen = `Dossier ${typed} is archived; its documents are frozen.`;
    const archived = { status: 409, code: "DOSSIER_ARCHIVED", detail: frozen };
    expect(addRequirements(draft, typed, ["RIB"])).toBeRefused(archived);
  });
  it("asks again for a document that was withdrawn", async () => {
    const draft = draftOf(await desk("cleaner"));
    const dossierId = freeDossier(draft, ["RIB", "STATUTS"]);
    const { documentId } = draft.all("documents").at(-1) as { documentId: number };
    withdrawRequirement(draft, documentId);
    recalculate(draft);
    expect(codesOf(draft, dossierId)).toEqual(["RIB"]);
    expect(draft.events.findLast(({ eventName }) => eventName === "DOSSIER_DOCUMENTS_UPDATED")?.payload).toEqual({
      removed: ["STATUTS"],
    });
    expect(draft.existing("documents", documentId).internal).toMatchObject({ stopped: true, withdrawn: true });
    expect(addRequirements(draft, dossierId, ["STATUTS"])).toHaveLength(1);
  });
});

it("a changed list of a type adds and withdraws documents in the open dossiers of that type", async () => {
  const one = await desk("cleaner");
  const realigned = (documents: string[]) => {
    const context = one.world.context();
    const { source } = context.configuration;
    const ONBOARDING = { ...(source.dossierTypes.ONBOARDING as DossierTypeEntry), documents };
    const dossierTypes = { ...source.dossierTypes, ONBOARDING };
    const configuration = compiled({ ...source, dossierTypes }, "default");
    const draft = new Draft(one.folder, { ...context, configuration }, client);
    realignDossiers(draft, "ONBOARDING");
    recalculate(draft);
    const about = draft.events.filter(({ eventName }) => /TEMPLATE|DOCUMENTS/.test(eventName));
    const ids = ["ONBOARDING", "VIGILANCE"].map((type) => one.dossier(type).dossierId) as [number, number];
    expect(codesOf(draft, ids[1])).toHaveLength(5);
    return { told: about.map(({ payload }) => payload), codes: codesOf(draft, ids[0]) };
  };
  const kept = ["FICHE_FOURN", "KBIS", "IBAN", "CODE_CONDUITE"];
  const template = { dossierTypeCode: "ONBOARDING" };
  expect(realigned(kept)).toEqual({ told: [template], codes: kept });
  const [added, removed] = [["RIB"], ["FICHE_FOURN"]];
  const codes = [...kept.slice(1), ...added];
  expect(realigned(codes)).toEqual({ told: [template, { added, removed }], codes });
});
