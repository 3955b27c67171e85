import { z } from "zod";
import { Attribute } from "../../contract/attributes.ts";
import { Document, DocumentCode } from "../../contract/documents.ts";
import { Dossier } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import { Indicator } from "../../contract/indicators.ts";
import { Decision } from "../../contract/responses.ts";
import { AccountId, DateTime, Day, Id } from "../../contract/shared.ts";
import { ThirdpartyDetail } from "../../contract/thirdparties.ts";
import { EvidenceRow } from "./evidence.ts";

/** A stored row is the wire shape, plus `internal`: what the service knows and does not show. */

export const providers = [
  "DOCCHECK",
  "ESG",
  "SUSTAINSCORE",
  "SECURITY_RATING",
  "FINANCIAL_STRENGTH",
  "CREDITDATA",
  "NEWSFEED",
] as const;
export type Provider = (typeof providers)[number];

const Article = z.object({
  headline: z.string(),
  publishedOn: Day,
  source: z.string(),
  sentiment: z.enum(["POSITIVE", "NEGATIVE"]),
});
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

export const ThirdpartyRow = ThirdpartyDetail.extend({
  internal: z.object({
    legalForm: z.string().nullable(),
    category: z.string().nullable(),
    greffe: z.string().nullable(),
    bank: z
      .object({ iban: z.string(), bic: z.string(), bankName: z.string(), country: z.string(), holder: z.string() })
      .nullable(),
    bases: z.object({ financial: z.number(), cyber: z.number(), environment: z.number() }),
    sanctioned: z.boolean(),
    monitoring: z.record(z.enum(providers), Monitoring),
    owner: z.string().nullable(),
    tags: z.array(z.string()),
  }),
});
export type ThirdpartyRow = z.output<typeof ThirdpartyRow>;

export const AttributeRow = Attribute.extend({ key: z.string(), thirdpartyId: Id });
export type AttributeRow = z.output<typeof AttributeRow>;

export const IndicatorRow = Indicator;
export type IndicatorRow = z.output<typeof IndicatorRow>;

export const DossierRow = Dossier.extend({
  internal: z.object({
    completionRate: z.number(),
    nextExpiry: Day.nullable(),
    dueDiligence: z.enum(["COMPLETE", "INCOMPLETE"]),
    attributes: z.record(z.string(), z.string()),
  }),
});
export type DossierRow = z.output<typeof DossierRow>;

export const DocumentRow = Document.extend({
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

export const ResponseRow = z.object({
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
  notice: z
    .object({ sentAt: DateTime, recipients: z.array(z.string()), reason: z.string().nullable(), dueDate: Day })
    .optional(),
});
export type ResponseRow = z.output<typeof ResponseRow>;

export const CommentRow = z.object({
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

export const ContactRow = z.object({
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

export const AnnouncementRow = z.object({
  announcementId: Id,
  thirdpartyId: Id,
  family: z.enum(["CREATION", "CHANGES", "CESSATION", "TRANSFERT", "PROCEDURE_COLLECTIVE"]),
  publishedOn: Day,
  text: z.string(),
});
export type AnnouncementRow = z.output<typeof AnnouncementRow>;

export const ReportRow = z.object({
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
export const JobRow = z.object({
  jobId: Id,
  dueAt: DateTime,
  kind: z.enum(jobKinds),
  thirdpartyId: Id.nullable(),
  /** The dossier, document, response, contact or third party that it is about, by kind. */
  subjectId: Id.nullable(),
});
export type JobRow = z.output<typeof JobRow>;

export const DossierTypeRow = z.object({
  code: z.string(),
  label: z.string(),
  months: z.number().int().min(1).nullable(),
  documents: z.array(DocumentCode),
});
export type DossierTypeRow = z.output<typeof DossierTypeRow>;

/** Bytes that a user supplied, in base 64. */
export const FileRow = z.object({
  fileUUID: z.string(),
  thirdpartyId: Id,
  contentType: z.string(),
  base64: z.string(),
});
export type FileRow = z.output<typeof FileRow>;

const Actor = z.object({ type: z.enum(["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"]), name: z.string() });
export type Actor = z.output<typeof Actor>;

export const EventRow = z.object({
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

/** The account's own clock: the moment it stands at, or how far it is from the wall clock. */
const ClockState = z.object({ frozenAt: DateTime.nullable(), offset: z.number().int() });
export type ClockState = z.output<typeof ClockState>;

export const WorldRow = z.object({
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
