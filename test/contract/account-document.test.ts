import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { accountDocument } from "../../contract/account-document.ts";
import { ConfigurationFile } from "../../contract/configuration.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import { configurationOf, defaultConfiguration } from "../../src/domain/configuration/default.ts";

type Schemas = Record<
  string,
  { enum?: string[]; description: string; properties: Record<string, { enum?: string[] }> }
>;
const schemasOf = (document: object) => (document as { components: { schemas: Schemas } }).components.schemas;
const fileOf = (more: object) => ConfigurationFile.parse({ format: "tiers-sandbox/configuration@1", ...more });

it("the document of an account has its codes, dossier types and attributes as enumerations with their labels", () => {
  const file = ConfigurationFile.parse(JSON.parse(readFileSync("examples/account/construction.json", "utf8")));
  const configuration = configurationOf(file);
  const { DocumentCode, DossierTypeCode, AttributeSetting } = schemasOf(accountDocument(configuration));
  expect(DocumentCode?.enum).toEqual(Object.keys(configuration.documentTypes));
  expect(DocumentCode?.description).toContain("- `Q_CHANTIER` Questionnaire d'aptitude au chantier");
  expect(DossierTypeCode?.enum).toEqual(Object.keys(configuration.dossierTypes));
  expect(AttributeSetting?.properties.label?.enum).toContain("Travaux en hauteur");
  expect(AttributeSetting?.properties.label?.enum).not.toContain("Niveau de risque");
});

it("the document of the default account differs from the service's own in these three places alone", () => {
  const [own, account] = [openapiDocument("service"), accountDocument(defaultConfiguration)].map((document) => {
    const plain = structuredClone(document);
    const { DocumentCode: _, DossierTypeCode: __, AttributeSetting: ___, ...schemas } = schemasOf(plain);
    return { ...plain, components: { ...(plain.components as object), schemas } };
  });
  expect(account).toEqual(own);
});

it("what is removed stays in answers, and requests cannot name it", () => {
  const documentTypes = { PLAN: { ...(defaultConfiguration.documentTypes.KBIS as object), label: "Plan" } } as never;
  const schemas = schemasOf(accountDocument(defaultConfiguration, { documentTypes }));
  expect(schemas.DocumentCode?.enum).toContain("PLAN");
  expect(schemas.DocumentCode?.description).toContain("- `PLAN` Plan (removed)");
  expect(schemas.NewFreeDossier?.properties.requiredDocuments).toHaveProperty(
    "items.enum",
    Object.keys(defaultConfiguration.documentTypes),
  );
});

it("no example names what the account does not have, and no enumeration is empty", () => {
  const text = JSON.stringify(accountDocument(configurationOf(fileOf({ base: "empty" }))));
  expect(text).not.toMatch(/"documentCode":"|"dossierTypeCode":"|"enum":\[\]|"requiredDocuments":\["/);
});
