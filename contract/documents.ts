import { z } from "zod";
import { assumed, assumedFields } from "./assumptions.ts";
import type { Endpoint } from "./endpoint.ts";
import { searchByEvent } from "./events.ts";
import {
  AccountId,
  account,
  binary,
  Count,
  DateTime,
  FrenchDay,
  guarded,
  Id,
  IdParameters,
  PageQuery,
  Problem,
  pageOf,
  ShortText,
} from "./shared.ts";

export const DocumentStatus = assumed(
  "document-statuses",
  z.enum(["MISSING", "ONGOING", "ACTION_REQUIRED", "VALID", "BELOW_EXPECTATION", "INVALID"]),
).meta({ id: "DocumentStatus", description: "Where a requested document stands; MISSING when nothing was supplied." });
export type DocumentStatus = z.output<typeof DocumentStatus>;

export const DocumentCode = z
  .string()
  .regex(/^[A-Z0-9_]{1,40}$/, { error: "must be a document code: capitals, digits and underscores" })
  .meta({ description: "Code of a document type.", examples: ["KBIS"] });

export const FormEntry = z
  .object({
    type: z.enum(["string", "date", "iban", "boolean", "number"]),
    key: ShortText,
    title: ShortText,
    order: z.number().int().min(1).max(1000),
    value: z.string().max(4000).meta({ description: "The answer, as text; `DD/MM/YYYY` for a date." }),
  })
  .meta({ id: "FormEntry", description: "One answer of a filled form." });
export type FormEntry = z.output<typeof FormEntry>;

const text = z.string().max(255).optional();
export const Metadata = z
  .object({
    verified: z.enum(["true", "false"]).optional(),
    bank_data_bank: text,
    bank_data_bic: text,
    bank_data_country: text,
    sepa_data_sct: z.enum(["YES", "NO"]).optional(),
    sepa_data_sdd: z.enum(["YES", "NO"]).optional(),
    date_verification: FrenchDay.optional(),
  })
  .meta({ id: "Metadata", description: "Results of the automatic checks; empty while there are none." });
export type Metadata = z.output<typeof Metadata>;

const provenance = {
  id: Id.meta({ description: "Identifier of the evidence; also the fileId of its download." }),
  responseId: Id.meta({ description: "Identifier of the answer; approve and reject take it." }),
  uploadDate: DateTime,
  expirationDate: DateTime.nullable().meta({ description: "End of validity; null when it has none." }),
  format: z.enum(["ORIGINALNUMERIQUE", "COPIENUMERIQUE", "FORMULAIRE"]),
  issuer: z.enum(["DO", "FOURNISSEUR", "ORGANISME", "PARTENAIRE"]).meta({ description: "DO means data owner." }),
  transmitter: z.enum(["FOURNISSEUR", "DO", "PLATEFORME", "PARTENAIRE"]),
  metadata: Metadata,
};
export const FileEvidence = z
  .object({
    ...provenance,
    fileUUID: z.guid().meta({ description: "UUID of the stored file." }),
    fileName: ShortText.meta({ description: "Name of the file as it was uploaded." }),
    fileSize: Count.meta({ description: "Size in bytes." }),
  })
  .meta({ id: "FileEvidence", description: "An uploaded file." });
export const FormEvidence = z
  .object({ ...provenance, formdata: z.array(FormEntry).min(1) })
  .meta({ id: "FormEvidence", description: "A filled form; its PDF is downloadable under its id." });
export const Evidence = z
  .union([FileEvidence, FormEvidence])
  .meta({ id: "Evidence", description: "An answer: an uploaded file or a filled form." });
export type Evidence = z.output<typeof Evidence>;

export const Document = z
  .object({
    documentId: Id,
    dossierId: Id,
    documentCode: DocumentCode,
    documentName: ShortText,
    requestDate: DateTime,
    present: z.boolean().meta({ description: "Whether a document was supplied." }),
    statusCode: DocumentStatus,
    evidences: z.array(Evidence).meta({ description: "Newest first; empty when nothing was supplied." }),
  })
  .meta({ id: "Document", description: "A request for a supporting piece, and the answers to it." });
export type Document = z.output<typeof Document>;

const DocumentFound = Document.extend(assumedFields("response-shapes", { thirdpartyId: Id })).meta({
  id: "DocumentFound",
  description: "A document, with the third party it is asked of.",
});

export const SignedLink = z
  .object(
    assumedFields("signed-link", {
      url: z.string().meta({ description: "Download without an Authorization header." }),
      expiresAt: DateTime,
      expiresIn: z.number().int().min(1).max(86_400).meta({ description: "Seconds." }),
    }),
  )
  .meta({ id: "SignedLink", description: "A temporary link to a file." });

export const Documents = z.object({ content: z.array(Document) }).meta({ id: "Documents", description: "The documents of a dossier." });

const ofDossier = { accountId: AccountId, dossierId: IdParameters.dossierId };
const ofDocument = { ...ofDossier, documentId: IdParameters.documentId };
const ofFile = { ...ofDocument, fileId: IdParameters.fileId };

