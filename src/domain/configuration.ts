import { z } from "zod";
import { AttributeDefinition } from "../../contract/attributes.ts";
import { readFixture } from "../directory/fixtures.ts";

/** What the service holds fixed: the default configuration of every account. */

const DocumentType = z.strictObject({
  code: z.string(),
  label: z.string(),
  kind: z.enum(["FILE", "FORM", "SOURCE"]),
  /** Validity from the issue date; null has no end. */
  months: z.number().int().min(1).nullable(),
  /** Who judges an answer: the platform, the client after it, or the bank check. */
  check: z.enum(["automatic", "client", "bank"]),
  issuer: z.enum(["DO", "FOURNISSEUR", "ORGANISME", "PARTENAIRE"]),
  transmitter: z.enum(["FOURNISSEUR", "DO", "PLATEFORME", "PARTENAIRE"]),
  /** The platform fetches it by itself for French companies. */
  collected: z.boolean().default(false),
  /** Weighs three times in legal compliance. */
  statutory: z.boolean().default(false),
});
export type DocumentType = z.output<typeof DocumentType>;

const DossierType = z.strictObject({
  code: z.string(),
  label: z.string(),
  months: z.number().int().min(1).nullable(),
  documents: z.array(z.string()).min(1),
});

const Rule = z.strictObject({
  ruleId: z.string(),
  label: z.string(),
  enabled: z.boolean(),
  when: z.strictObject({
    nafPrefixes: z.array(z.string()).optional(),
    categories: z.array(z.string()).optional(),
    countries: z.array(z.string()).optional(),
    countriesNot: z.array(z.string()).optional(),
    criticality: z.array(z.string()).optional(),
    minAnnualAmount: z.number().optional(),
    maxAnnualAmount: z.number().optional(),
  }),
  create: z.string(),
});
export type Rule = z.output<typeof Rule>;

export const documentTypes: ReadonlyMap<string, DocumentType> = new Map(
  readFixture("document-types.json", z.array(DocumentType)).map((type) => [type.code, type]),
);
export const dossierTypes = readFixture("dossier-types.json", z.array(DossierType));
export const attributeDefinitions = readFixture("attributes.json", z.array(AttributeDefinition));
export const rules = readFixture("rules.json", z.array(Rule)).sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1));

export const documentType = (code: string): DocumentType => {
  const type = documentTypes.get(code);
  if (!type) throw new Error(`no document type ${code}`);
  return type;
};

/** The attributes that rules and scores read, by the role they play. */
export const labels = {
  category: "Catégorie",
  criticality: "Criticité",
  amount: "Montant d'achat annuel",
  dependency: "Taux de dépendance",
  risk: "Risque global",
} as const;

type DossierType = z.output<typeof DossierType>;

interface Configuration {
  documents: ReadonlyMap<string, unknown>;
  dossiers: readonly Pick<DossierType, "code" | "documents">[];
  attributes: readonly Pick<AttributeDefinition, "label" | "options">[];
  rules: readonly Pick<Rule, "ruleId" | "when" | "create">[];
}

/** What one file names and another does not have; a rule that nothing can meet would be silent for ever. */
export function* contradictions({ documents, dossiers, attributes, rules }: Configuration): Generator<string> {
  const optionsOf = (label: string) => attributes.find((attribute) => attribute.label === label)?.options ?? [];
  for (const { code, documents: asked } of dossiers)
    for (const document of asked)
      if (!documents.has(document))
        yield `fixtures/dossier-types.json: ${code} asks for ${document}, which fixtures/document-types.json does not have`;
  for (const label of Object.values(labels))
    if (!attributes.some((attribute) => attribute.label === label))
      yield `fixtures/attributes.json lacks ${label}, which rules and scores read`;
  for (const { ruleId, create, when } of rules) {
    if (!dossiers.some(({ code }) => code === create))
      yield `fixtures/rules.json: ${ruleId} creates ${create}, which fixtures/dossier-types.json does not have`;
    for (const [label, wanted] of [
      [labels.category, when.categories] as const,
      [labels.criticality, when.criticality] as const,
    ])
      for (const value of wanted ?? [])
        if (!optionsOf(label).includes(value))
          yield `fixtures/rules.json: ${ruleId} wants ${label} ${value}, which fixtures/attributes.json does not offer`;
  }
}

for (const contradiction of contradictions({
  documents: documentTypes,
  dossiers: dossierTypes,
  attributes: attributeDefinitions,
  rules,
}))
  throw new Error(contradiction);
