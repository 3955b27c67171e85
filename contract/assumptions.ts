import { object, type z } from "zod";

interface Assumption {
  gap: string;
  chosen: string;
  /** The day on which an answer of the real service confirmed it. */
  confirmed?: string;
}

/**
 * Gaps of the specification, and the choice that fills each. The specification itself calls those before `vat-scope`
 * "not shown"; the others are choices that a running service has to make as well.
 */
export const assumptions = {
  "thirdparty-fields": {
    gap: "Fields of the third-party record beyond thirdpartyId",
    chosen:
      "Names usual for services of this kind (siren, siret, tva, activityCode without a dot and of NAF rév. 2 " +
      "whatever the clock says, addressCity…); unknown values are null, never missing.",
  },
  "indicator-fields": {
    gap: "Fields of an indicator record",
    chosen:
      "id, calculationId, name, theme, resultType, resultValue, score, resultColorCode, resultLastUpdateDate, " +
      "nature, targetResourceType, targetResourceId.",
  },
  "attribute-definitions": {
    gap: "Shape of the list of available attributes",
    chosen: "content[] of id, label, type, options, required, calculated.",
  },
  "dossier-fields": {
    gap: "Fields of the dossier record beyond its id, type, status, documents and expiration date",
    chosen:
      "Names usual for services of this kind; statusCode and statusLabel, a summary of each document, origin and " +
      "ruleId.",
  },
  "dossier-transitions": {
    gap: "Transitions between dossier statuses",
    chosen:
      "A dossier's status is a function of its documents; the first that holds wins: all missing, any invalid, any " +
      "below expectation, any waiting for the client, any in progress or missing, all valid.",
  },
  "document-statuses": {
    gap: "The complete set of a document's statusCode",
    chosen:
      "MISSING, ONGOING, ACTION_REQUIRED, VALID, BELOW_EXPECTATION, INVALID. An expired document is INVALID; MISSING " +
      "means that there is no evidence.",
  },
  "document-transitions": {
    gap: "Transitions between document statuses",
    chosen:
      "Submitted: ONGOING; the automatic check then gives VALID, ACTION_REQUIRED or INVALID; approved: VALID; " +
      "rejected: INVALID when the reason is shared, else BELOW_EXPECTATION; past its date: INVALID.",
  },
  "thirdparty-transitions": {
    gap: "Transitions between third-party statuses",
    chosen:
      "ACTIVE and COLLECTIVE_PROCEDURE lead to each other by judgments; both may end in STRUCK_OFF, which is final. " +
      "Archiving is a flag apart. A seat that moves takes the company's next SIRET: a third party that is the seat " +
      "follows it, and companyIdValue stays what it was added by.",
  },
  pagination: {
    gap: "Pagination parameters of the third-party list",
    chosen:
      "page from 0, size 1 to 100 with 20 by default, ordered by id; the answer carries content, page, size, " +
      "totalElements, totalPages. Short lists of one resource carry content alone.",
  },
  "thirdparty-creation": {
    gap: "Body of third-party creation beyond a legal identifier, and its answer",
    chosen:
      "companyIdType with companyIdValue, optionally thirdpartyCode and contacts; 201 with the record; 409 when it " +
      "is in the portfolio already.",
  },
  "dossier-creation": {
    gap: "Body of dossier creation",
    chosen:
      "dossierTypeCode (typed, fixed list) or requiredDocuments (free), never both; optional reference, description, " +
      "category, expiration date, e-mails; 201 with the dossier, at once.",
  },
  "response-shapes": {
    gap: "Answers of the searches, details and lists",
    chosen:
      "One envelope with content for all; a company found carries the identifier that creation takes, and whether it " +
      "is in the portfolio.",
  },
  "signed-link": {
    gap: "Shape of the signed link, and the path of the PDF of a filled form",
    chosen:
      "url, expiresAt, expiresIn (300 seconds by the account's clock); the PDF of a form is under the evidence's id, " +
      "as any file.",
  },
  "decision-bodies": {
    gap: "Answers of approve, reject and requirements",
    chosen:
      "The decision with the document's new status; requirements answers the documents that it added. A decision is " +
      "taken once: then 409.",
  },
  tokens: {
    gap: "How a token is obtained or renewed",
    chosen:
      "HS256 with the claims sub, account_ids, iat, exp, iss; OAuth 2 token endpoint on the sandbox's own surface; " +
      "300 seconds, refreshed for 1800.",
  },
  roles: { gap: "Roles or permissions", chosen: "None: a token that names the account may do everything in it." },
  "event-causes": {
    gap: "Which operation emits which event",
    chosen:
      "One table of causes: an operation, the passing of time, or an occurrence. A status change leaves the generic " +
      "event and the specific one, in this order. Every change of a record that a client can read leaves an event of " +
      "that record: THIRD_PARTY_UPDATED, DOSSIER_UPDATED or DOCUMENT_MODIFICATION where nothing more special tells.",
  },
  "event-record": {
    gap: "Payload of an event record",
    chosen: "eventId, eventName, resource, occurredAt, actor, payload; readable on the sandbox's own surface only.",
  },
  "event-delivery": {
    gap: "Delivery of events to a receiver",
    chosen:
      "None: events are filters, as the specification uses them. The sandbox's own surface has a live stream for " +
      "people.",
  },
  errors: {
    gap: "Error format, status codes and error codes",
    chosen:
      "RFC 9457 problem documents with a code and, for invalid requests, every violation at once; 400, 401, 403, " +
      "404, 405, 406, 409, 413, 415; 500 is a bug of the sandbox.",
  },
  limits: {
    gap: "Rate limits, page sizes, file sizes, maximum date range",
    chosen: "No rate limit unless a fault asks for one; pages of at most 100; JSON bodies up to 1 MiB; any date range.",
  },
  versions: { gap: "Version policy, deprecation, compatibility", chosen: "/api/v1 only." },
  "vat-scope": {
    gap: "CIT002 is described as FR followed by 11 characters, and as valid for the European Union",
    chosen: "French numbers and those of every member state are taken, each with its own check.",
  },
  "identifier-checks": {
    gap: "Whether check digits are verified",
    chosen:
      "SIREN, SIRET and VAT numbers must carry right check digits; a DUNS has none, only 000000000 and 999999999 are " +
      "refused.",
  },
  "list-filters": {
    gap: '"Combine with other criteria" names no criteria',
    chosen:
      "Third parties by name, siret, siren, status, countryCode, archived; dossiers by statusCode, dossierTypeCode, " +
      "thirdpartyId; documents by statusCode, documentCode; all with AND.",
  },
  "event-bounds": {
    gap: "Whether the bounds of the event filter belong to the range",
    chosen: "Both do; a bound given in whole seconds covers its whole second; milliseconds may be added; no zone.",
  },
  "company-search": {
    gap:
      "Which of countryCode and value the company search needs, and which registry number a company found by one is " +
      "known by",
    chosen:
      "value always; countryCode FR for SIRET and SIREN, another country for LOCAL_ID, optional otherwise. No hit is " +
      "an empty page. A hit shows the registry number that the company has once it is added: the one asked for where " +
      "a VAT number or DUNS can stand for it, else the company's main one, as the codice fiscale for an Italian REA " +
      "number.",
  },
  "evidence-values": {
    gap: "Values of format, issuer, transmitter and metadata beyond those seen",
    chosen:
      "format also COPIENUMERIQUE and FORMULAIRE; issuer also FOURNISSEUR, ORGANISME, PARTENAIRE; transmitter also " +
      'PLATEFORME, PARTENAIRE; verified may be "false", SEPA reachability "NO", and metadata {} while a check is ' +
      "pending; a date or a number of a form is empty where the company has none. An uploaded image is a " +
      "COPIENUMERIQUE.",
  },
  "document-codes": {
    gap: "Which document codes exist, and what a code that is not configured leads to",
    chosen: "Those that the description of DocumentCode lists; any other is refused with 400.",
  },
  "stopped-documents": {
    gap: "What tells that a document is stopped, and how long evidence is kept",
    chosen:
      "stoppingDate. A document that a dossier no longer asks for leaves the lists of the dossier, and can still be " +
      "read by its id and in searches. Evidence is deleted 36 months after it expired or its dossier was archived, " +
      "thirty days after a warning: the document stays listed as MISSING, and the status of an open dossier follows; " +
      "an archived dossier keeps the status that it ended with.",
  },
  "id-ranges": {
    gap: "Range of the numeric identifiers",
    chosen:
      "Each kind has a range of its own, so that an identifier of the wrong kind never matches; the 404 says what it " +
      "is.",
  },
  "account-ids": {
    gap: "Form of the account identifier",
    chosen:
      "1 to 64 letters, digits, hyphens or underscores; an account named by a valid token comes into being at its " +
      "first use.",
  },
  "download-types": {
    gap: "Content type of a file that is not a PDF",
    chosen:
      "A file is served as what was stored, and 406 is for an Accept that leaves nothing of that; the files that the " +
      "sandbox makes are PDFs.",
  },
  "file-disposition": {
    gap: "Whether a file is shown or saved",
    chosen:
      "The download is an attachment. A signed link shows PDFs and images in the page; `&disposition=attachment` " +
      "added to it saves them.",
  },
  "reference-providers": {
    gap: "What happens when a reference provider does not know a company, or does not answer",
    chosen: "404 COMPANY_NOT_FOUND, 503 PROVIDER_UNAVAILABLE, 504 PROVIDER_TIMEOUT.",
  },
  "unknown-input": {
    gap: "What becomes of properties and parameters that nobody asked for",
    chosen:
      "An unknown property of a body is a violation, and null for an optional text counts as left out; an unknown " +
      "query parameter is overlooked, unless Prefer: handling=strict asks to hear of it.",
  },
  "attribute-checks": {
    gap: "What is checked of an attribute's values beyond their shape",
    chosen:
      "One value unless list_multiple; list values among the options, each once; a percentage from 0 to 100; a date " +
      "that exists; calculated attributes cannot be set: 409.",
  },
  "archive-layout": {
    gap: "How the ZIP archive of a dossier is laid out",
    chosen:
      "Entries {documentCode}/{fileName}, forms as PDFs; no two entries of one name; a dossier without files gives a " +
      "valid empty archive.",
  },
  "shorthand-paths": { gap: "Which account a shorthand path means", chosen: "The first that the token names." },
  "success-statuses": {
    gap: "Status of a success",
    chosen: "201 for what creates a third party or a dossier, 200 for everything else.",
  },
} as const satisfies Record<string, Assumption>;

export type AssumptionKey = keyof typeof assumptions;

/** Marks a schema that the specification does not state. */
export function assumed<S extends z.ZodType>(key: AssumptionKey, schema: S): S {
  return schema.meta({ "x-assumed": key }) as S;
}

export function assumedFields<S extends Record<string, z.ZodType>>(key: AssumptionKey, shape: S): S {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, assumed(key, schema)])) as S;
}

export const assumedObject = <S extends Record<string, z.ZodType>>(key: AssumptionKey, shape: S) =>
  object(assumedFields(key, shape));
