import { object, strictObject, union, z } from "zod";
import { assumedFields } from "./assumptions.ts";
import { Document, DocumentCode } from "./documents.ts";
import { binary, type Endpoint } from "./endpoint.ts";
import { account, guarded, guardedWrite, listOf, PageQuery, pageOf, params } from "./endpoint-parts.ts";
import { searchByEvent, withEventFilter } from "./events.ts";
import { page, year2026 } from "./examples/cases.ts";
import { free, missing, vigilance } from "./examples/dossiers.ts";
import { choice, matching, named } from "./named.ts";
import { AccountId, CountryCode, DateTime, Day, Email, Id, IdParameters, Problem, ShortText, text } from "./shared.ts";
import { CompanyIdType } from "./thirdparties.ts";

export const DossierStatus = choice(
  "DossierStatus",
  ["ABSENT", "ONGOING", "ACTION_REQUIRED", "VALID", "BELOW_EXPECTATION", "INVALID"],
  "Where an evaluation stands: computed from its documents.",
  "dossier-transitions",
);
export type DossierStatus = z.output<typeof DossierStatus>;

export const DossierTypeCode = named(
  "DossierTypeCode",
  matching(/^[A-Z0-9_]{1,40}$/, "must be a dossier type: capitals, digits and underscores", {
    description:
      "VIGILANCE, ONBOARDING, CSR, SCREENING, DUTY_OF_VIGILANCE, CYBERSECURITY, ETHICS, FOREIGN_CONTRACTOR, or a " +
      "type of the account's own. `GET /_sandbox/reference/dossier-types` says what each asks for.",
    examples: ["VIGILANCE"],
  }),
);

export const DocumentSummary = Document.omit({ evidences: true, dossierId: true, stoppingDate: true }).meta({
  id: "DocumentSummary",
  description: "A document, without its evidences.",
});

const word = ShortText.nullable();
export const Dossier = object({
  dossierId: Id,
  ...assumedFields("dossier-fields", {
    accountId: AccountId,
    thirdpartyId: Id,
    thirdpartyName: ShortText,
    thirdpartyCode: word,
    companyIdType: CompanyIdType,
    companyIdValue: ShortText,
    companyCountryCode: CountryCode,
    dossierReference: ShortText.meta({ description: "Unique for the third party." }),
    dossierTypeCode: DossierTypeCode.nullable().meta({ description: "null for a free dossier." }),
    dossierTypeLabel: word,
    typed: z.boolean().meta({ description: "Whether the list of documents is fixed." }),
    description: text(2000).nullable(),
    purchasingCategory: word,
    statusCode: DossierStatus,
    statusLabel: ShortText,
    stateLastChangeDate: DateTime,
    monitored: z.boolean().meta({ description: "false once archived." }),
    state: z.boolean().meta({ description: "Monitored and VALID." }),
    startingDate: Day,
    expirationDate: Day.nullable(),
    stoppingDate: DateTime.nullable(),
    stoppingReason: word,
    origin: choice("Origin", ["RULE", "API", "CONTROL"], "What opened it."),
    ruleId: word.meta({
      description: "The rule that opened it, null otherwise. `GET /_sandbox/reference/rules` says what each asks for.",
    }),
    documents: z.array(DocumentSummary),
  }),
}).meta({ id: "Dossier", description: "An evaluation of one third party." });
export type Dossier = z.output<typeof Dossier>;

/** Fields that can be given at creation and edited later. */
export const dossierEdits = {
  description: text(2000),
  purchasingCategory: ShortText,
  expirationDate: Day,
};
const newDossier = {
  dossierReference: ShortText.nullish().meta({ description: "Made up when left out." }),
  description: dossierEdits.description.nullish(),
  purchasingCategory: dossierEdits.purchasingCategory.nullish(),
  expirationDate: dossierEdits.expirationDate.optional(),
  thirdpartyEmail: z.array(Email).max(20).optional().meta({ description: "People to invite." }),
};
const NewTypedDossier = strictObject(
  assumedFields("dossier-creation", { dossierTypeCode: DossierTypeCode, ...newDossier }),
).meta({ id: "NewTypedDossier", description: "A dossier whose documents its type fixes." });
const NewFreeDossier = strictObject(
  assumedFields("dossier-creation", { requiredDocuments: z.array(DocumentCode).min(1).max(50), ...newDossier }),
).meta({ id: "NewFreeDossier", description: "A dossier with a list of documents of its own." });
export const NewDossier = union([NewTypedDossier, NewFreeDossier], {
  error: "must have either dossierTypeCode or requiredDocuments, not both",
}).meta({ id: "NewDossier", description: "The dossier to open: by its type, or by its list of documents." });

