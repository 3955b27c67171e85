import { discriminatedUnion, object, union, z } from "zod";
import { assumedFields, assumedObject } from "./assumptions.ts";
import { documentCodes } from "./document-codes.ts";
import { binary, type Endpoint } from "./endpoint.ts";
import { account, guarded, PageQuery, pageOf, params } from "./endpoint-parts.ts";
import { searchByEvent } from "./events.ts";
import { page, year2026 } from "./examples/cases.ts";
import { iban, kbis, missing } from "./examples/documents.ts";
import { choice, matching, named } from "./named.ts";
import { Count, DateTime, FrenchDay, frenchDay, Id, Problem, ShortText, text, whole } from "./shared.ts";

export const DocumentStatus = choice(
  "DocumentStatus",
  ["MISSING", "ONGOING", "ACTION_REQUIRED", "VALID", "BELOW_EXPECTATION", "INVALID"],
  "Where a requested document stands; MISSING when nothing was supplied.",
  "document-statuses",
  "document-transitions",
);
export type DocumentStatus = z.output<typeof DocumentStatus>;

/** The codes are examples and no enumeration: another account of the real service may have others. */
const codeTable = Object.entries(documentCodes)
  .map(([code, meaning]) => `- \`${code}\` ${meaning}`)
  .join("\n");

export const DocumentCode = named(
  "DocumentCode",
  matching(/^[A-Z0-9_]{1,40}$/, "must be a document code: capitals, digits and underscores", {
    description: `Code of a document type. The codes that are configured here:\n\n${codeTable}`,
    examples: ["KBIS"],
  }),
  "document-codes",
);

export const FormEntryType = choice(
  "FormEntryType",
  ["string", "date", "iban", "boolean", "number"],
  "Free text, a date, bank details, yes or no, a number.",
);
/** The value of a form entry is always a text; its form depends on the type. */
const formEntry = <T extends string>(type: T, value: z.ZodType<string>, id: string, description: string) =>
  object({ type: z.literal(type), key: ShortText, title: ShortText, order: whole(1, 1000), value }).meta({
    id,
    description,
  });
const written = (name: string, pattern: RegExp, what: string, example: string) =>
  named(name, matching(pattern, `must be ${what}`, { description: `As text: ${what}.`, examples: [example] }));
const Iban = written(
  "Iban",
  /^(?:[A-Z]{2}\d{2}[A-Z0-9]{11,30})?$/,
  "two capitals, two digits, then 11 to 30 capitals and digits; empty for who has no account",
  "FR7630006000011234567890189",
);
const WrittenDay = written(
  "WrittenDay",
  new RegExp(`^(?:${frenchDay})?$`),
  "a day that exists, DD/MM/YYYY; empty where there is none",
  "15/01/2026",
);
const WrittenBoolean = written("WrittenBoolean", /^(true|false)$/, "true or false", "true");
const number = /^(?:-?\d{1,15}(\.\d{1,6})?)?$/;
const WrittenNumber = written(
  "WrittenNumber",
  number,
  "a number, with a dot before its decimals; empty when unknown",
  "48",
);

export const FormEntry = discriminatedUnion("type", [
  formEntry("string", text(4000), "FormText", "A text."),
  formEntry("date", WrittenDay, "FormDate", "A day."),
  formEntry("iban", Iban, "FormIban", "A bank account; the bank check says whether it exists."),
  formEntry("boolean", WrittenBoolean, "FormBoolean", "Yes or no."),
  formEntry("number", WrittenNumber, "FormNumber", "A number."),
]).meta({ id: "FormEntry", description: "One answer of a filled form." });
export type FormEntry = z.output<typeof FormEntry>;

const Verified = named("Verified", z.enum(["true", "false"]), "evidence-values");
const SepaReach = choice("SepaReach", ["YES", "NO"], "Whether the bank takes part in the scheme.", "evidence-values");
export const Metadata = object({
  verified: Verified.optional(),
  bank_data_bank: text(255).optional(),
  bank_data_bic: text(255).optional(),
  bank_data_country: text(255).optional(),
  sepa_data_sct: SepaReach.optional(),
  sepa_data_sdd: SepaReach.optional(),
  date_verification: FrenchDay.optional(),
}).meta({ id: "Metadata", description: "Results of the automatic checks; empty while there are none." });
export type Metadata = z.output<typeof Metadata>;

const Format = choice(
  "Format",
  ["ORIGINALNUMERIQUE", "COPIENUMERIQUE", "FORMULAIRE"],
  "Format of an evidence.",
  "evidence-values",
);
export const Issuer = choice(
  "Issuer",
  ["DO", "FOURNISSEUR", "ORGANISME", "PARTENAIRE"],
  "Who issued the piece; DO means data owner.",
  "evidence-values",
);
export const Transmitter = choice(
  "Transmitter",
  ["FOURNISSEUR", "PLATEFORME", "PARTENAIRE"],
  "Who handed the piece over; FOURNISSEUR is the supplier.",
  "evidence-values",
);

const provenance = {
  id: Id.meta({ description: "Identifier of the evidence; also the fileId of its download." }),
  responseId: Id.meta({ description: "Identifier of the answer; approve and reject take it." }),
  uploadDate: DateTime,
  expirationDate: DateTime.nullable().meta({ description: "End of validity; null when it has none." }),
  format: Format,
  issuer: Issuer,
  transmitter: Transmitter,
  metadata: Metadata,
};
/** Properties of the other kind. The types omit them, so that `in` separates the kinds. */
const reserved = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, z.never().optional().meta({ type: "null", "x-never": true })]),
  ) as unknown as Record<never, z.ZodNever>;

