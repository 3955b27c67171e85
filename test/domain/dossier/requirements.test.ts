import { describe, expect, it } from "vitest";
import {
  archiveDossier,
  createDossier,
  openTypedDossier,
  reactivateDossier,
} from "../../../src/domain/dossier/dossiers.ts";
import { requiredOf, withdrawRequirement } from "../../../src/domain/dossier/requirements.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { desk, type Kind } from "../../support/worlds.ts";
import { addCompany, firstCompany, isActive, refusalOf } from "../stage.ts";

const requiredCodes = async (kind: Kind, type: string) => {
  let codes: string[] = [];
  await (await desk(kind)).do((draft) => {
    codes = requiredOf(draft, type);
  });
  return codes;
};

describe("the documents that a type asks for", () => {
  it.each([
    ["it", "VIGILANCE", ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"]],
    ["builder", "VIGILANCE", ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO", "ASS_DECENNALE", "ATT_CIBTP"]],
    ["soleTrader", "VIGILANCE", ["RNE", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"]],
    ["german", "VIGILANCE", ["EXTRAIT_LOCAL", "A1", "ASS_RC_PRO"]],
    ["soleTrader", "SCREENING", ["SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]],
    ["it", "ONBOARDING", ["FICHE_FOURN", "KBIS", "IBAN", "CODE_CONDUITE"]],
    ["soleTrader", "ONBOARDING", ["FICHE_FOURN", "RNE", "IBAN", "CODE_CONDUITE"]],
    ["american", "ONBOARDING", ["FICHE_FOURN", "EXTRAIT_LOCAL", "COORD_BANC", "CODE_CONDUITE"]],
    ["it", "CSR", ["Q_RSE", "ISO_14001", "SCORE_RSE"]],
    ["it", "SCREENING", ["RBE", "SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]],
    ["it", "DUTY_OF_VIGILANCE", ["Q_VIGILANCE", "CARTO_RISQUES", "CODE_CONDUITE"]],
    ["it", "CYBERSECURITY", ["Q_CYBER", "ISO_27001", "PAS", "DPA"]],
  ] as const)("asks a company of the kind %s, in a dossier of type %s, for %j", async (kind, type, codes) => {
    expect(await requiredCodes(kind, type)).toEqual(codes);
  });
});

describe("documents that a company cannot have", () => {
  it.each([
    ["soleTrader", "KBIS", "RNE"],
    ["german", "KBIS", "EXTRAIT_LOCAL"],
    ["german", "ATT_URSSAF", "A1"],
    ["it", "ASS_DECENNALE", "another document"],
    ["it", "ATT_CIBTP", "another document"],
    ["it", "CARTE_BTP", "another document"],
    ["german", "RNE", "EXTRAIT_LOCAL"],
    ["it", "EXTRAIT_LOCAL", "KBIS"],
    ["soleTrader", "EXTRAIT_LOCAL", "RNE"],
    ["german", "LNTE", "another document"],
    ["german", "ASLNC", "another document"],
    ["soleTrader", "STATUTS", "another document"],
    ["soleTrader", "RBE", "another document"],
  ] as const)("refuses to ask a company of the kind %s for %s", async (kind, code, expected) => {
    const one = await desk(kind);
    const { status, body } = await refusalOf(one, (draft) =>
      createDossier(draft, { requiredDocuments: ["RIB", code] }),
    );
    expect([status, body.errors?.map(({ pointer, code: why, expected: instead }) => [pointer, why, instead])]).toEqual([
      400,
      [["/requiredDocuments/1", "UNFIT_DOCUMENT_CODE", expected]],
    ]);
  });
});

describe("an association", () => {
  it("an association is asked for its statutes instead of a Kbis", async () => {
    const one = await addCompany(firstCompany((company) => isActive(company) && company.legalCategoryCode === "9220"));
    if (!one.folder.dossiers.some(({ dossierTypeCode }) => dossierTypeCode === "VIGILANCE"))
      await one.do((draft) => (openTypedDossier(draft, "VIGILANCE", { origin: "API" }), recalculate(draft)));
    for (const type of ["ONBOARDING", "VIGILANCE"]) {
      const { dossierId } = one.dossier(type);
      const codes = one.folder.documents
        .filter((row) => row.dossierId === dossierId)
        .map(({ documentCode }) => documentCode);
      expect(codes).toContain("STATUTS");
      expect(codes).not.toContain("KBIS");
    }
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });
});

describe("withdrawRequirement", () => {
  it("a withdrawn document leaves the list of its dossier, and stays stopped after a reactivation", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => {
      createDossier(draft, { requiredDocuments: ["RIB", "STATUTS"] });
      recalculate(draft);
    });
    const { documentId } = one.document("STATUTS");
    await one.do((draft) => {
      withdrawRequirement(draft, documentId);
      recalculate(draft);
    });
    expect(one.dossier(null).documents.map(({ documentCode }) => documentCode)).toEqual(["RIB"]);
    await one.do((draft) => archiveDossier(draft, one.dossier(null).dossierId, "CLIENT"));
    await one.do((draft) => {
      reactivateDossier(draft, one.dossier(null).dossierId);
      recalculate(draft);
    });
    expect([one.document("RIB").internal.stopped, one.document("STATUTS").internal.stopped]).toEqual([false, true]);
  });
});
