import { strictObject, z } from "zod";
import { AttributeType } from "./attributes.ts";
import * as listed from "./control-reference.ts";
import { DocumentCode, DocumentStatus, FormEntryType, type Issuer, type Transmitter } from "./documents.ts";
import { DossierTypeCode } from "./dossiers.ts";
import { Indicator } from "./indicators.ts";
import { choice } from "./named.ts";
import { CountryCode, Id, ShortText, text, whole } from "./shared.ts";

/**
 * The configuration of an account, as a file. Each part is an object by code: an entry adds or replaces the whole entry
 * of the base, and null removes it.
 */
export const configurationFormat = "tiers-sandbox/configuration@1";

const described = <S extends z.ZodType>(schema: S, description: string): S => schema.meta({ description }) as S;

export const Role = choice(
  "AttributeRole",
  ["category", "criticality", "amount", "dependency", "risk"],
  "What the sandbox reads or writes by this attribute: the category of purchases; the criticality, whose options go " +
    "from the highest to the lowest; the annual amount in euros; the share of the turnover, in percent; the global " +
    "risk, which the sandbox calculates.",
);
export type Role = z.output<typeof Role>;

export const AttributeEntry = strictObject({
  type: AttributeType,
  options: described(z.array(ShortText).max(500).nullable().default(null), "The values of a list; null for others."),
  required: z.boolean().default(false),
  calculated: described(
    z.boolean().default(false),
    "Cannot be set. Without the role risk it never has a value: the sandbox does not know how it is calculated.",
  ),
  role: Role.optional(),
  id: described(Id.optional(), "Its id in answers; without one, the next that is free. A new world counts anew."),
});

export const CompanyKind = choice(
  "CompanyKind",
  ["ABROAD", "IN_FRANCE", "SOLE_TRADER", "ASSOCIATION", "NO_BUILDER", "WITH_IBAN", "WITHOUT_IBAN"],
  "A kind of companies. NO_BUILDER is all activities but construction (NAF 41 to 43).",
);
export const Objection = choice(
  "Objection",
  [
    ...(["STRUCK_OFF", "LATE", "COLLECTIVE_PROCEDURE", "WORKERS_WITHOUT_STAFF", "STAFF_DENIED"] as const),
    ...(["LIQUIDATION", "NO_ACCOUNT"] as const),
  ],
  "A fact that refutes a piece. LATE refutes all but reports, without being named.",
);

const prefixes = described(z.array(ShortText).min(1), "The activity code starts with one of these.");
const countries = z.array(CountryCode).min(1);
/** All that are given must hold. */
const Companies = {
  for: CompanyKind.optional(),
  countries: countries.optional(),
  countriesNot: countries.optional(),
  nafPrefixes: prefixes.optional(),
  nafPrefixesNot: described(prefixes.optional(), "The activity code starts with none of these, or is unknown."),
  legalForms: described(
    z.array(ShortText).min(1).optional(),
    "The code of the legal form starts with one of these, as 92 for associations.",
  ),
};
const Unfit = strictObject({
  ...Companies,
  instead: described(DocumentCode.optional(), "The document that is asked for in its place."),
  because: described(ShortText, "The end of a sentence: a company outside France has no Kbis."),
});

// The largest file that is made takes 88 KB, and must fit in the size that is drawn.
const Kilobytes = z.number().min(88).max(20_000);
const FileHabits = strictObject({
  names: described(
    z.array(ShortText).min(1).max(20),
    "{name}, {slug}, {siren}, {code}, {year}, {previousYear}, {month} and {day} are filled in.",
  ),
  kilobytes: described(z.tuple([Kilobytes, Kilobytes]), "The least and the most."),
});
export const usualFile: z.output<typeof FileHabits> = {
  names: ["{code}_{year}.pdf", "document_{slug}.pdf"],
  kilobytes: [88, 400],
};

/** A score goes from 0 to 100. */
const Worth = z.number().min(-1000).max(1000);
const Points = strictObject({
  name: Indicator.shape.name,
  statuses: z.partialRecord(DocumentStatus, Worth).default({}),
  answers: described(
    z.record(ShortText, strictObject({ each: Worth, upTo: Worth.optional() })).default({}),
    "Points for each unit of an answer of a valid form, by its key; a yes is one unit.",
  ),
});

