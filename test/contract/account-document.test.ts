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

it("the document of the default account differs from the service's own in these and the filters by codes alone", () => {
  const [own, account] = [openapiDocument("service"), accountDocument(defaultConfiguration)].map((document) => {
    const text = JSON.stringify(document);
    const plain = JSON.parse(
      text.replace(
        /"description":"(?:VIGILANCE, |Code of a document type\. |A code of the account)[^"]*/g,
        '"description":"',
      ),
    );
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

it("each request has an example of what the account has, and no text names what other accounts have", () => {
  const attributes = { Zone: { type: "list_unique", options: ["Nord"] }, Visite: { type: "date" } };
  const documentTypes = { PLAN: { label: "Plan" } };
  const dossierTypes = { SITE: { label: "Site", documents: ["PLAN"] } };
  const text = (file: object) => JSON.stringify(accountDocument(configurationOf(fileOf({ base: "empty", ...file }))));
  const own = text({ attributes, documentTypes, dossierTypes });
  for (const body of [
    { label: "Zone", values: ["Nord"] },
    { dossierTypeCode: "SITE" },
    { newRequiredDocuments: ["PLAN"] },
  ])
    expect(own).toContain(`"value":${JSON.stringify(body)}`);
  expect(text({ attributes: { Visite: attributes.Visite } })).toContain('"values":["2026-01-15"]');
  expect(text({ documentTypes })).toContain('"value":{"requiredDocuments":["PLAN"]}');
  const { attributes: labels, documentTypes: types } = defaultConfiguration;
  for (const name of [...Object.keys(labels), ...Object.keys(types)]) expect(own).not.toContain(`${name}"`);
  expect(own).not.toMatch(/`KBIS`|VIGILANCE, ONBOARDING/);
});

it("no example names what the account does not have, and no enumeration is empty", () => {
  const text = JSON.stringify(accountDocument(configurationOf(fileOf({ base: "empty" }))));
  expect(text).not.toMatch(/"documentCode":"|"dossierTypeCode":"|"enum":\[\]|"requiredDocuments":\["/);
});
