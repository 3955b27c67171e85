import { object, z } from "zod";
import { largePages, pageFields } from "./control-due.ts";
import { ClockMoment, ResourceType, root } from "./control-shapes.ts";
import { DocumentCode, DocumentStatus } from "./documents.ts";
import { DossierTypeCode } from "./dossiers.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, params } from "./endpoint-parts.ts";
import { choice, named } from "./named.ts";
import { ReasonCode } from "./reason-codes.ts";
import { Decision } from "./responses.ts";
import { AccountId, Count, DateTime, Day, Id, IdParameters, Problem, text, wholeNumber, yesOrNo } from "./shared.ts";
import { ThirdpartyStatus } from "./thirdparties.ts";

const Text = z.string();
const Moment = DateTime.nullable();
const Contact = object({
  contactId: Id,
  email: Text,
  firstName: Text.nullable(),
  lastName: Text.nullable(),
  status: choice("ContactStatus", ["INVITED", "ACTIVE", "DELETED"], "Where the invitation of a contact stands."),
  invitedAt: DateTime,
  reminders: Count,
  remindedAt: Moment,
  deletedAt: Moment,
  deletionReason: named("DeletionReason", z.enum(["CLIENT", "NO_FAVORABLE_RESPONSE"])).nullable(),
}).meta({ id: "Contact", description: "A person of the third party." });
const Comment = object({
  commentId: Id,
  resourceType: ResourceType,
  resourceId: Id,
  author: Text,
  text: Text,
  mentions: z.array(Text),
  createdAt: DateTime,
  updatedAt: Moment,
  deletedAt: Moment,
}).meta({ id: "Comment", description: "What a user wrote on a third party, a dossier or a document." });
const Announcement = object({ announcementId: Id, family: Text, publishedOn: Day, text: Text }).meta({
  id: "Announcement",
  description: "What the official gazette has published.",
});
const Submission = object({
  responseId: Id,
  documentId: Id,
  dossierId: Id,
  submittedAt: DateTime,
  evidenceIds: z.array(Id),
  state: choice(
    "SubmissionState",
    ["CHECKING", "WAITING", "ACCEPTED", "DENIED", "SUPERSEDED", "EXPIRED", "WITHDRAWN", "PURGED"],
    "CHECKING and WAITING can be decided.",
  ),
  reason: Text.nullable().meta({ description: "Why the check did not pass, in French, the language of the account." }),
  reasonCode: ReasonCode.nullable(),
  scope: Text,
  decision: z.union([Decision, z.null()]),
}).meta({ id: "Submission", description: "What the third party has supplied for a document." });
const Report = object({
  reportId: Id,
  documentId: Id,
  evidenceId: Id,
  verdict: Text,
  generatedAt: DateTime,
  receivedAt: Moment,
  refreshedAt: Moment,
}).meta({ id: "BankReport", description: "A check of bank details." });
const Monitoring = object({
  provider: Text,
  active: z.boolean(),
  since: Moment,
  score: z.number().nullable(),
  lastUpdate: Moment,
}).meta({ id: "Monitoring", description: "A data provider that can watch the third party." });

const countNames = ["attributes", "indicators", "dossiers", "documents", "responses", "comments", "contacts"] as const;
const otherCounts = ["reports", "jobs", "announcements", "events"] as const;
const Folder = object({
  accountId: AccountId,
  thirdpartyId: Id,
  name: Text,
  owner: Text.nullable(),
  tags: z.array(Text),
  counts: object(
    Object.fromEntries([...countNames, ...otherCounts].map((name) => [name, Count])) as Record<
      (typeof countNames)[number] | (typeof otherCounts)[number],
      typeof Count
    >,
  ).meta({ id: "FolderCounts", description: "How many rows belong to it." }),
  contacts: z.array(Contact),
  comments: z.array(Comment),
  announcements: z.array(Announcement),
  responses: z.array(Submission),
  reports: z.array(Report),
  monitoring: z.array(Monitoring),
}).meta({ id: "Folder", description: "What is kept on a third party and the service does not show." });