const { code: _, ...document } = listed.DocumentType.shape;
/** All that is known of a document type; what it is not is left out. */
export const DocumentTypeEntry = strictObject({
  ...document,
  kind: document.kind.default("FILE"),
  months: described(document.months.default(null), "How long it is valid; null for no end."),
  check: document.check.default("client"),
  issuer: document.issuer.default("FOURNISSEUR" satisfies z.output<typeof Issuer>),
  transmitter: document.transmitter.default("FOURNISSEUR" satisfies z.output<typeof Transmitter>),
  collected: described(document.collected.default(false), "Collected from French registers, without the third party."),
  statutory: described(document.statutory.default(false), "The law asks for it."),
  weight: described(
    z.number().min(0).max(100).optional(),
    "How much it counts in legal compliance; without it 3 where the law asks for it, else 1.",
  ),
  theme: listed.Theme.optional(),
  meaning: described(ShortText.optional(), "In English, for the description of the codes; the label without it."),
  signedBy: described(
    z.enum(["INSURER", "CERTIFIER", "LABORATORY", "LOCAL_AUTHORITY"]).optional(),
    "Whose name stands below it; without one, an office of the French register.",
  ),
  file: described(FileHabits.default(usualFile), "The usual names and sizes of its files."),
  unfit: described(
    z.array(Unfit).max(50).default([]),
    "The companies that cannot have it; the first that fits counts.",
  ),
  objections: described(z.array(Objection).default([]), "The facts that refute it, beside LATE."),
  share: described(z.number().min(0).max(1).optional(), "The share of companies that can supply it; all without it."),
  deniedBy: described(
    strictObject({ form: DocumentCode, answer: ShortText.optional() }).optional(),
    "The form by which a company says that it has none: by a no to one question, or by the form as such.",
  ),
  yearly: described(z.boolean().default(false), "A company writes it on the same day of every year."),
  screening: described(
    strictObject({
      finds: z.enum(["sanctions", "media", "owner"]),
      match: z.enum(["invalid", "review"]),
    }).optional(),
    "What a report looks for, and the outcome when it finds it.",
  ),
  scorecardOf: described(z.literal("SUSTAINSCORE").optional(), "The data provider whose score it shows."),
  indicator: described(Points.optional(), "The points that it gives to an indicator."),
});

export const CompanyFact = choice(
  "CompanyFact",
  [
    ...(["name", "siren", "siret", "vat", "legalForm", "activityCode", "address", "city", "country"] as const),
    ...(["foundingDate", "workforce", "turnover", "executive", "executiveRole", "email", "telephone"] as const),
    ...(["iban", "bic", "bank", "accountHolder", "today"] as const),
  ],
  "A fact that a company writes into a form. turnover is in euros; executive is the person who signs.",
);
const Amount = whole(-1_000_000_000_000, 1_000_000_000_000);
const DaysAgo = whole(0, 36_500);
/** How an answer is made up; one of its ways, beside `if` and `given`. */
const Draw = strictObject({
  if: described(ShortText.optional(), "Empty unless this earlier answer is yes."),
  fact: CompanyFact.optional(),
  yes: described(z.number().min(0).max(1).optional(), "How likely a yes is."),
  number: described(z.tuple([Amount, Amount]).optional(), "The least and the most, whole numbers."),
  past: described(z.tuple([DaysAgo, DaysAgo]).optional(), "Days ago: the most and the least."),
  issued: described(DocumentCode.optional(), "The day of this document."),
  pick: described(z.array(text(4000)).min(1).max(200).optional(), "One of these."),
  given: described(
    z.record(ShortText, text(4000)).optional(),
    "More to pick from, each only where this earlier answer is yes.",
  ),
  weighted: described(
    z
      .array(z.tuple([text(4000), z.number().min(0).max(1_000_000)]))
      .min(1)
      .max(200)
      .optional(),
    "One of these, by weight.",
  ),
  computed: described(z.literal(true).optional(), "As the questionnaires of the default have it, by the key."),
});
export const FormFieldEntry = strictObject({
  key: ShortText.refine((key) => key !== "__proto__", { error: "must be another key" }),
  title: ShortText,
  type: FormEntryType,
  order: described(whole(1, 1000).optional(), "Its place in the list without it."),
  optional: described(z.boolean().optional(), "May be left empty."),
  draw: described(Draw.default({}), "How a value is made up; without it, by the type and the title."),
});
const Form = z.array(FormFieldEntry).min(1).max(200);

