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
      "rejected: INVALID when the reason is shared, else BELOW_EXPECTATION; past its date, VALID or " +
      "ACTION_REQUIRED: INVALID.",
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
      "COPIENUMERIQUE, and so is a share of 0.3 of the files of suppliers. Documents that are not checked by a " +
      "bank have metadata {}; a bank that is not known leaves its name and BIC out, a refused account all but " +
      "verified and date_verification.",
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
      "or when the client asks for it, 30 days after a warning: the document stays listed as MISSING, and the status " +
      "of an open dossier follows; an archived dossier keeps the status that it ended with.",
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
      "A file is served as what was stored, and 406 is for an Accept that leaves nothing of that. Of the files that " +
      "the sandbox makes all are PDFs, but for those of the test identifiers that send others: a PNG, an empty file, " +
      "or bytes that no program reads, the last two as application/pdf.",
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
      "query parameter is overlooked, unless Prefer: handling=strict asks to hear of it, or the sandbox runs " +
      "with --strict.",
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
  "document-validity": {
    gap: "How long a document is valid, and how old a supplied piece may be",
    chosen:
      "Each document type has a number of months, counted from the day of issue to the end of its last day, or no " +
      "end; GET /_sandbox/reference/document-types lists them. A piece that a supplier sends was issued up to 20 " +
      "days before (5 for each month of its validity), one without an end up to 400, on a working day of its place; " +
      "what the platform collects is of the last working day, and a form of the day itself.",
  },
  "dossier-terms": {
    gap: "How long a dossier lasts, and when and how it is renewed",
    chosen:
      "Each dossier type has a number of months, or no end. 30 days before its end a dossier asks again for the " +
      "documents that expire first. The day after its end a valid dossier is extended by the same term, and any " +
      "other is archived as EXPIRED; where a rule still asks for the type, a new one opens.",
  },
  "collected-documents": {
    gap: "Which documents the platform collects itself, and how soon",
    chosen:
      "Of French companies the documents that reference/document-types marks as collected, within 10 to 90 minutes; " +
      "the reports of data providers for all companies, within 60 to 360 minutes, at working hours. Each is " +
      "collected anew 2 to 9 days before it ends, and the document stays VALID meanwhile, so that only what a " +
      "supplier must give becomes INVALID by its date. All others come from the supplier.",
  },
  reminders: {
    gap: "When and how often a contact is reminded, and what follows",
    chosen:
      "An invited contact is invited again 2 times, every 7 days, and then deleted. An active contact is reminded on " +
      "Mondays of what is missing or invalid, 4 to 8 times of each document; then a comment on the third party that " +
      "mentions its owner tells the client. Who answers becomes active. A response begins the counts of what the " +
      "client was not told of anew, and a due date or a reactivation by the client that of its documents. After a " +
      "shared rejection another response is due within 15 days; a due date that is changed without a day being " +
      "named is 30 or 45 days away. What falls on a day or an hour without work is moved to the next with it, and a " +
      "Monday without work brings no reminder.",
  },
  "automatic-checks": {
    gap: "How long an automatic check takes, and what becomes of one without a result",
    chosen:
      "5 to 60 seconds; of a hundred pieces that suppliers send, 5 are left to the client and 3 are refused. A check " +
      "that has given no result after 10 days, or on the next working day, leaves the document ACTION_REQUIRED, for " +
      "the client to judge.",
  },
  "check-reasons": {
    gap: "How the reason of a check that did not pass reads",
    chosen:
      "A sentence in French, the language of the account, and a code for programs (`reason` and `reasonCode` of a " +
      "response, and in the payloads of its events).",
  },
  "bank-recheck": {
    gap: "Whether verified bank details are checked again",
    chosen:
      "Every 12 months. An account that was verified and no longer is makes its document INVALID. An account in " +
      "another country than the company, or outside SEPA, is verified and waits for the client all the same.",
  },
  "screening-hits": {
    gap: "What a hit of a screening leads to",
    chosen:
      "ACTION_REQUIRED, because most hits are homonyms: the client approves a homonym and rejects any other. Lists " +
      "are read on working days; a company gets on one once in 14000 of them and off it once in 140, and is then " +
      "screened again.",
  },
  insolvency: {
    gap: "How collective procedures begin and end",
    chosen:
      "The gazette, read at 6 o'clock on working days, opens and converts them: of 100 it opens 3 are a sauvegarde, " +
      "27 a redressement, 70 a liquidation. One that is no liquidation may end after 12 months, within about 80 " +
      "working days. In a liquidation the liquidator is an executive and signs, the " +
      "staff leaves after 20 to 45 days, and the company is struck off after 24 to 36 months, abroad by its register " +
      "alone. A company with a financial score under 50 may be struck off without a procedure. Before a procedure " +
      "the score falls to 8 to 22; under 25 one opens within about 120 working days, and it is 35 to 50 once a plan " +
      "is adopted.",
  },
  "register-changes": {
    gap: "How often the identity of a company changes",
    chosen:
      "In its register about once in 420 working days, with the weights 45 for the workforce, 20 an executive, 15 " +
      "the address, 15 the activity, 5 the name. In the French gazette once in 620, with 55 for a change (weights: " +
      "capital 40, executive 30, address 20, name 10), 20 a transfer, 20 a new establishment, 5 finances that get " +
      "worse, and 3 the end of a company that is weak. Accounts once a year. " +
      "The international reference provider loses a company with a share of 0.08 of the changes: UNMANAGED.",
  },
  "indicator-calculation": {
    gap: "How indicators are calculated",
    chosen:
      "Legal compliance: the share of valid documents of the open legal dossiers, those that the law asks for " +
      "counted 3 times, less 30 for an invalid one, at most 60 in a procedure; while an answer is judged, its " +
      "document counts as before. Financial risk: the score of the data provider, less 10 up to an age of 24 months " +
      "and 5 without a turnover, at most 20 in a procedure. The others are scores of data providers. The " +
      "configuration has the bands; documents and answers add points.",
  },
  "data-provider-scores": {
    gap: "When data providers monitor a third party, and how their scores move",
    chosen:
      "By the dossiers and attributes of the third party; credit data in France from 50000 euros a year on. Each " +
      "Sunday a share of 0.3 of them (0.1 for scorecards, which begin between 35 and 85) moves by 1 to 8 points, and " +
      "publishes any difference; a security rating one of 5 and more.",
  },
  "account-rules": {
    gap: "Which rules an account has, with which thresholds",
    chosen:
      "Those of GET /_sandbox/reference/rules, by sector, country, criticality and annual amount, each with a " +
      "sentence. A rule opens one dossier of a type at a time, and closes none.",
  },
  "working-days": {
    gap: "On which days and at which hours people, authorities, courts and the gazette work",
    chosen:
      "From 9 to 18 o'clock on working days of their place. Holidays are those of fixtures/calendars.json: of France " +
      "with Alsace-Moselle and overseas, and of the near countries, exactly; elsewhere weekends and fixed days. Each " +
      "place has one offset from UTC all year round.",
  },
  people: {
    gap: "How suppliers and the client's people behave",
    chosen:
      "Each third party has a temper of fixtures/people.json (prompt, ordinary, late, careless, fading, silent), " +
      "drawn or set, which says when its first contact answers, with what, and whether it corrects what was " +
      "refused. Three people of the client decide what waits after 1 to 10 working days, and before its dossier " +
      "ends, by document, approve most, refuse what is wrong or lacks what their company wants beyond the paper, " +
      "and look at each third party some times a year: they comment, ask again, archive, but for the companies " +
      "of the test identifiers. Within 4 working days after the last reminder they call, or invite another " +
      "contact in place of a silent one, three in all. Within 3 they block a company whose procedure opens, and " +
      "archive one whose sanctions hit is confirmed. In a world where they act from its seed on, they add some, " +
      "until there are a fifth more, and make up for those that are archived. All keep the working hours of " +
      "their place. What a seed has left to the user, and some four answers of a world, wait for the user alone, " +
      "until four days before they or their dossier end. What is filled in stays, but for the mark of a procedure, " +
      "which they take back after a plan; and 30 days after a striking-off they archive the company.",
  },
  "success-statuses": {
    gap: "Status of a success",
    chosen: "201 for what creates a third party or a dossier, 200 for everything else.",
  },
} as const satisfies Record<string, Assumption>;

export type AssumptionKey = keyof typeof assumptions;

/** What only the passing of time shows; no field or answer has it alone. */
export const overTime = [
  ...(["document-validity", "dossier-terms", "collected-documents", "reminders", "automatic-checks"] as const),
  ...([
    "check-reasons",
    "bank-recheck",
    "screening-hits",
    "insolvency",
    "register-changes",
    "indicator-calculation",
  ] as const),
  ...(["data-provider-scores", "account-rules", "working-days", "people"] as const),
] satisfies AssumptionKey[];

/** Marks a schema that the specification does not state. */
export function assumed<S extends z.ZodType>(key: AssumptionKey, schema: S): S {
  return schema.meta({ "x-assumed": key }) as S;
}

export function assumedFields<S extends Record<string, z.ZodType>>(key: AssumptionKey, shape: S): S {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, assumed(key, schema)])) as S;
}

export const assumedObject = <S extends Record<string, z.ZodType>>(key: AssumptionKey, shape: S) =>
  object(assumedFields(key, shape));