const file = {
  id: 6876000,
  responseId: 2238000,
  uploadDate: "2026-01-10T10:02:11.000",
  fileUUID: "5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10",
  fileName: "kbis_2026-01.pdf",
  fileSize: 84213,
  expirationDate: "2026-04-05T23:59:59.999",
  format: "ORIGINALNUMERIQUE",
  issuer: "ORGANISME",
  transmitter: "PLATEFORME",
  metadata: {},
};
const form = {
  id: 6876001,
  responseId: 2238001,
  uploadDate: "2026-01-11T14:20:00.000",
  formdata: [
    { type: "string", key: "titulaire_compte", title: "Titulaire du compte", order: 1, value: "Novalune Systèmes" },
    { type: "iban", key: "iban", title: "IBAN", order: 2, value: "FR7630004008230001005432188" },
    { type: "date", key: "date_effet", title: "Date d'effet", order: 3, value: "01/01/2026" },
  ],
  expirationDate: null,
  format: "FORMULAIRE",
  issuer: "FOURNISSEUR",
  transmitter: "FOURNISSEUR",
  metadata: {
    verified: "true",
    bank_data_bank: "BNP Paribas",
    bank_data_bic: "BNPAFRPP",
    bank_data_country: "FR",
    sepa_data_sct: "YES",
    sepa_data_sdd: "YES",
    date_verification: "11/01/2026",
  },
};
const kbis = {
  documentId: 11031000,
  dossierId: 1324000,
  documentCode: "KBIS",
  documentName: "Extrait Kbis",
  requestDate: "2026-01-10T09:12:01.020",
  present: true,
  statusCode: "VALID",
  evidences: [file],
};
const iban = {
  ...kbis,
  documentId: 11031001,
  documentCode: "IBAN",
  documentName: "Coordonnées bancaires (IBAN)",
  evidences: [form],
};
const missing = { ...kbis, documentId: 11031002, documentCode: "RIB", documentName: "Relevé d'identité bancaire", present: false, statusCode: "MISSING", evidences: [] };
const demoDossier = { accountId: "demo", dossierId: 1324000 };
const demoDocument = { ...demoDossier, documentId: 11031000 };
const demoFile = { ...demoDocument, fileId: 6876000 };

export const documents = {
  list: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents`,
    summary: "List the documents of a dossier with their evidences",
    params: z.object(ofDossier),
    responses: { 200: Documents, 400: Problem, 404: Problem, ...guarded },
    examples: {
      success: { summary: "A file, a form and a missing piece", params: demoDossier, status: 200, response: { content: [kbis, iban, missing] } },
    },
  },
  get: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId`,
    summary: "Read one document with its evidences",
    params: z.object(ofDocument),
    responses: { 200: Document, 400: Problem, 404: Problem, ...guarded },
    examples: {
      success: { summary: "An uploaded file", params: demoDocument, status: 200, response: kbis },
      form: { summary: "A filled form, with the bank check in its metadata", params: demoDocument, status: 200, response: iban },
      missing: { summary: "Nothing supplied", params: demoDocument, status: 200, response: missing },
    },
  },
  file: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId/files/:fileId`,
    summary: "Download the file of an evidence",
    description: "fileId is the evidence's id. For a filled form this is the PDF of all answers. Ranges and conditional requests work.",
    params: z.object(ofFile),
    responses: { 200: binary("The file.", "application/pdf"), 400: Problem, 404: Problem, ...guarded },
    examples: { success: { summary: "A PDF", params: demoFile } },
    assumes: ["download-types"],
  },
  link: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId/files/:fileId/link`,
    summary: "Get a temporary signed link to the file",
    params: z.object(ofFile),
    responses: { 200: SignedLink, 400: Problem, 404: Problem, ...guarded },
    examples: {
      success: {
        summary: "Five minutes",
        params: demoFile,
        status: 200,
        response: {
          url: "http://127.0.0.1:4600/files/5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10?account=demo&expires=1768467600&signature=q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80",
          expiresAt: "2026-01-15T09:05:00.000",
          expiresIn: 300,
        },
      },
    },
  },
  search: {
    method: "get",
    path: `${account}/documents/search`,
    summary: "Find documents by what happened to them",
    description: "Documents with at least one of the named events in the range.",
    params: z.object({ accountId: AccountId }),
    query: searchByEvent("DOCUMENT", {
      ...PageQuery,
      ...assumedFields("list-filters", { statusCode: DocumentStatus.optional(), documentCode: DocumentCode.optional() }),
    }),
    responses: { 200: pageOf("DocumentPage", DocumentFound), 400: Problem, ...guarded },
    examples: {
      success: {
        summary: "Answers accepted in 2026",
        params: { accountId: "demo" },
        query: {
          eventNames: "DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED",
          eventOccurrenceStartDate: "2026-01-01T00:00:00",
          eventOccurrenceEndDate: "2026-12-31T23:59:59",
        },
        status: 200,
        response: { content: [{ ...kbis, thirdpartyId: 924000 }], page: 0, size: 20, totalElements: 1, totalPages: 1 },
      },
    },
  },
} as const satisfies Record<string, Endpoint>;
