import { z } from "zod";
import { AttributeDefinition } from "../../contract/attributes.ts";
import * as published from "../../contract/control-reference.ts";
import { DocumentStatus } from "../../contract/documents.ts";
import { Indicator } from "../../contract/indicators.ts";
import { readFixture } from "../directory/fixtures.ts";
import { DossierTypeRow } from "./rows.ts";

/** The kinds of companies that cannot have every document; `dossier/requirements.ts` tells when a company is one. */
const CompanyKind = z.enum([
  "ABROAD",
  "IN_FRANCE",
  "SOLE_TRADER",
  "ASSOCIATION",
  "NO_BUILDER",
  "WITH_IBAN",
  "WITHOUT_IBAN",
]);
export type CompanyKind = z.output<typeof CompanyKind>;

/** The facts that refute an evidence; `response/automatic-check.ts` tells when one holds. */
const Objection = z.enum([
  "STRUCK_OFF",
  "LATE",
  "COLLECTIVE_PROCEDURE",
  "WORKERS_WITHOUT_STAFF",
  "STAFF_DENIED",
  "LIQUIDATION",
  "NO_ACCOUNT",
]);
export type Objection = z.output<typeof Objection>;

// The largest produced document, with its fonts embedded, takes 88 KB, and must fit in the size that is drawn.
const Kilobytes = z.number().min(88);
const File = z.strictObject({ names: z.array(z.string()).min(1), kilobytes: z.tuple([Kilobytes, Kilobytes]) });
const anyFile: z.output<typeof File> = { names: ["{code}_{year}.pdf", "document_{slug}.pdf"], kilobytes: [88, 400] };

const listed = published.DocumentType.shape;
/** Everything that is known of a document type, but for its PDF or its form; the file leaves out what it is not. */
const DocumentType = z.strictObject({
  ...listed,
  /** In English, for the description of the codes. */
  meaning: z.string(),
  collected: listed.collected.default(false),
  statutory: listed.statutory.default(false),
  /** Whose name stands below it; without one, an office of the French register. */
  signedBy: z.enum(["INSURER", "CERTIFIER", "LABORATORY", "LOCAL_AUTHORITY"]).optional(),
  /** The usual names and sizes of its files. */
  file: File.default(anyFile),
  /** The companies that cannot have it, and the document that is asked for instead; the first that fits counts. */
  unfit: z.array(z.strictObject({ for: CompanyKind, instead: z.string().optional(), because: z.string() })).default([]),
  /** The facts that refute it, beside LATE, which refutes all but reports. */
  objections: z.array(Objection).default([]),
  /** The share of companies that can supply it; without one, all can. */
  share: z.number().optional(),
  /** The form by which a company says that it has none: by a "false" to one question, or by the form as such. */
  deniedBy: z.strictObject({ form: z.string(), answer: z.string().optional() }).optional(),
  /** A company writes it on the same day of every year. */
  yearly: z.boolean().default(false),
  /** What the report looks for, and the outcome when it finds it. */
  screening: z
    .strictObject({ finds: z.enum(["sanctions", "media", "owner"]), match: z.enum(["invalid", "review"]) })
    .optional(),
  /** The data provider whose score it shows. */
  scorecardOf: z.literal("SUSTAINSCORE").optional(),
  /** The points that it gives: for its status, and for each unit of an answer in a valid form, where "true" is one. */
  indicator: z
    .strictObject({
      name: Indicator.shape.name,
      statuses: z.partialRecord(DocumentStatus, z.number()).default({}),
      answers: z.record(z.string(), z.strictObject({ each: z.number(), upTo: z.number().optional() })).default({}),
    })
    .optional(),
});
export type DocumentType = z.output<typeof DocumentType>;

/** `prefix` is the start of the references of the dossiers; `also` is asked for of companies that can have it. */
const DossierType = z.strictObject({
  ...DossierTypeRow.shape,
  prefix: z.string(),
  themes: z.array(published.Theme),
  also: DossierTypeRow.shape.documents.default([]),
});

const { sentence: _, ...ruleShape } = published.Rule.shape;
const Rule = z.strictObject({ ...ruleShape, when: z.strictObject(ruleShape.when.shape) });
export type Rule = z.output<typeof Rule>;

export const documentTypes: ReadonlyMap<string, DocumentType> = new Map(
  readFixture("document-types.json", z.array(DocumentType)).map((type) => [type.code, type]),
);
const ownDossierTypes = readFixture("dossier-types.json", z.array(DossierType));
export const dossierTypes = ownDossierTypes.map(({ prefix: _, themes: __, also: ___, ...type }) => type);
export const prefixes = new Map(ownDossierTypes.map(({ code, prefix }) => [code, prefix]));
export const themes = new Map(ownDossierTypes.map(({ code, themes }) => [code, themes]));
export const additions = new Map(ownDossierTypes.map(({ code, also }) => [code, also]));
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
  documents: ReadonlyMap<string, Pick<DocumentType, "unfit" | "deniedBy">>;
  dossiers: readonly (Pick<DossierTypeRow, "code" | "documents"> & { also?: readonly string[] })[];
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
  for (const [code, { unfit, deniedBy }] of documents)
    for (const other of [...unfit.map(({ instead }) => instead), deniedBy?.form])
      if (other !== undefined && !documents.has(other))
        yield `${files.documents}: ${code} names ${other}, which it does not have`;
  for (const { code, documents: asked, also = [] } of dossiers)
    for (const document of [...asked, ...also])
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

const own = { documents: documentTypes, dossiers: ownDossierTypes, attributes: attributeDefinitions, rules };
for (const contradiction of contradictions(own)) throw new Error(contradiction);
