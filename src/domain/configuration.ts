import { z } from "zod";
import { AttributeDefinition } from "../../contract/attributes.ts";
import * as published from "../../contract/control-reference.ts";
import { readFixture } from "../directory/fixtures.ts";
import { DossierTypeRow } from "./rows.ts";

const listed = published.DocumentType.shape;
/** The file leaves out what a document is not. */
const DocumentType = z.strictObject({
  ...listed,
  collected: listed.collected.default(false),
  statutory: listed.statutory.default(false),
});
export type DocumentType = z.output<typeof DocumentType>;

/** `prefix` is the start of the references of the dossiers. */
const DossierType = z.strictObject({ ...DossierTypeRow.shape, prefix: z.string(), themes: z.array(published.Theme) });

const { sentence: _, ...ruleShape } = published.Rule.shape;
const Rule = z.strictObject({ ...ruleShape, when: z.strictObject(ruleShape.when.shape) });
export type Rule = z.output<typeof Rule>;

export const documentTypes: ReadonlyMap<string, DocumentType> = new Map(
  readFixture("document-types.json", z.array(DocumentType)).map((type) => [type.code, type]),
);
const ownDossierTypes = readFixture("dossier-types.json", z.array(DossierType));
export const dossierTypes = ownDossierTypes.map(({ prefix: _, themes: __, ...type }) => type);
export const prefixes = new Map(ownDossierTypes.map(({ code, prefix }) => [code, prefix]));
export const themes = new Map(ownDossierTypes.map(({ code, themes }) => [code, themes]));
export const attributeDefinitions = readFixture("attributes.json", z.array(AttributeDefinition));
export const rules = readFixture("rules.json", z.array(Rule)).sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1));

export const documentType = (code: string): DocumentType => {
  const type = documentTypes.get(code);
  if (!type) throw new Error(`no document type ${code}`);
  return type;
};

export const labels = {
  category: "Catégorie",
  criticality: "Criticité",
  amount: "Montant d'achat annuel",
  dependency: "Taux de dépendance",
  risk: "Risque global",
} as const;

interface Configuration {
  documents: ReadonlyMap<string, unknown>;
  dossiers: readonly Pick<DossierTypeRow, "code" | "documents">[];
  attributes: readonly Pick<AttributeDefinition, "label" | "options">[];
  rules: readonly Pick<Rule, "ruleId" | "when" | "create">[];
}

const files = {
  documents: "fixtures/document-types.json",
  dossiers: "fixtures/dossier-types.json",
  attributes: "fixtures/attributes.json",
  rules: "fixtures/rules.json",
};

/** References from one file to another that lead nowhere; without this check such a rule would never apply. */
export function* contradictions({ documents, dossiers, attributes, rules }: Configuration): Generator<string> {
  for (const { code, documents: asked } of dossiers)
    for (const document of asked)
      if (!documents.has(document))
        yield `${files.dossiers}: ${code} asks for ${document}, which ${files.documents} does not have`;
  for (const label of Object.values(labels))
    if (!attributes.some((attribute) => attribute.label === label))
      yield `${files.attributes} lacks ${label}, which rules and scores read`;
  for (const rule of rules) {
    if (!dossiers.some(({ code }) => code === rule.create))
      yield `${files.rules}: ${rule.ruleId} creates ${rule.create}, which ${files.dossiers} does not have`;
    yield* missingOptions(rule, attributes);
  }
}

function* missingOptions({ ruleId, when }: Pick<Rule, "ruleId" | "when">, attributes: Configuration["attributes"]) {
  const wanted = { [labels.category]: when.categories, [labels.criticality]: when.criticality };
  for (const [label, values = []] of Object.entries(wanted)) {
    const options = attributes.find((attribute) => attribute.label === label)?.options ?? [];
    for (const value of values.filter((candidate) => !options.includes(candidate)))
      yield `${files.rules}: ${ruleId} wants ${label} ${value}, which ${files.attributes} does not offer`;
  }
}

const own = { documents: documentTypes, dossiers: dossierTypes, attributes: attributeDefinitions, rules };
for (const contradiction of contradictions(own)) throw new Error(contradiction);
