import { object, z } from "zod";
import { AttributeDefinition } from "./attributes.ts";
import * as shapes from "./control-shapes.ts";
import { DocumentCode, FormEntryType, Issuer, Transmitter } from "./documents.ts";
import { DossierTypeCode } from "./dossiers.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded } from "./endpoint-parts.ts";
import { EventName } from "./events.ts";
import { activeCompany, policy } from "./examples/control.ts";
import { choice } from "./named.ts";
import { Count, CountryCode, ShortText, whole } from "./shared.ts";

const { root, listOf } = shapes;
const none = z.object({});
const listed = `${root}/reference` as const;

const Months = whole(1, 1200).nullable().meta({ description: "How long it lasts; null for no end." });

export const DocumentType = object({
  code: DocumentCode,
  label: ShortText,
  kind: choice(
    "DocumentKind",
    ["FILE", "FORM", "SOURCE"],
    "A file, a filled form, or a report of a data provider, which arrives by itself.",
  ),
  months: Months,
  check: choice(
    "DocumentCheck",
    ["automatic", "client", "bank"],
    "What judges an answer: the automatic check, then the client, or the check of the account at its bank.",
  ),
  issuer: Issuer,
  transmitter: Transmitter,
  collected: z.boolean().meta({ description: "Collected from French registers, without the third party." }),
  statutory: z.boolean().meta({ description: "Weighs three times in legal compliance." }),
}).meta({ id: "DocumentType", description: "A piece that a dossier can ask for." });

export const Theme = choice(
  "EvaluationTheme",
  ["LEGAL", "FINANCE", "ENVIRONMENT", "CYBERSECURITY", "ETHICS", "HUMAN_RIGHTS"],
  "What an evaluation is about.",
);
const DossierType = object({
  code: DossierTypeCode,
  label: ShortText,
  themes: z.array(Theme),
  months: Months,
  documents: z.array(DocumentCode).meta({
    description:
      "What it asks for. A third party that cannot have one of them is asked for another, as EXTRAIT_LOCAL instead " +
      "of KBIS outside France; construction companies are asked for more.",
  }),
}).meta({ id: "DossierType", description: "A kind of evaluation, and the documents that it asks for." });
export const DossierTypes = listOf("DossierTypes", DossierType);

const Criteria = object({
  nafPrefixes: z.array(ShortText).optional().meta({ description: "The activity code starts with one of these." }),
  categories: z.array(ShortText).optional().meta({ description: "Values of the attribute Catégorie." }),
  countries: z.array(CountryCode).optional(),
  countriesNot: z.array(CountryCode).optional(),
  criticality: z.array(ShortText).optional().meta({ description: "Values of the attribute Criticité." }),
  minAnnualAmount: z.number().optional().meta({ description: "Of the attribute Montant d'achat annuel, in euros." }),
  maxAnnualAmount: z.number().optional(),
}).meta({ id: "Criteria", description: "All must hold; an unknown value meets none. Empty: every third party." });
export const Rule = object({
  ruleId: ShortText,
  label: ShortText,
  enabled: z.boolean(),
  when: Criteria,
  create: DossierTypeCode,
  sentence: z.string().meta({ description: "The rule in words." }),
}).meta({ id: "Rule", description: "Opens a dossier for every third party that meets its criteria." });

const FormField = object({ type: FormEntryType, key: ShortText, title: ShortText, order: Count }).meta({
  id: "FormField",
  description: "A question of a form.",
});
const Form = object({ documentCode: DocumentCode, fields: z.array(FormField) }).meta({
  id: "Form",
  description: "The questions of a document that is answered by a form.",
});

