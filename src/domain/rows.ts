import { z } from "zod";
import { Attribute } from "../../contract/attributes.ts";
import { Document, DocumentCode } from "../../contract/documents.ts";
import { Dossier, DossierTypeCode } from "../../contract/dossiers.ts";
import { EventName } from "../../contract/events.ts";
import { JobKind } from "../../contract/job-kinds.ts";
import { ReasonCode } from "../../contract/reason-codes.ts";
import { Decision } from "../../contract/responses.ts";
import { AccountId, Count, DateTime, Day, Id, MediaType, ShortText } from "../../contract/shared.ts";
import { People, Temper } from "../../contract/tempers.ts";
import { ThirdpartyDetail } from "../../contract/thirdparties.ts";
import { defects, EvidenceRow } from "./response/evidence.ts";

/** A stored row is the shape that the API shows, plus `internal`, which never leaves the service. */

const Text = z.string();
/** Counts on for ever: the largest whole number plus one is a number, too. */
const Tally = z.number().min(0).multipleOf(1);

const ratings = ["ESG", "SUSTAINSCORE", "SECURITY_RATING", "FINANCIAL_STRENGTH", "CREDITDATA"] as const;
export const scoringProviders = [...ratings, "NEWSFEED"] as const;
export type ScoringProvider = (typeof scoringProviders)[number];
export const dataProviders = ["DOCCHECK", ...scoringProviders] as const;
export type DataProvider = (typeof dataProviders)[number];

const sentiment = z.enum(["POSITIVE", "NEGATIVE"]);
export const Article = z.object({ headline: Text, publishedOn: Day, source: Text, sentiment });
export type Article = z.output<typeof Article>;

const Monitoring = z.object({
  active: z.boolean(),
  since: DateTime.nullable(),
  /** The choice of the client; without one, the configuration of the third party decides. */
  wanted: z.boolean().optional(),
  score: z.number().nullable(),
  lastUpdate: DateTime.nullable(),
  /** Press articles, newest first; only NEWSFEED has any. */
  articles: z.array(Article).optional(),
});

const BankRow = z.object({
  iban: Text.nullable(),
  /** The account in a country whose banks give no IBAN. */
  local: z.object({ country: Text, routing: Text, number: Text }).optional(),
  bic: Text,
  bankName: Text,
  country: Text,
  holder: Text,
});

export const ThirdpartyRow = ThirdpartyDetail.extend({
  internal: z.object({
    legalForm: Text.nullable(),
    category: Text.nullable(),
    greffe: Text.nullable(),
    bank: BankRow.nullable(),
    bases: z.object({ financial: z.number(), cyber: z.number(), environment: z.number() }),
    sanctioned: z.boolean(),
    /** Only of a company that is struck off. */
    struckOffOn: Day.optional(),
    monitoring: z.record(z.enum(dataProviders), Monitoring),
    owner: Text.nullable(),
    tags: z.array(Text),
    /** A person of the client has set the tag of a procedure, and takes it back after a plan. */
    blocked: z.literal(true).optional(),
    /** How its people answer; drawn by chance where it is not set. */
    temper: Temper.optional(),
  }),
});
export type ThirdpartyRow = z.output<typeof ThirdpartyRow>;
export const AttributeRow = Attribute.extend({ key: Text, thirdpartyId: Id });
export type AttributeRow = z.output<typeof AttributeRow>;

export const DossierRow = Dossier.extend({
  internal: z.object({
    completionRate: z.number(),
    nextExpiry: Day.nullable(),
    dueDiligence: z.enum(["COMPLETE", "INCOMPLETE"]),
    attributes: z.record(Text, Text),
  }),
});
export type DossierRow = z.output<typeof DossierRow>;