const statuses = DocumentStatus.options.join(", ");
const ListedDocument = object({
  documentId: Id,
  dossierId: Id,
  thirdpartyId: Id,
  thirdpartyName: Text,
  documentCode: DocumentCode,
  documentName: Text,
  dossierTypeCode: DossierTypeCode.nullable(),
  statusCode: DocumentStatus,
  requestDate: DateTime,
  dueDate: Day.nullable(),
  suppliedAt: Moment.meta({ description: "When the newest evidence came." }),
  expirationDate: Moment.meta({ description: "Of the newest evidence." }),
  responseId: Id.nullable().meta({ description: "The answer that can be approved or rejected, if there is one." }),
}).meta({ id: "ListedDocument", description: "A document that is asked for, with what it belongs to." });
const ListedThirdparty = object({
  thirdpartyId: Id,
  name: Text,
  addressCity: Text.nullable(),
  addressCountryCode: Text,
  status: ThirdpartyStatus,
  archived: z.boolean(),
  dossiers: Count.meta({ description: "Those that are open." }),
  waiting: Count.meta({ description: "Documents of these that wait for the client." }),
}).meta({ id: "ListedThirdparty", description: "A third party, with what is open and what waits." });
const columns = ["thirdpartyId", "name", "addressCity", "status", "dossiers", "waiting"] as const;
const documentColumns = [
  "documentId",
  "documentName",
  "thirdpartyName",
  "requestDate",
  "suppliedAt",
  "expirationDate",
  "statusCode",
] as const;
const SortOrder = named("SortOrder", z.enum(["asc", "desc"])).default("asc");
const StatusCount = object({ statusCode: DocumentStatus, count: Count }).meta({ id: "StatusCount" });

const Found = object({
  kind: choice(
    "FoundKind",
    ["THIRD_PARTY", "DOSSIER", "DOCUMENT", "RESPONSE", "FILE", "EVENT", "CONTACT"],
    "What an id or a name belongs to.",
  ),
  id: Id,
  thirdpartyId: Id,
  dossierId: Id.nullable(),
  documentId: Id.nullable(),
  label: Text,
  detail: Text,
}).meta({ id: "Found", description: "Something that was found, with what it belongs to." });

const folderExample = {
  accountId: "demo",
  thirdpartyId: 924000,
  name: "Novalune Systèmes",
  owner: null,
  tags: [],
  counts: Object.fromEntries([...countNames, ...otherCounts].map((name) => [name, 1])),
  contacts: [
    {
      contactId: 412000,
      email: "claire.martin@novalune.example",
      firstName: "Claire",
      lastName: "Martin",
      status: "ACTIVE",
      invitedAt: "2026-01-02T09:00:00.000",
      reminders: 0,
      remindedAt: null,
      deletedAt: null,
      deletionReason: null,
    },
  ],
  comments: [],
  announcements: [],
  responses: [],
  reports: [],
  monitoring: [],
};
const waiting = {
  documentId: 11031000,
  dossierId: 1324000,
  thirdpartyId: 924000,
  thirdpartyName: "Novalune Systèmes",
  documentCode: "KBIS",
  documentName: "Extrait Kbis",
  dossierTypeCode: "VIGILANCE",
  statusCode: "ACTION_REQUIRED",
  requestDate: "2026-01-02T09:00:00.000",
  dueDate: null,
  suppliedAt: "2026-01-05T10:12:00.000",
  expirationDate: "2026-04-02T23:59:59.999",
  responseId: 2238000,
};
const listed = {
  thirdpartyId: 924000,
  name: "Novalune Systèmes",
  addressCity: "Lyon",
  addressCountryCode: "FR",
  status: "ACTIVE",
  archived: false,
  dossiers: 2,
  waiting: 1,
};
const found = {
  kind: "THIRD_PARTY",
  id: 924000,
  thirdpartyId: 924000,
  dossierId: null,
  documentId: null,
  label: "Novalune Systèmes",
  detail: "ACTIVE, 21996648800021",
};

const words = text(100).default("");