const EventType = object({
  name: EventName,
  resource: shapes.ResourceType,
  sentence: z.string().meta({ description: "What has happened." }),
  needs: z.string().meta({ description: "The resources on which a trigger can bring it about." }),
  targets: z.array(z.string()).meta({ description: "The ids that a trigger may name." }),
  data: z.array(
    object({
      field: z.string(),
      values: z.array(z.string()).meta({ description: "The values that it may have, where there are few." }),
    }).meta({ id: "EventTypeData" }),
  ),
}).meta({
  id: "EventType",
  description: `One of the ${EventName.options.length} event types, and what its trigger takes.`,
});
const rejection = {
  name: "DOCUMENT_ANSWER_DENIED",
  resource: "DOCUMENT",
  sentence: "The client rejects an answer, and the third party is told why.",
  needs: "a document of an open dossier",
  targets: ["thirdpartyId", "dossierId", "documentId"],
  data: [{ field: "comment", values: [] }],
};

const vigilance = ["KBIS", "ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"];
export const vigilanceType = {
  code: "VIGILANCE",
  label: "Vigilance",
  themes: ["LEGAL"],
  months: 6,
  documents: vigilance,
};

const kbis = {
  code: "KBIS",
  label: "Extrait Kbis",
  kind: "FILE",
  months: 3,
  check: "automatic",
  issuer: "ORGANISME",
  transmitter: "PLATEFORME",
  collected: true,
  statutory: true,
};
const rule = {
  ruleId: "R02",
  label: "France, achats d'au moins 5 000 EUR par an",
  enabled: true,
  when: { countries: ["FR"], minAnnualAmount: 5000 },
  create: "VIGILANCE",
  sentence: "Opens a dossier VIGILANCE when the country is FR and the annual amount is at least 5000 euros.",
};
const criticality = {
  id: 42,
  label: "Criticité",
  type: "list_unique",
  options: ["High", "Medium", "Low"],
  required: true,
  calculated: false,
};
const iban = { documentCode: "IBAN", fields: [{ type: "iban", key: "iban", title: "IBAN", order: 2 }] };

/** A list that is the same for every account, with one row of it as the example. */
const listing = <S extends z.ZodType>(
  path: `/${string}`,
  list: S,
  row: object,
  words: { summary: string; description?: string },
) =>
  ({
    method: "get",
    path,
    ...words,
    params: none,
    responses: { 200: list, ...guarded },
    examples: { success: { summary: "One", response: { content: [row] } } },
  }) as const;

export const reference = {
  assumptions: listing(`${root}/assumptions`, shapes.AssumptionList, policy, {
    summary: "List what the sandbox assumes",
  }),
  testIdentifiers: listing(`${root}/test-identifiers`, shapes.TestIdentifierList, activeCompany, {
    summary: "List the identifiers that behave in a known way",
  }),
  seeds: listing(
    `${root}/seeds`,
    shapes.SeedList,
    { name: "empty", description: "Nothing yet." },
    {
      summary: "List the worlds to start from",
    },
  ),
  events: listing(`${listed}/events`, listOf("EventTypes", EventType), rejection, {
    summary: "List the event types, with what brings each about",
    description: "A trigger takes the first suitable resource when no target is named.",
  }),
  documentTypes: listing(`${listed}/document-types`, listOf("DocumentTypes", DocumentType), kbis, {
    summary: "List the documents that can be asked for",
  }),
  dossierTypes: listing(`${listed}/dossier-types`, DossierTypes, vigilanceType, {
    summary: "List the dossier types that an account begins with",
    description: `An account may change its own: see \`GET ${root}/accounts/{accountId}/dossier-types\`.`,
  }),
  rules: listing(`${listed}/rules`, listOf("Rules", Rule), rule, {
    summary: "List the rules that open dossiers",
    description: "Every account has these. A rule opens at most one dossier of its type, and never closes one.",
  }),
  forms: listing(`${listed}/forms`, listOf("Forms", Form), iban, { summary: "List the forms with their fields" }),
  attributes: listing(`${listed}/attributes`, listOf("AttributeDefinitions", AttributeDefinition), criticality, {
    summary: "List the attributes that every account has configured",
  }),
} as const satisfies Record<string, Endpoint>;