export const DocumentRow = Document.extend({
  thirdpartyId: Id,
  evidences: z.array(EvidenceRow),
  internal: z.object({
    mandatory: z.boolean(),
    dueDate: Day.nullable(),
    /** Nothing more happens to the document: its dossier is archived, or it is withdrawn. */
    stopped: z.boolean(),
    /** The dossier no longer asks for the document; it stays stopped when the dossier is reactivated. */
    withdrawn: z.boolean(),
    /** A collection was planned when the document was stopped; it is planned again at the restart. */
    collecting: z.boolean().optional(),
    interruptedAt: DateTime.nullable(),
    deletionWarnedAt: DateTime.nullable(),
    deletedAt: DateTime.nullable(),
    auditTrailDownloads: Tally,
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
  /** The outcome is forced; the checks give this result. */
  chosen: z.boolean().optional(),
  defect: z.enum(defects).optional(),
  /** No person of the client decides on it: it waits for the user. */
  left: z.literal(true).optional(),
  reason: Text.nullable(),
  /** Absent from rows that older versions stored. */
  reasonCode: ReasonCode.nullable().optional(),
  state: z.enum(["CHECKING", "WAITING", "ACCEPTED", "DENIED", "SUPERSEDED", "EXPIRED", "WITHDRAWN", "PURGED"]),
  scope: z.enum(["ESTABLISHMENT", "COMPANY", "SHARED"]),
  decision: z.union([Decision.omit({ notified: true }), z.null()]),
  /** The message to the contacts about a shared rejection, with the new due date. */
  notice: z
    .object({ sentAt: DateTime, recipients: z.array(ShortText), reason: Text.nullable(), dueDate: Day })
    .optional(),
});
export type ResponseRow = z.output<typeof ResponseRow>;

export const CommentRow = z.object({
  commentId: Id,
  resourceType: z.enum(["THIRD_PARTY", "DOSSIER", "DOCUMENT"]),
  resourceId: Id,
  thirdpartyId: Id,
  author: Text,
  text: Text,
  mentions: z.array(Text),
  createdAt: DateTime,
  updatedAt: DateTime.nullable(),
  deletedAt: DateTime.nullable(),
});
export type CommentRow = z.output<typeof CommentRow>;

export const ContactRow = z.object({
  contactId: Id,
  thirdpartyId: Id,
  email: Text,
  firstName: Text.nullable(),
  lastName: Text.nullable(),
  status: z.enum(["INVITED", "ACTIVE", "DELETED"]),
  invitedAt: DateTime,
  /** Of its invitation. */
  reminders: Tally,
  /** By the ids of the documents, how often it was reminded of each since it was asked for. */
  reminded: z.record(Text, Tally).optional(),
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
  text: Text,
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

export const JobRow = z.object({
  jobId: Id,
  dueAt: DateTime,
  kind: z.enum(JobKind.options),
  thirdpartyId: Id.nullable(),
  /** The id of the dossier, document, response, contact or third party; the kind of the job tells which. */
  subjectId: Id.nullable(),
});
export type JobRow = z.output<typeof JobRow>;

export const DossierTypeRow = z.object({
  code: DossierTypeCode,
  label: ShortText,
  /** At most a century: the end of a dossier must stay on the calendar. */
  months: z.number().int().min(1).max(1200).nullable(),
  documents: z.array(DocumentCode),
});
export type DossierTypeRow = z.output<typeof DossierTypeRow>;

/** The bytes of an uploaded file. */
export const FileRow = z.object({ fileUUID: Text, thirdpartyId: Id, contentType: MediaType, base64: Text });
export type FileRow = z.output<typeof FileRow>;

const Actor = z.object({ type: z.enum(["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"]), name: Text });
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
  payload: z.record(Text, z.unknown()),
});
export type EventRow = z.output<typeof EventRow>;

/** The clock of the account: stopped at a moment, or running at an offset in milliseconds from the wall clock. */
const ClockState = z.object({ frozenAt: DateTime.nullable(), offset: z.number().int() });
export type ClockState = z.output<typeof ClockState>;

export const WorldRow = z.object({
  key: z.literal("world"),
  accountId: AccountId,
  seed: Text,
  randomSeed: Count,
  size: Count.nullable(),
  createdAt: DateTime,
  /** Whether the clock is stopped when the world is created; a reset stops it again. */
  startsFrozen: z.boolean().optional(),
  /** How far back a world of a size was made, where a request has said it. */
  history: Text.optional(),
  /** With how many third parties the client stops to add some; it adds none when left out. */
  settlesAt: Count.optional(),
  /** Which people act by themselves; none when left out. */
  people: People.optional(),
  /** The same when the world was made, where it was changed since. */
  startsWith: People.optional(),
  /** Imported though it holds what no rule could have written. */
  odd: z.literal(true).optional(),
  /** The move of the clock that is under way; a cancelled one is taken out, and a killed server leaves it behind. */
  move: Text.optional(),
  clock: ClockState,
  /** What differs from its base, as in a file; left out for the default. `configuration.ts` reads it. */
  configuration: z.record(z.string(), z.unknown()).optional(),
  /** The same when the world was made, where it was changed since; null for the default. */
  startsConfigured: z.record(z.string(), z.unknown()).nullable().optional(),
  /** The entries that were removed, which older rows name. */
  retired: z.record(z.string(), z.unknown()).optional(),
});
export type WorldRow = z.output<typeof WorldRow>;