export const Requirements = strictObject({ newRequiredDocuments: z.array(DocumentCode).min(1).max(50) }).meta({
  id: "Requirements",
  description: "Documents to ask for in addition.",
});

const DossierPage = pageOf("DossierPage", Dossier);
const filters = assumedFields("list-filters", {
  statusCode: DossierStatus.optional().meta({ description: "Dossiers that have this status now." }),
  dossierTypeCode: DossierTypeCode.optional(),
  thirdpartyId: IdParameters.thirdpartyId.optional().meta({ description: "Dossiers of this third party." }),
});

export const dossiers = {
  ofThirdparty: {
    method: "get",
    path: `${account}/thirdparties/:id/dossiers`,
    summary: "List the dossiers of a third party",
    params: params.thirdparty,
    responses: { 200: listOf("Dossiers", Dossier), 404: Problem, ...guarded },
    examples: { success: { summary: "One dossier", response: { content: [vigilance] } } },
  },
  create: {
    method: "post",
    path: `${account}/thirdparties/:id/dossiers`,
    summary: "Open an evaluation dossier on demand",
    params: params.thirdparty,
    body: NewDossier,
    responses: { 201: Dossier, 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "Typed: its documents are fixed",
        body: { dossierTypeCode: "VIGILANCE" },
        response: { ...vigilance, origin: "API", ruleId: null },
      },
      free: {
        summary: "Free: a list of documents",
        body: { requiredDocuments: ["KBIS", "RIB"], description: "Référencement du chantier nord" },
        response: { ...free, description: "Référencement du chantier nord" },
      },
    },
    links: {
      documents: { operation: "documents.list", parameters: { dossierId: "/dossierId" } },
      archive: { operation: "dossiers.download", parameters: { dossierId: "/dossierId" } },
    },
    assumes: ["dossier-creation", "event-causes"],
  },
  list: {
    method: "get",
    path: `${account}/dossiers`,
    summary: "List the dossiers of the account",
    params: params.account,
    query: withEventFilter("DOSSIER", { ...PageQuery, ...filters }),
    responses: { 200: DossierPage, ...guarded },
    examples: { success: { summary: "The first page", query: { page: 0, size: 20 }, response: page([vigilance]) } },
  },
  search: {
    method: "get",
    path: `${account}/dossiers/search`,
    summary: "Find dossiers by what happened to them",
    description: "Dossiers with at least one of the named events in the range.",
    params: params.account,
    query: searchByEvent("DOSSIER", { ...PageQuery, ...filters }),
    responses: { 200: DossierPage, ...guarded },
    examples: {
      success: {
        summary: "Opened in 2026",
        query: { eventNames: "DOSSIER_ADDED,DOSSIER_REACTIVATED", ...year2026 },
        response: page([vigilance]),
      },
    },
  },
  require: {
    method: "post",
    path: `${account}/dossiers/:dossierId/requirements`,
    summary: "Ask for more documents in a dossier",
    description: "A typed dossier refuses: its list is fixed. Codes that are asked for already are left alone.",
    params: params.dossier,
    body: Requirements,
    responses: { 200: listOf("AddedDocuments", Document), 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "One more document",
        body: { newRequiredDocuments: ["ISO_27001"] },
        response: {
          content: [
            {
              ...missing(11031007, "ISO_27001", "Certificat ISO/IEC 27001"),
              dossierId: 1324000,
              evidences: [],
              stoppingDate: null,
            },
          ],
        },
      },
    },
    assumes: ["decision-bodies", "event-causes"],
  },
  download: {
    method: "get",
    path: `${account}/dossiers/:dossierId/files/download`,
    summary: "Download all files of a dossier as a ZIP archive",
    description:
      "Entries `{documentCode}/{fileName}`; the same dossier gives the same bytes. " +
      "It has no entity tag, so `If-Match` and `If-None-Match` are ignored.",
    params: params.dossier,
    responses: { 200: binary("The archive.", "PK", "application/zip"), 404: Problem, ...guarded },
    examples: { success: { summary: "An archive" } },
    assumes: ["archive-layout"],
  },
} as const satisfies Record<string, Endpoint>;
