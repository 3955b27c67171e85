import { describe, expect, it } from "vitest";
import { Theme } from "../../contract/control-reference.ts";
import { documentCodes } from "../../contract/document-codes.ts";
import {
  attributeDefinitions,
  contradictions,
  type DocumentType,
  documentType,
  documentTypes,
  dossierTypes,
  labels,
  rules,
  themes,
} from "../../src/domain/configuration.ts";

const sound = { documents: documentTypes, dossiers: dossierTypes, attributes: attributeDefinitions, rules };
const withNew = (fields: Partial<DocumentType>) => ({
  documents: new Map([...documentTypes, ["NEW", { ...documentType("DPA"), ...fields }]]),
});
const rule = { ruleId: "R99", when: {}, create: "CSR" };

describe("the configuration", () => {
  it("each of the six themes has a dossier type that a rule opens", () => {
    const opened = new Set(rules.map(({ create }) => create));
    const covered = [...themes].flatMap(([code, about]) => (opened.has(code) ? about : []));
    expect([...new Set(covered)].sort()).toEqual([...Theme.options].sort());
  });
  it("every document that is answered by a questionnaire is asked for by a dossier type", () => {
    const asked = dossierTypes.flatMap(({ documents }) => documents);
    const questionnaires = [...documentTypes.keys()].filter((code) => code.startsWith("Q_"));
    expect(questionnaires.filter((code) => !asked.includes(code))).toEqual([]);
  });
  it("the contract describes every document code, and no other", () => {
    expect(Object.keys(documentCodes)).toEqual([...documentTypes.keys()]);
  });

  it("the delivered configuration has no contradictions", () => expect([...contradictions(sound)]).toEqual([]));

  it.each([
    [
      "an unknown document",
      { dossiers: [...dossierTypes, { code: "NEW", documents: ["NOPE"] }] },
      "fixtures/dossier-types.json: NEW asks for NOPE, which fixtures/document-types.json does not have",
    ],
    [
      "an unknown addition",
      { dossiers: [...dossierTypes, { code: "NEW", documents: [], also: ["NOPE"] }] },
      "fixtures/dossier-types.json: NEW asks for NOPE, which fixtures/document-types.json does not have",
    ],
    [
      "an unknown substitute",
      withNew({ unfit: [{ for: "ABROAD", instead: "NOPE", because: "" }] }),
      "fixtures/document-types.json: NEW names NOPE, which it does not have",
    ],
    [
      "an unknown form",
      withNew({ deniedBy: { form: "NOPE" } }),
      "fixtures/document-types.json: NEW names NOPE, which it does not have",
    ],
    [
      "an unknown dossier type",
      { rules: [{ ...rule, create: "NOPE" }] },
      "fixtures/rules.json: R99 creates NOPE, which fixtures/dossier-types.json does not have",
    ],
    [
      "an unknown category",
      { rules: [{ ...rule, when: { categories: ["IT", "Informatique"] } }] },
      "fixtures/rules.json: R99 wants Catégorie Informatique, which fixtures/attributes.json does not offer",
    ],
    [
      "an unknown criticality",
      { rules: [{ ...rule, when: { criticality: ["Haute"] } }] },
      "fixtures/rules.json: R99 wants Criticité Haute, which fixtures/attributes.json does not offer",
    ],
    [
      "no definition of an attribute that rules read",
      { attributes: attributeDefinitions.filter(({ label }) => label !== labels.amount) },
      "fixtures/attributes.json lacks Montant d'achat annuel, which rules and scores read",
    ],
  ])("a contradiction names the file that has %s", (_, change, complaint) =>
    expect([...contradictions({ ...sound, ...change })]).toEqual([complaint]),
  );

  it("the documents about registration, social charges and foreign workers are statutory", () => {
    const codes = ["KBIS", "RNE", "EXTRAIT_LOCAL", "ATT_URSSAF", "LNTE", "A1", "STATUTS"];
    expect(codes.filter((code) => !documentType(code).statutory)).toEqual([]);
  });
});