export const FileEvidence = object({
  ...provenance,
  ...reserved("formdata"),
  fileUUID: z
    .string()
    .regex(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, { error: "must be a UUID" })
    .meta({ format: "uuid", description: "UUID of the stored file." }),
  fileName: ShortText.meta({ description: "Name of the file as it was uploaded." }),
  fileSize: Count.meta({ description: "Size in bytes." }),
}).meta({ id: "FileEvidence", description: "An uploaded file." });
export const FormEvidence = object({
  ...provenance,
  ...reserved("fileUUID", "fileName", "fileSize"),
  formdata: z.array(FormEntry).min(1),
}).meta({ id: "FormEvidence", description: "A filled form; its PDF is downloadable under its id." });
export const Evidence = union([FileEvidence, FormEvidence]).meta({
  id: "Evidence",
  description: "An answer: an uploaded file or a filled form.",
});
export type Evidence = z.output<typeof Evidence>;

export const Document = object({
  documentId: Id,
  dossierId: Id,
  documentCode: DocumentCode,
  documentName: ShortText,
  requestDate: DateTime.meta({
    description: "When it was first asked for. Asked for again, it keeps this date and leaves a DOCUMENT_MODIFICATION.",
  }),
  present: z.boolean().meta({ description: "Whether a document was supplied." }),
  statusCode: DocumentStatus,
  evidences: z.array(Evidence).meta({
    description: "Newest first; empty when nothing was supplied, or when its retention has ended.",
  }),
  ...assumedFields("stopped-documents", {
    // The default is for rows that were stored before there was such a field.
    stoppingDate: DateTime.nullable().default(null).meta({
      description:
        "When it was stopped: its dossier is archived, or no longer asks for it. null while it is asked for.",
    }),
  }),
}).meta({ id: "Document", description: "A request for a supporting piece, and the answers to it." });
export type Document = z.output<typeof Document>;

const DocumentFound = Document.extend(assumedFields("response-shapes", { thirdpartyId: Id })).meta({
  id: "DocumentFound",
  description: "A document, with the third party it is asked of.",
});

export const SignedLink = assumedObject("signed-link", {
  url: z.string().meta({ description: "Download without an Authorization header." }),
  expiresAt: DateTime,
  expiresIn: whole(1, 86_400).meta({ description: "Seconds." }),
}).meta({ id: "SignedLink", description: "A temporary link to a file." });

export const Documents = object({ content: z.array(Document) }).meta({
  id: "Documents",
  description: "The documents of a dossier.",
});

export const documents = {
  list: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents`,
    summary: "List the documents of a dossier with their evidences",
    params: params.dossier,
    responses: { 200: Documents, 404: Problem, ...guarded },
    examples: {
      success: { summary: "A file, a form and a missing piece", response: { content: [kbis, iban, missing] } },
    },
  },
  get: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId`,
    summary: "Read one document with its evidences",
    params: params.document,
    responses: { 200: Document, 404: Problem, ...guarded },
    examples: {
      success: { summary: "An uploaded file", response: kbis },
      form: { summary: "A filled form, with the bank check in its metadata", response: iban },
      missing: { summary: "Nothing supplied", response: missing },
    },
  },
  file: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId/files/:fileId`,
    summary: "Download the file of an evidence",
    description:
      "fileId is the evidence's id. For a filled form this is the PDF of all answers. " +
      "Ranges and conditional requests work: `If-Match` with another entity tag is a 412.",
    params: params.file,
    responses: {
      200: binary(
        "The file: a PDF, or what was sent as it was, also a picture or an empty file.",
        "%PDF-1.7",
        "application/pdf",
        "*/*",
      ),
      404: Problem,
      ...guarded,
    },
    examples: { success: { summary: "A PDF" } },
    assumes: ["download-types", "file-disposition"],
  },
  link: {
    method: "get",
    path: `${account}/dossiers/:dossierId/documents/:documentId/files/:fileId/link`,
    summary: "Get a temporary signed link to the file",
    description: "The link needs no token. A page can show a PDF or an image by it, in a frame or in an `img` element.",
    params: params.file,
    responses: { 200: SignedLink, 404: Problem, ...guarded },
    examples: {
      success: {
        summary: "Five minutes",
        response: {
          url:
            "http://127.0.0.1:4600/files/5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10" +
            "?account=demo&expires=1768467600&signature=q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80",
          expiresAt: "2026-01-15T09:05:00.000",
          expiresIn: 300,
        },
      },
    },
    assumes: ["file-disposition"],
  },
  search: {
    method: "get",
    path: `${account}/documents/search`,
    summary: "Find documents by what happened to them",
    description: "Documents with at least one of the named events in the range.",
    params: params.account,
    query: searchByEvent("DOCUMENT", {
      ...PageQuery,
      ...assumedFields("list-filters", {
        statusCode: DocumentStatus.optional().meta({
          description: "Documents that have this status now; MISSING where nothing was supplied.",
        }),
        documentCode: DocumentCode.optional(),
      }),
    }),
    responses: { 200: pageOf("DocumentPage", DocumentFound), ...guarded },
    examples: {
      success: {
        summary: "Answers accepted in 2026",
        query: { eventNames: "DOCUMENT_ANSWER_ACCEPTED,DOCUMENT_ANSWER_DENIED", ...year2026 },
        response: page([{ ...kbis, thirdpartyId: 924000 }]),
      },
    },
  },
} as const satisfies Record<string, Endpoint>;