const { code: __, ...dossierType } = listed.DossierTypes.shape.content.element.shape;
const asked = z.array(DocumentCode).max(100);
export const DossierTypeEntry = strictObject({
  label: dossierType.label,
  themes: described(
    dossierType.themes.default([]),
    "LEGAL counts in legal compliance, CYBERSECURITY has security ratings, ENVIRONMENT and HUMAN_RIGHTS ESG data.",
  ),
  months: described(dossierType.months.default(null), "How long a dossier lasts; null for no end."),
  prefix: described(
    z
      .string()
      .regex(/^[A-Z0-9]{1,10}$/, { error: "must be 1 to 10 capitals and digits" })
      .optional(),
    "The start of the references of its dossiers; the first three letters of its code without it.",
  ),
  typed: described(z.boolean().default(true), "Whether its list is fixed: documents can be added to others."),
  documents: described(asked.min(1), "What it asks for; of a company that cannot have one, for the one instead."),
  also: described(asked.default([]), "Asked for of companies that can have it."),
});

const criteria = listed.Rule.shape.when.shape;
const AttributeCriterion = strictObject({
  in: described(
    z
      .array(z.union([ShortText, z.boolean()]))
      .min(1)
      .optional(),
    "It has one of these values.",
  ),
  min: z.number().optional(),
  max: z.number().optional(),
});
export const RuleEntry = strictObject({
  label: ShortText,
  enabled: z.boolean().default(true),
  when: described(
    strictObject({
      ...criteria,
      categories: described(criteria.categories, "Values of the attribute with the role category."),
      criticality: described(criteria.criticality, "Values of the attribute with the role criticality."),
      minAnnualAmount: described(criteria.minAnnualAmount, "Of the attribute with the role amount, in euros."),
      attributes: described(z.record(ShortText, AttributeCriterion).optional(), "By the label of any attribute."),
    }).default({}),
    "All must hold; an unknown value meets none. Empty: every third party.",
  ),
  create: DossierTypeCode,
});

const Band = strictObject({
  from: described(whole(0, 100), "Up to the band before it."),
  value: ShortText,
  colour: Indicator.shape.resultColorCode,
  risk: z.enum(["Low", "Medium", "High"]),
});
export const IndicatorEntry = strictObject({
  bands: described(z.array(Band).min(1).max(20), "From the highest to the lowest, which begins at 0."),
});

/** Far above what an account has; rules read every entry. */
export const mostEntries = 1000;
const Colleague = strictObject({
  name: ShortText,
  mention: described(
    z.string().regex(/^[\w.-]{1,60}$/, { error: "must be 1 to 60 letters without accents, digits, dots and dashes" }),
    "How comments mention the person, after an @.",
  ),
  task: ShortText,
  decides: described(z.array(DocumentCode).max(mostEntries).default([]), "The documents that wait for this person."),
  themes: described(z.array(listed.Theme).default([]), "And those of these themes."),
  invites: described(
    z.boolean().default(false),
    "Invites contacts, and looks after suppliers; the first one does where none is named.",
  ),
});
const Days = whole(1, 3650);
const between = (least: number, most: number) => z.tuple([whole(least, most), whole(least, most)]);
export const mostReminders = 50;
export const mostWeeklyReminders = 520;
/** What the account has agreed on. */
export const Practice = strictObject({
  renewalDays: described(Days, "A dossier asks again for what expires first, so long before its end."),
  invitationDays: described(Days, "Between the invitation of a contact, its reminders and its deletion."),
  invitationReminders: described(whole(0, mostReminders), "Reminders of an invitation before the contact is deleted."),
  weeklyReminders: described(
    between(0, mostWeeklyReminders),
    "Weekly reminders of one contact without a response, before the client is asked to act: the least and the most.",
  ),
  rejectionDueDays: described(Days, "After a shared rejection, another response is due within this time."),
  changedDueDays: described(
    between(1, 3650),
    "A due date that is changed without a day being named is so many days away; the second where it was the first.",
  ),
  checkTimeoutDays: described(Days, "A check without a result is left to the client after this time."),
  reviewPercent: described(
    z.number().min(0).max(100),
    "Of a hundred pieces, those that the check leaves to the client.",
  ),
  refusedPercent: described(
    z.number().min(0).max(100),
    "Of a hundred pieces of suppliers, those that the check refuses.",
  ),
  bankRecheckMonths: described(whole(1, 1200), "Bank details are checked again so long after the last report."),
  evidenceRetentionMonths: described(whole(1, 1200), "Evidence is kept so long after its end, or its dossier's."),
  deletionGraceDays: described(Days, "From the warning of a deletion to the deletion."),
  linkSeconds: described(whole(1, 31_536_000), "How long a signed link works, by the account's clock."),
  colleagues: described(
    z.array(Colleague).min(1).max(50),
    "The client's people, who decide where people act; the first whose task it is, and the last takes everything else.",
  ),
});

