import { describe, expect, it } from "vitest";
import {
  attributeDefinitions,
  contradictions,
  documentTypes,
  dossierTypes,
  labels,
  rules,
} from "../../src/domain/configuration.ts";

const sound = { documents: documentTypes, dossiers: dossierTypes, attributes: attributeDefinitions, rules };
const rule = { ruleId: "R99", when: {}, create: "CSR" };

describe("the configuration", () => {
  it("is in agreement with itself as it is delivered", () => expect([...contradictions(sound)]).toEqual([]));

  it.each([
    [
      "a document that is not there",
      { dossiers: [...dossierTypes, { code: "NEW", documents: ["NOPE"] }] },
      "fixtures/dossier-types.json: NEW asks for NOPE, which fixtures/document-types.json does not have",
    ],
    [
      "a dossier type that is not there",
      { rules: [{ ...rule, create: "NOPE" }] },
      "fixtures/rules.json: R99 creates NOPE, which fixtures/dossier-types.json does not have",
    ],
    [
      "a category that cannot be chosen",
      { rules: [{ ...rule, when: { categories: ["IT", "Informatique"] } }] },
      "fixtures/rules.json: R99 wants Catégorie Informatique, which fixtures/attributes.json does not offer",
    ],
    [
      "a criticality that cannot be chosen",
      { rules: [{ ...rule, when: { criticality: ["Haute"] } }] },
      "fixtures/rules.json: R99 wants Criticité Haute, which fixtures/attributes.json does not offer",
    ],
    [
      "an attribute that rules read and nobody can set",
      { attributes: attributeDefinitions.filter(({ label }) => label !== labels.amount) },
      "fixtures/attributes.json lacks Montant d'achat annuel, which rules and scores read",
    ],
  ])("names the file that has %s", (_, change, complaint) =>
    expect([...contradictions({ ...sound, ...change })]).toEqual([complaint]),
  );

  it("counts registration, social charges and foreign workers as statutory, by whatever piece a company of that kind proves them", () => {
    const statutory = [...documentTypes.values()].filter((type) => type.statutory).map(({ code }) => code);
    expect(statutory).toEqual(["KBIS", "RNE", "EXTRAIT_LOCAL", "ATT_URSSAF", "LNTE", "A1", "STATUTS"]);
  });
});