export const portfolio = {
  thirdparties: {
    method: "get",
    path: `${root}/accounts/:accountId/thirdparties`,
    summary: "List the third parties, in any order",
    description:
      "With how many dossiers are open and how many documents wait. Rows that are equal are in the order of their ids.",
    params: params.account,
    query: z.object({
      q: words.meta({ description: "A part of the name, or of a legal number." }),
      status: ThirdpartyStatus.optional(),
      archived: yesOrNo.optional(),
      sort: named("ThirdpartyColumn", z.enum(columns)).default("thirdpartyId"),
      order: SortOrder,
      ...largePages,
    }),
    responses: {
      200: object({ content: z.array(ListedThirdparty), ...pageFields }).meta({ id: "ListedThirdparties" }),
      404: Problem,
      ...guarded,
    },
    examples: {
      success: {
        summary: "Where most waits first",
        query: { sort: "waiting", order: "desc" },
        response: { content: [listed], page: 0, size: 100, totalElements: 1, totalPages: 1 },
      },
    },
  },
  thirdparty: {
    method: "get",
    path: `${root}/accounts/:accountId/thirdparties/:thirdpartyId`,
    summary: "Read what the service does not show of a third party",
    description:
      "Contacts, comments, announcements, answers, bank reports and data providers: the newest 1,000 of each.",
    params: z.object({ accountId: AccountId, thirdpartyId: IdParameters.thirdpartyId }),
    responses: { 200: Folder, 404: Problem, ...guarded },
    examples: { success: { summary: "With one contact", response: folderExample } },
  },
  documents: {
    method: "get",
    path: `${root}/accounts/:accountId/documents`,
    summary: "List the documents that are asked for, by status",
    description:
      "Without those of archived dossiers and those that are no longer asked for. Without `sort` in the order of " +
      "their ids or, with `expiresBefore`, of their ends. Rows that are equal are in the order of their ids.",
    params: params.account,
    query: z.object({
      statusCode: z
        .string()
        .regex(new RegExp(`^(?:${DocumentStatus.options.join("|")})(?:,(?:${DocumentStatus.options.join("|")}))*$`), {
          error: `must be statuses of documents, separated by commas: ${statuses}`,
        })
        .optional()
        .meta({ description: `Statuses, separated by commas: ${statuses}.`, examples: ["ACTION_REQUIRED"] }),
      expiresBefore: ClockMoment.optional().meta({ description: "Only those whose newest evidence ends before." }),
      thirdpartyId: IdParameters.thirdpartyId.optional(),
      q: words.meta({ description: "A part of the name of the document or of the third party." }),
      sort: named("DocumentColumn", z.enum(documentColumns)).optional(),
      order: SortOrder,
      ...largePages,
    }),
    responses: {
      200: object({
        content: z.array(ListedDocument),
        ...pageFields,
        counts: z.array(StatusCount).meta({ description: "Of the whole account, whatever the filter." }),
      }).meta({ id: "ListedDocuments" }),
      404: Problem,
      ...guarded,
    },
    examples: {
      success: {
        summary: "What waits for the client",
        query: { statusCode: "ACTION_REQUIRED" },
        response: {
          content: [waiting],
          page: 0,
          size: 100,
          totalElements: 1,
          totalPages: 1,
          counts: [{ statusCode: "ACTION_REQUIRED", count: 1 }],
        },
      },
    },
  },
  find: {
    method: "get",
    path: `${root}/accounts/:accountId/find`,
    summary: "Find something by its id or its name",
    description:
      "A number is tried as an id of every kind, which are disjoint; any text as a part of a third party's name, " +
      "code or legal number, of a document's or a contact's name, of a dossier's reference, and of an e-mail address.",
    params: params.account,
    query: z.object({ q: text(100).default(""), limit: wholeNumber(1, 100).default(20) }),
    responses: { 200: object({ content: z.array(Found) }).meta({ id: "FoundList" }), 404: Problem, ...guarded },
    examples: { success: { summary: "A company", query: { q: "nova" }, response: { content: [found] } } },
  },
} as const satisfies Record<string, Endpoint>;