const byCode = <K extends z.ZodType<string, string>, V extends z.ZodType>(code: K, entry: V, description: string) => {
  const error = `must have at most ${mostEntries} entries`;
  const entries = z.record(code, entry.nullable()).refine((all) => Object.keys(all).length <= mostEntries, { error });
  return described(entries.optional(), `${description} null removes the one of the base. At most ${mostEntries}.`);
};

export const ConfigurationBase = choice(
  "ConfigurationBase",
  ["default", "empty"],
  "What the entries change: what every account begins with, or nothing but its indicators and its practice.",
);
export const ConfigurationFile = strictObject({
  $schema: described(z.string().optional(), "For editors: the address or the path of the JSON Schema."),
  format: z.literal(configurationFormat),
  base: ConfigurationBase.default("default"),
  attributes: byCode(ShortText, AttributeEntry, "Attributes of third parties, by label."),
  documentTypes: byCode(DocumentCode, DocumentTypeEntry, "Document types, by code."),
  forms: byCode(DocumentCode, Form, "The questions of the documents of kind FORM, by code."),
  dossierTypes: byCode(
    DossierTypeCode,
    DossierTypeEntry,
    `Dossier types, by code. Together they ask for at most ${mostEntries} documents.`,
  ),
  rules: byCode(
    ShortText,
    RuleEntry,
    "The rules that open dossiers, by id; they are followed in the order of their ids.",
  ),
  indicators: described(
    z.partialRecord(Indicator.shape.name, IndicatorEntry.nullable()).optional(),
    "How the scores of the four indicators read. null removes one.",
  ),
  practice: described(Practice.partial().optional(), "Terms and habits; what is left out stays as in the base."),
}).meta({
  id: "ConfigurationFile",
  description: "What an account has configured: all of it, or what differs from its base.",
});
export type ConfigurationFile = z.input<typeof ConfigurationFile>;

export type AttributeEntry = z.output<typeof AttributeEntry>;
export type DocumentTypeEntry = z.output<typeof DocumentTypeEntry>;
export type FormFieldEntry = z.output<typeof FormFieldEntry>;
export type DossierTypeEntry = z.output<typeof DossierTypeEntry>;
export type RuleEntry = z.output<typeof RuleEntry>;
export type IndicatorEntry = z.output<typeof IndicatorEntry>;
export type Practice = z.output<typeof Practice>;
export type Colleague = Practice["colleagues"][number];
export type IndicatorName = z.output<typeof Indicator.shape.name>;
type ByCode<T> = Readonly<Record<string, T>>;
/** A file that is merged onto its base: every part is there, and every attribute has its id. */
export interface Configuration {
  attributes: ByCode<AttributeEntry & { id: number }>;
  documentTypes: ByCode<DocumentTypeEntry>;
  forms: ByCode<readonly FormFieldEntry[]>;
  dossierTypes: ByCode<DossierTypeEntry>;
  rules: ByCode<RuleEntry>;
  indicators: Readonly<Partial<Record<IndicatorName, IndicatorEntry>>>;
  practice: Practice;
}
