import { z } from "zod";
import { Attribute } from "../../contract/attributes.ts";
import { Document, DocumentCode, FileEvidence, FormEvidence } from "../../contract/documents.ts";
import { Dossier } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import { Indicator } from "../../contract/indicators.ts";
import { Decision } from "../../contract/responses.ts";
import { AccountId, DateTime, Day, Id } from "../../contract/shared.ts";
import { ThirdpartyDetail } from "../../contract/thirdparties.ts";

/** A stored row is the wire shape, plus `internal`: what the service knows and does not show. */

export const providers = ["DOCCHECK", "ESG", "SUSTAINSCORE", "SECURITY_RATING", "FINANCIAL_STRENGTH", "CREDITDATA", "NEWSFEED"] as const;
export type Provider = (typeof providers)[number];

const Article = z.object({ headline: z.string(), publishedOn: Day, source: z.string(), sentiment: z.enum(["POSITIVE", "NEGATIVE"]) });
export type Article = z.output<typeof Article>;

const Monitoring = z.object({
  active: z.boolean(),
  since: DateTime.nullable(),
  /** What somebody said of it; as long as nobody did, it follows its reasons. */
  wanted: z.boolean().optional(),
  score: z.number().nullable(),
  lastUpdate: DateTime.nullable(),
  /** What the papers wrote, newest first; only the news have any. */
  articles: z.array(Article).optional(),
});

const ThirdpartyRow = ThirdpartyDetail.extend({
  internal: z.object({
    legalForm: z.string().nullable(),
    category: z.string().nullable(),
    greffe: z.string().nullable(),
    bank: z.object({ iban: z.string(), bic: z.string(), bankName: z.string(), country: z.string(), holder: z.string() }).nullable(),
    bases: z.object({ financial: z.number(), cyber: z.number(), environment: z.number() }),
    sanctioned: z.boolean(),
    monitoring: z.record(z.enum(providers), Monitoring),
    owner: z.string().nullable(),
    tags: z.array(z.string()),
  }),
});
export type ThirdpartyRow = z.output<typeof ThirdpartyRow>;

const AttributeRow = Attribute.extend({ key: z.string(), thirdpartyId: Id });
export type AttributeRow = z.output<typeof AttributeRow>;

const IndicatorRow = Indicator;
export type IndicatorRow = z.output<typeof IndicatorRow>;

const DossierRow = Dossier.extend({
  internal: z.object({
    completionRate: z.number(),
    nextExpiry: Day.nullable(),
    dueDiligence: z.enum(["COMPLETE", "INCOMPLETE"]),
    attributes: z.record(z.string(), z.string()),
  }),
});
export type DossierRow = z.output<typeof DossierRow>;

