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
  it("the contract describes every document code, and no other", () => {
    expect(Object.keys(documentCodes)).toEqual([...documentTypes.keys()]);
  });

  it("the delivered configuration has no contradictions", () => expect([...contradictions(sound)]).toEqual([]));

  const unknown = { code: "NEW", documents: ["NOPE"] };
  const wanting = (when: object) => ({ rules: [{ ...rule, when }] });
  const without = attributeDefinitions.filter(({ label }) => label !== labels.amount);
  const [types, lists, attributes] = ["document-types", "dossier-types", "attributes"].map(
    (name) => `fixtures/${name}.json`,
  );
  const asks = `${lists}: NEW asks for NOPE, which ${types} does not have`;
  const names = `${types}: NEW names NOPE, which it does not have`;
  const creates = `fixtures/rules.json: R99 creates NOPE, which ${lists} does not have`;
  const lacks = `${attributes} lacks Montant d'achat annuel, which rules and scores read`;
  const wants = (what: string) => `fixtures/rules.json: R99 wants ${what}, which ${attributes} does not offer`;
  it.each([
    ["an unknown document", { dossiers: [...dossierTypes, unknown] }, asks],
    ["an unknown addition", { dossiers: [...dossierTypes, { ...unknown, documents: [], also: ["NOPE"] }] }, asks],
    ["an unknown substitute", withNew({ unfit: [{ for: "ABROAD", instead: "NOPE", because: "" }] }), names],
    ["an unknown form", withNew({ deniedBy: { form: "NOPE" } }), names],
    ["an unknown dossier type", { rules: [{ ...rule, create: "NOPE" }] }, creates],
    ["an unknown category", wanting({ categories: ["IT", "Informatique"] }), wants("Catégorie Informatique")],
    ["an unknown criticality", wanting({ criticality: ["Haute"] }), wants("Criticité Haute")],
    ["no definition of an attribute that rules read", { attributes: without }, lacks],
  ])("a contradiction names the file that has %s", (_, change, complaint) =>
    expect([...contradictions({ ...sound, ...change })]).toEqual([complaint]),
  );
});