/** What the PDF of a form says beside the answers, as it was when they were given: whatever changes later, the bytes stay. */
const FormSubject = z.object({
  documentName: z.string(),
  expirationDate: DateTime.nullable(),
  ...ThirdpartyDetail.pick({ name: true, siret: true, localId: true, duns: true }).shape,
});
/** The same of a file that the sandbox makes, which shows the whole company. */
const FileSubject = FormSubject.extend({
  ...ThirdpartyDetail.pick({
    acronym: true,
    siren: true,
    tva: true,
    legalCategoryLabel: true,
    activityCode: true,
    activityLabel: true,
    ceo: true,
    executives: true,
    capital: true,
    capitalCurrency: true,
    workforce: true,
    dateCreation: true,
    addressLine1: true,
    addressLine2: true,
    addressPostCode: true,
    addressCity: true,
    addressCountryCode: true,
    collectiveProcedure: true,
  }).shape,
  greffe: z.string().nullable(),
  sanctioned: z.boolean(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  bankName: z.string().nullable(),
});

/** What is behind an evidence: the day the piece was issued, and what it shows or the bytes that somebody supplied. */
const EvidenceInternal = z.object({ issueDate: Day, reference: z.string() });
const FileInternal = z.union([
  EvidenceInternal.extend({ upload: z.null(), subject: FileSubject }),
  EvidenceInternal.extend({ upload: z.object({ contentType: z.string() }), subject: z.null() }),
]);
const FormInternal = EvidenceInternal.extend({ upload: z.null(), subject: FormSubject });
const EvidenceRow = z.union([FileEvidence.extend({ internal: FileInternal }), FormEvidence.extend({ internal: FormInternal })]);
export type EvidenceRow = z.output<typeof EvidenceRow>;

const DocumentRow = Document.extend({
  thirdpartyId: Id,
  evidences: z.array(EvidenceRow),
  internal: z.object({
    mandatory: z.boolean(),
    dueDate: Day.nullable(),
    /** Frozen, with its dossier or by itself. */
    stopped: z.boolean(),
    /** Taken off the dossier's list: stopped for good. */
    withdrawn: z.boolean(),
    /** It was to be fetched when it was frozen. */
    collecting: z.boolean().optional(),
    interruptedAt: DateTime.nullable(),
    deletionWarnedAt: DateTime.nullable(),
    deletedAt: DateTime.nullable(),
    auditTrailDownloads: z.number().int(),
  }),
});
export type DocumentRow = z.output<typeof DocumentRow>;

export const outcomes = ["valid", "review", "invalid", "pending"] as const;
export type Outcome = (typeof outcomes)[number];

const ResponseRow = z.object({
  responseId: Id,
  documentId: Id,
  dossierId: Id,
  thirdpartyId: Id,
  submittedAt: DateTime,
  evidenceIds: z.array(Id),
  outcome: z.enum(outcomes),
  /** Somebody chose the outcome: whoever checks the piece finds just that. */
  chosen: z.boolean().optional(),
  reason: z.string().nullable(),
  state: z.enum(["CHECKING", "WAITING", "ACCEPTED", "DENIED", "SUPERSEDED", "EXPIRED", "WITHDRAWN", "PURGED"]),
  scope: z.enum(["ESTABLISHMENT", "COMPANY", "SHARED"]),
  decision: z.union([Decision, z.null()]),
  /** The letter by which the third party heard of a refusal, and was asked again. */
  notice: z.object({ sentAt: DateTime, recipients: z.array(z.string()), reason: z.string().nullable(), dueDate: Day }).optional(),
});
export type ResponseRow = z.output<typeof ResponseRow>;

const CommentRow = z.object({
  commentId: Id,
  resourceType: z.enum(["THIRD_PARTY", "DOSSIER", "DOCUMENT"]),
  resourceId: Id,
  thirdpartyId: Id,
  author: z.string(),
  text: z.string(),
  mentions: z.array(z.string()),
  createdAt: DateTime,
  updatedAt: DateTime.nullable(),
  deletedAt: DateTime.nullable(),
});
export type CommentRow = z.output<typeof CommentRow>;

const ContactRow = z.object({
  contactId: Id,
  thirdpartyId: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  status: z.enum(["INVITED", "ACTIVE", "DELETED"]),
  invitedAt: DateTime,
  reminders: z.number().int(),
  /** Last Monday on which open documents were recalled. */
  remindedAt: DateTime.nullable(),
  deletedAt: DateTime.nullable(),
  deletionReason: z.enum(["CLIENT", "NO_FAVORABLE_RESPONSE"]).nullable(),
});
export type ContactRow = z.output<typeof ContactRow>;

const AnnouncementRow = z.object({
  announcementId: Id,
  thirdpartyId: Id,
  family: z.enum(["CREATION", "CHANGES", "CESSATION", "TRANSFERT", "PROCEDURE_COLLECTIVE"]),
  publishedOn: Day,
  text: z.string(),
});
export type AnnouncementRow = z.output<typeof AnnouncementRow>;

const ReportRow = z.object({
  reportId: Id,
  documentId: Id,
  thirdpartyId: Id,
  evidenceId: Id,
  verdict: z.enum(["VERIFIED", "REFUSED", "INCONCLUSIVE"]),
  generatedAt: DateTime,
  receivedAt: DateTime.nullable(),
  refreshedAt: DateTime.nullable(),
});
export type ReportRow = z.output<typeof ReportRow>;

const jobKinds = [
  "COLLECT",
  "SOURCE",
  "VERIFY",
  "RECEIVE",
  "RECHECK",
  "EXPIRE",
  "INVITATION",
  "RENEW",
  "CLOSE",
  "PURGE",
  "BIRTHDAY",
  "REMIND",
  "REGISTRY",
  "GAZETTE",
  "SANCTIONS",
  "HUB",
  "RETENTION",
] as const;
const JobRow = z.object({
  jobId: Id,
  dueAt: DateTime,
  kind: z.enum(jobKinds),
  thirdpartyId: Id.nullable(),
  /** The dossier, document, response, contact or third party that it is about, by kind. */
  subjectId: Id.nullable(),
});
export type JobRow = z.output<typeof JobRow>;

const DossierTypeRow = z.object({
  code: z.string(),
  label: z.string(),
  months: z.number().int().min(1).nullable(),
  documents: z.array(DocumentCode),
});
export type DossierTypeRow = z.output<typeof DossierTypeRow>;

/** Bytes that a user supplied, in base 64. */
const FileRow = z.object({ fileUUID: z.string(), thirdpartyId: Id, contentType: z.string(), base64: z.string() });
export type FileRow = z.output<typeof FileRow>;

const Actor = z.object({ type: z.enum(["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"]), name: z.string() });
export type Actor = z.output<typeof Actor>;

const EventRow = z.object({
  eventId: Id,
  eventName: EventName,
  resourceType: z.enum(["THIRD_PARTY", "DOSSIER", "DOCUMENT"]),
  resourceId: Id,
  thirdpartyId: Id,
  dossierId: Id.nullable(),
  documentId: Id.nullable(),
  occurredAt: DateTime,
  actor: Actor,
  payload: z.record(z.string(), z.unknown()),
});
export type EventRow = z.output<typeof EventRow>;

export const sequenceStarts = {
  thirdpartyId: 924_000,
  dossierId: 1_324_000,
  responseId: 2_238_000,
  indicatorId: 3_948_000,
  evidenceId: 6_876_000,
  documentId: 11_031_000,
  commentId: 31_000_000,
  contactId: 32_000_000,
  announcementId: 33_000_000,
  reportId: 34_000_000,
  jobId: 40_000_000,
  eventId: 50_000_000,
} as const;
export type Sequence = keyof typeof sequenceStarts;
const SequenceRow = z.object({ name: z.string(), next: z.number().int().min(1) });

/** The account's own clock: the moment it stands at, or how far it is from the wall clock. */
const ClockState = z.object({ frozenAt: DateTime.nullable(), offset: z.number().int() });
export type ClockState = z.output<typeof ClockState>;

const WorldRow = z.object({
  key: z.literal("world"),
  accountId: AccountId,
  seed: z.string(),
  randomSeed: z.number().int(),
  size: z.number().int().nullable(),
  createdAt: DateTime,
  /** Whether its clock was made to stand still: a reset makes it so again. */
  startsFrozen: z.boolean().optional(),
  clock: ClockState,
});
export type WorldRow = z.output<typeof WorldRow>;

interface Index<R> {
  /** The groups that a row belongs to; none keeps it out of the index. */
  groups: (row: R) => readonly (string | number)[];
  /** Order within a group; by key when there is none. */
  order?: (row: R) => string;
}
interface CollectionOf<S extends z.ZodType, I extends string> {
  schema: S;
  key: (row: z.output<S>) => string | number;
  indexes: Record<I, Index<z.output<S>>>;
}
const collection = <S extends z.ZodType, I extends string = never>(
  schema: S,
  key: (row: z.output<S>) => string | number,
  indexes: Record<I, Index<z.output<S>>> = {} as Record<I, never>,
): CollectionOf<S, I> => ({ schema, key, indexes });

const byThirdparty = { groups: (row: { thirdpartyId: number | null }) => (row.thirdpartyId === null ? [] : [row.thirdpartyId]) };

/** Where a row keeps the number of each type by which a company is added. */
const postedAs = { CIT001: "siret", CIT002: "tva", CIT003: "duns" } as const;
/** A number as the portfolio is searched for it: with its kind, because nine digits may be of several. */
export const numbered = (kind: (typeof postedAs)[keyof typeof postedAs], number: string): string => `${kind}:${number}`;

/** All that a world holds, with the lookups that never scan. */
export const collections = {
  world: collection(WorldRow, (row) => row.key),
  sequences: collection(SequenceRow, (row) => row.name),
  dossierTypes: collection(DossierTypeRow, (row) => row.code),
  thirdparties: collection(ThirdpartyRow, (row) => row.thirdpartyId, {
    identifier: {
      groups: (row) => [
        // A seat that has moved is still the one that was added.
        numbered(postedAs[row.companyIdType], row.companyIdValue),
        ...Object.values(postedAs).flatMap((kind) => (row[kind] === null ? [] : [numbered(kind, row[kind])])),
      ],
    },
    unit: { groups: (row) => (row.siren === null ? [] : [row.siren]) },
  }),
  attributes: collection(AttributeRow, (row) => row.key, { thirdparty: byThirdparty }),
  indicators: collection(IndicatorRow, (row) => row.id, { thirdparty: { groups: (row) => [row.targetResourceId] } }),
  dossiers: collection(DossierRow, (row) => row.dossierId, {
    thirdparty: byThirdparty,
    type: { groups: (row) => (row.monitored && row.dossierTypeCode !== null ? [row.dossierTypeCode] : []) },
  }),
  documents: collection(DocumentRow, (row) => row.documentId, {
    thirdparty: byThirdparty,
    dossier: { groups: (row) => [row.dossierId] },
    /** What the lists of sanctions say of whom: looked at every day. */
    sanctions: { groups: (row) => (row.documentCode === "SCR_SANCTIONS" && !row.internal.stopped ? ["all"] : []) },
    evidence: { groups: (row) => row.evidences.map(({ id }) => id) },
    file: { groups: (row) => row.evidences.flatMap((evidence) => ("fileUUID" in evidence ? [evidence.fileUUID] : [])) },
  }),
  responses: collection(ResponseRow, (row) => row.responseId, { thirdparty: byThirdparty }),
  comments: collection(CommentRow, (row) => row.commentId, { thirdparty: byThirdparty }),
  contacts: collection(ContactRow, (row) => row.contactId, { thirdparty: byThirdparty }),
  announcements: collection(AnnouncementRow, (row) => row.announcementId, { thirdparty: byThirdparty }),
  reports: collection(ReportRow, (row) => row.reportId, { thirdparty: byThirdparty }),
  files: collection(FileRow, (row) => row.fileUUID),
  jobs: collection(JobRow, (row) => row.jobId, {
    thirdparty: byThirdparty,
    due: { groups: () => ["all"], order: (row) => row.dueAt },
  }),
  events: collection(EventRow, (row) => row.eventId, {
    name: { groups: (row) => [row.eventName], order: (row) => row.occurredAt },
    thirdparty: { groups: (row) => [row.thirdpartyId], order: (row) => row.occurredAt },
  }),
};

export type CollectionName = keyof typeof collections;
export type Row<C extends CollectionName> = z.output<(typeof collections)[C]["schema"]>;
export type IndexName<C extends CollectionName> = keyof (typeof collections)[C]["indexes"] & string;
export type Key = string | number;

type Put = { [C in CollectionName]: { collection: C; row: Row<C> } }[CollectionName];

/** What a rule brings about: rows as they are from now on, rows that are gone, and the events they leave. Written whole or not at all. */
export interface Change {
  put: Put[];
  remove: { collection: CollectionName; key: Key }[];
  events: EventRow[];
}

/** A whole world, as plain data: every collection's rows, in key order. */
export type State = { [C in CollectionName]: Row<C>[] };
