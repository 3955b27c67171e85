import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { EventName } from "./events.ts";
import {
  AccountId,
  binary,
  boundPattern,
  Count,
  DateTime,
  Day,
  Id,
  IdParameters,
  Problem,
  ShortText,
  wholeNumber,
} from "./shared.ts";

const root = "/_sandbox";
const one = z.object({ accountId: AccountId });
const none = z.object({});
const demo = { accountId: "demo" };

/** What the control plane may refuse everywhere: a foreign page, or a missing key off loopback. */
const guarded = { 401: Problem, 403: Problem, 406: Problem } as const;
const guardedWrite = { ...guarded, 400: Problem, 413: Problem, 415: Problem } as const;

const Moment = z
  .string()
  .regex(boundPattern, { error: "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss, without a zone" })
  .meta({ description: "`yyyy-MM-ddTHH:mm:ss`, no zone (UTC).", examples: ["2026-01-15T09:00:00"] });
const Duration = z
  .string()
  .regex(/^P(?=[\dT])(?:\d{1,4}Y)?(?:\d{1,4}M)?(?:\d{1,4}W)?(?:\d{1,5}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,9}S)?)?$/, {
    error: "must be an ISO 8601 duration such as P90D, P1Y or PT12H",
  })
  .meta({ description: "ISO 8601 duration.", examples: ["P90D"] });
const SeedName = z.string().min(1).max(200).meta({ description: "A name in seeds/.", examples: ["portfolio"] });

const WorldRequest = z
  .strictObject({
    seed: SeedName.optional(),
    randomSeed: z.number().int().min(0).max(4_294_967_295).optional(),
    size: z.number().int().min(0).max(100_000).optional().meta({ description: "Third parties to generate." }),
    now: Moment.optional(),
    freeze: z.boolean().optional(),
  })
  .meta({ id: "WorldRequest", description: "The world to make; what is left out is as the server was started." });
const World = z
  .object({
    accountId: AccountId,
    seed: z.string(),
    randomSeed: Count,
    size: Count.nullable(),
    createdAt: DateTime,
    now: DateTime,
    frozen: z.boolean(),
    thirdparties: Count,
    dossiers: Count,
    documents: Count,
    events: Count,
  })
  .meta({ id: "World", description: "An account's world, in figures." });
const Worlds = z.object({ content: z.array(World) }).meta({ id: "Worlds" });
const WorldState = z.looseObject({}).meta({ id: "WorldState", description: "A whole world, in the form of the files in seeds/." });

const SnapshotName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, { error: "must be 1 to 64 letters, digits, hyphens or underscores, a letter or digit first" })
  .meta({ examples: ["before-renewal"] });
const Snapshot = z
  .object({ name: SnapshotName, takenAt: DateTime, events: Count })
  .meta({ id: "Snapshot", description: "A world as it was." });
const Snapshots = z.object({ content: z.array(Snapshot) }).meta({ id: "Snapshots" });

const ClockReading = z
  .object({
    accountId: AccountId,
    now: DateTime,
    frozen: z.boolean(),
    nextDue: DateTime.nullable().meta({ description: "When something happens next." }),
    happened: z.record(z.string(), Count).meta({ description: "Events that came about on the way, by name." }),
  })
  .meta({ id: "ClockReading", description: "The account's clock." });
const ClockMove = z
  .union([
    z.strictObject({ advance: Duration }).meta({ id: "ClockAdvance" }),
    z.strictObject({ set: Moment }).meta({ id: "ClockSet" }),
    z.strictObject({ freeze: z.boolean() }).meta({ id: "ClockFreeze" }),
  ])
  .meta({ id: "ClockMove", description: "Forward by a duration, to a moment, or stop and go." });

const JournalEvent = z
  .object({
    eventId: Id,
    eventName: EventName,
    resourceType: z.enum(["THIRD_PARTY", "DOSSIER", "DOCUMENT"]),
    resourceId: Id,
    accountId: AccountId,
    thirdpartyId: Id,
    dossierId: Id.nullable(),
    documentId: Id.nullable(),
    occurredAt: DateTime,
    actor: z.object({ type: z.enum(["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"]), name: z.string() }),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "JournalEvent", description: "One entry of the audit journal." });
const JournalPage = z.object({ content: z.array(JournalEvent), after: Id.nullable() }).meta({ id: "JournalPage" });
export type JournalEvent = z.output<typeof JournalEvent>;

const Occurrence = z
  .strictObject({
    event: EventName,
    thirdpartyId: Id.optional(),
    dossierId: Id.optional(),
    documentId: Id.optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Occurrence", description: "The event to bring about, and on what; the first suitable resource when that is left open." });

const answerFields = {
  outcome: z.enum(["valid", "review", "invalid", "pending"]).optional().meta({ description: "What the automatic check will find." }),
  issueDate: Day.optional().meta({ description: "The day the piece was issued." }),
};
const Answer = z
  .strictObject({
    ...answerFields,
    formdata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  })
  .meta({ id: "Answer", description: "What the third party answers; a plausible answer when nothing is said." });

const Fault = z
  .strictObject({
    operation: z.string().optional().meta({ description: "Operation id, such as thirdparties.list; all when left out." }),
    accountId: AccountId.optional().meta({ description: "All accounts when left out." }),
    kind: z
      .enum(["status", "delay", "disconnect", "truncate", "malformed"])
      .meta({ description: "`status` and `disconnect` come instead of the operation; `truncate` and `malformed` spoil its answer; `delay` only waits." }),
    status: z.number().int().min(400).max(599).optional().meta({ description: "For `status`; 503 when left out." }),
    delayMs: z.number().int().min(0).max(60_000).optional().meta({ description: "Waits first, whatever the kind; 1000 for `delay` when left out." }),
    probability: z.number().min(0).max(1).optional().meta({ description: "Drawn from the world's own chance: the same requests meet the same faults." }),
    times: z.number().int().min(1).max(1_000_000).optional().meta({ description: "How often it strikes; for ever when left out." }),
  })
  .meta({ id: "Fault", description: "Something that goes wrong on purpose." });
export type Fault = z.output<typeof Fault>;
const Faults = z.array(Fault).max(1000).meta({ id: "Faults" });
const ofAccount = z.object({ accountId: AccountId.optional().meta({ description: "Only what belongs to this account; the rest stays as it is." }) });

const Seen = z
  .object({
    requestId: z.string(),
    at: DateTime.meta({ description: "Wall clock, UTC." }),
    method: z.string(),
    path: z.string(),
    operation: z.string().nullable(),
    accountId: z.string().nullable(),
    status: z.number().int(),
    durationMs: z.number(),
    violations: z.array(z.string()),
  })
  .meta({ id: "Seen", description: "A request that was answered." });
export type Seen = z.output<typeof Seen>;
const SeenList = z.object({ content: z.array(Seen) }).meta({ id: "SeenList" });

const AssumptionList = z
  .object({
    content: z.array(
      z.object({ key: z.string(), gap: z.string(), chosen: z.string(), places: z.array(z.string()) }).meta({ id: "Assumption" }),
    ),
  })
  .meta({ id: "AssumptionList" });
const TestIdentifierList = z
  .object({
    content: z.array(
      z
        .object({ kind: z.enum(["SIRET", "VAT", "DUNS"]), case: z.string(), value: z.string(), meaning: z.string() })
        .meta({ id: "TestIdentifier" }),
    ),
  })
  .meta({ id: "TestIdentifierList" });
const SeedList = z
  .object({ content: z.array(z.object({ name: z.string(), description: z.string() }).meta({ id: "SeedSummary" })) })
  .meta({ id: "SeedList" });

const TokenRequest = z
  .strictObject({
    accountIds: z.array(AccountId).min(1).max(100),
    expiresIn: z.number().int().min(-31_536_000).max(31_536_000).optional().meta({ description: "Seconds; negative makes an expired token." }),
    subject: ShortText.optional(),
  })
  .meta({ id: "TokenRequest", description: "A token to make." });
const Token = z
  .object({ accessToken: z.string(), tokenType: z.literal("Bearer"), expiresIn: z.number().int(), accountIds: z.array(AccountId) })
  .meta({ id: "Token" });
const OAuthRequest = z
  .object({
    grant_type: z.string(),
    username: z.string().optional(),
    password: z.string().optional(),
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    refresh_token: z.string().optional(),
    scope: z.string().optional(),
  })
  .meta({ id: "OAuthRequest", description: "OAuth 2 token request: password, client_credentials or refresh_token." });
const OAuthToken = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.number().int(),
    refresh_token: z.string().optional(),
    refresh_expires_in: z.number().int().optional(),
  })
  .meta({ id: "OAuthToken" });
const OAuthError = z.object({ error: z.string(), error_description: z.string() }).meta({ id: "OAuthError" });

const world = {
  accountId: "demo",
  seed: "portfolio",
  randomSeed: 1,
  size: null,
  createdAt: "2026-01-15T09:00:00.000",
  now: "2026-01-15T09:00:00.000",
  frozen: true,
  thirdparties: 40,
  dossiers: 97,
  documents: 412,
  events: 5210,
};
const reading = {
  accountId: "demo",
  now: "2026-04-15T09:00:00.000",
  frozen: true,
  nextDue: "2026-04-16T00:05:00.000",
  happened: { DOCUMENT_ANSWER_EXPIRED: 2 },
};
const journaled = {
  eventId: 50000001,
  eventName: "THIRD_PARTY_ARCHIVED",
  resourceType: "THIRD_PARTY",
  resourceId: 924003,
  accountId: "demo",
  thirdpartyId: 924003,
  dossierId: null,
  documentId: null,
  occurredAt: "2026-01-15T09:00:00.000",
  actor: { type: "CLIENT", name: "demo" },
  payload: {},
};
const journal = { content: [journaled], after: 50000001 };
const named = z.object({ accountId: AccountId, name: SnapshotName });

export const control = {
  accounts: {
    list: {
      method: "get",
      path: `${root}/accounts`,
      summary: "List the worlds",
      params: none,
      responses: { 200: Worlds, ...guarded },
      examples: { success: { summary: "One world", status: 200, response: { content: [world] } } },
    },
    put: {
      method: "put",
      path: `${root}/accounts/:accountId`,
      summary: "Create or replace a world",
      params: one,
      body: WorldRequest,
      bodyOptional: true,
      responses: { 200: World, 201: World, 404: Problem, ...guardedWrite },
      examples: {
        success: { summary: "The default portfolio, at a fixed time", params: demo, body: { seed: "portfolio", now: "2026-01-15T09:00:00", freeze: true }, status: 201, response: world },
        size: { summary: "Ten thousand third parties", params: demo, body: { size: 10000 }, status: 200, response: { ...world, size: 10000, thirdparties: 10000 } },
      },
    },
    delete: {
      method: "delete",
      path: `${root}/accounts/:accountId`,
      summary: "Delete a world",
      params: one,
      responses: { 204: z.undefined(), 404: Problem, ...guarded },
      examples: { success: { summary: "Gone", params: demo } },
    },
    reset: {
      method: "post",
      path: `${root}/accounts/:accountId/reset`,
      summary: "Put a world back to how it was created",
      params: one,
      responses: { 200: World, 404: Problem, ...guarded },
      examples: { success: { summary: "As new", params: demo, status: 200, response: world } },
    },
    export: {
      method: "get",
      path: `${root}/accounts/:accountId/state`,
      summary: "Export the whole world",
      params: one,
      responses: { 200: WorldState, 404: Problem, ...guarded },
      examples: { success: { summary: "An empty world", params: demo, status: 200, response: { format: "tiers-sandbox/world@1" } } },
    },
    import: {
      method: "put",
      path: `${root}/accounts/:accountId/state`,
      summary: "Import a whole world",
      description: "What `state` was exported, here or elsewhere. It is taken whole or not at all: a 422 names every place that does not fit. A later reset comes back to it.",
      params: one,
      body: WorldState,
      largest: 256 * 1024 * 1024,
      responses: { 200: World, 422: Problem, ...guardedWrite },
      examples: {
        success: { summary: "What was exported", params: demo, body: { format: "tiers-sandbox/world@1" }, status: 200, response: world },
      },
    },
    snapshots: {
      method: "get",
      path: `${root}/accounts/:accountId/snapshots`,
      summary: "List the snapshots of a world",
      params: one,
      responses: { 200: Snapshots, 404: Problem, ...guarded },
      examples: {
        success: { summary: "One", params: demo, status: 200, response: { content: [{ name: "before-renewal", takenAt: "2026-01-15T09:00:00.000", events: 5210 }] } },
      },
    },
    snapshot: {
      method: "post",
      path: `${root}/accounts/:accountId/snapshots`,
      summary: "Take a snapshot",
      params: one,
      body: z.strictObject({ name: SnapshotName }).meta({ id: "NewSnapshot" }),
      responses: { 201: Snapshot, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Named", params: demo, body: { name: "before-renewal" }, status: 201, response: { name: "before-renewal", takenAt: "2026-01-15T09:00:00.000", events: 5210 } },
      },
    },
    restore: {
      method: "post",
      path: `${root}/accounts/:accountId/snapshots/:name/restore`,
      summary: "Go back to a snapshot",
      params: named,
      responses: { 200: World, 404: Problem, ...guarded },
      examples: { success: { summary: "Back", params: { ...demo, name: "before-renewal" }, status: 200, response: world } },
    },
    forget: {
      method: "delete",
      path: `${root}/accounts/:accountId/snapshots/:name`,
      summary: "Delete a snapshot",
      params: named,
      responses: { 204: z.undefined(), 404: Problem, ...guarded },
      examples: { success: { summary: "Gone", params: { ...demo, name: "before-renewal" } } },
    },
    events: {
      method: "get",
      path: `${root}/accounts/:accountId/events`,
      summary: "Read the audit journal",
      description: "Oldest first. `after` of an answer is the cursor of the next request.",
      params: one,
      query: z.object({
        after: wholeNumber(0, 999_999_999).optional().meta({ description: "Only events after this eventId." }),
        limit: wholeNumber(1, 1000).default(100),
        names: z.string().optional().meta({ description: "Event types, separated by commas." }),
        thirdpartyId: IdParameters.thirdpartyId.optional(),
        dossierId: IdParameters.dossierId.optional(),
        documentId: IdParameters.documentId.optional(),
        from: Moment.optional(),
        to: Moment.optional(),
      }),
      responses: { 200: JournalPage, 400: Problem, 404: Problem, ...guarded },
      examples: { success: { summary: "One event", params: demo, status: 200, response: journal } },
    },
  },
  clock: {
    get: {
      method: "get",
      path: `${root}/accounts/:accountId/clock`,
      summary: "Read the clock",
      params: one,
      responses: { 200: ClockReading, 404: Problem, ...guarded },
      examples: { success: { summary: "Frozen", params: demo, status: 200, response: { ...reading, happened: {} } } },
    },
    move: {
      method: "post",
      path: `${root}/accounts/:accountId/clock`,
      summary: "Advance, set, freeze or resume the clock",
      description: "Everything due on the way happens, in order, each at its own time. Never backwards.",
      params: one,
      body: ClockMove,
      responses: { 200: ClockReading, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Ninety days on", params: demo, body: { advance: "P90D" }, status: 200, response: reading },
        set: { summary: "To a moment", params: demo, body: { set: "2027-01-01T00:00:00" }, status: 200, response: reading },
        freeze: { summary: "Stop", params: demo, body: { freeze: true }, status: 200, response: reading },
      },
    },
  },
  occurrences: {
    create: {
      method: "post",
      path: `${root}/accounts/:accountId/occurrences`,
      summary: "Bring an event about by its real cause",
      params: one,
      body: Occurrence,
      responses: { 201: JournalPage, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Archive a third party", params: demo, body: { event: "THIRD_PARTY_ARCHIVED", thirdpartyId: 924003 }, status: 201, response: journal },
      },
    },
    answer: {
      method: "post",
      path: `${root}/accounts/:accountId/documents/:documentId/answers`,
      summary: "Answer a document as the third party would",
      params: z.object({ accountId: AccountId, documentId: IdParameters.documentId }),
      query: z.object({ fileName: z.string().min(1).max(1000).optional(), ...answerFields }),
      body: Answer,
      bodyOptional: true,
      raw: ["application/pdf", "image/png", "image/jpeg", "image/tiff", "application/octet-stream"],
      responses: { 201: JournalPage, 404: Problem, 409: Problem, ...guardedWrite },
      examples: {
        success: { summary: "Something plausible", params: { ...demo, documentId: 11031000 }, body: {}, status: 201, response: journal },
        review: { summary: "One that the client has to look at", params: { ...demo, documentId: 11031000 }, body: { outcome: "review" }, status: 201, response: journal },
      },
    },
  },
  faults: {
    list: {
      method: "get",
      path: `${root}/faults`,
      summary: "List the faults",
      params: none,
      query: ofAccount,
      responses: { 200: Faults, 400: Problem, ...guarded },
      examples: { success: { summary: "One", status: 200, response: [{ kind: "status", status: 503, operation: "thirdparties.list", times: 1 }] } },
    },
    replace: {
      method: "put",
      path: `${root}/faults`,
      summary: "Replace the faults",
      params: none,
      query: ofAccount,
      body: Faults,
      responses: { 200: Faults, ...guardedWrite },
      examples: {
        success: {
          summary: "The next list is down",
          body: [{ kind: "status", status: 503, operation: "thirdparties.list", times: 1 }],
          status: 200,
          response: [{ kind: "status", status: 503, operation: "thirdparties.list", times: 1 }],
        },
      },
    },
    clear: {
      method: "delete",
      path: `${root}/faults`,
      summary: "Remove all faults",
      params: none,
      query: ofAccount,
      responses: { 204: z.undefined(), 400: Problem, ...guarded },
      examples: { success: { summary: "None left" } },
    },
  },
  requests: {
    list: {
      method: "get",
      path: `${root}/requests`,
      summary: "List the last requests",
      description: "The last 1,000 of each account, newest last. What was asked of the control plane is not among them.",
      params: none,
      query: z.object({
        operation: z.string().optional(),
        accountId: AccountId.optional(),
        status: wholeNumber(100, 599).optional(),
      }),
      responses: { 200: SeenList, 400: Problem, ...guarded },
      examples: { success: { summary: "None yet", status: 200, response: { content: [] } } },
    },
    clear: {
      method: "delete",
      path: `${root}/requests`,
      summary: "Forget the requests",
      params: none,
      query: ofAccount,
      responses: { 204: z.undefined(), 400: Problem, ...guarded },
      examples: { success: { summary: "Forgotten" } },
    },
    stream: {
      method: "get",
      path: `${root}/stream`,
      summary: "Follow requests and events as they happen",
      description: "Server-sent events: `request` with what `GET /_sandbox/requests` lists, `event` with an entry of the audit journal, `lost` with how many were left out when the reader is too slow.",
      params: none,
      query: z.object({ accountId: AccountId.optional() }),
      responses: { 200: binary("Server-sent events.", "text/event-stream"), 400: Problem, ...guarded },
      examples: { success: { summary: "A stream" } },
    },
  },
  reference: {
    assumptions: {
      method: "get",
      path: `${root}/assumptions`,
      summary: "List what the sandbox assumes",
      params: none,
      responses: { 200: AssumptionList, ...guarded },
      examples: {
        success: { summary: "One", status: 200, response: { content: [{ key: "versions", gap: "Version policy", chosen: "/api/v1 only.", places: [] }] } },
      },
    },
    testIdentifiers: {
      method: "get",
      path: `${root}/test-identifiers`,
      summary: "List the identifiers that behave in a known way",
      params: none,
      responses: { 200: TestIdentifierList, ...guarded },
      examples: {
        success: { summary: "One", status: 200, response: { content: [{ kind: "SIRET", case: "active", value: "21996648800021", meaning: "An active company." }] } },
      },
    },
    seeds: {
      method: "get",
      path: `${root}/seeds`,
      summary: "List the worlds to start from",
      params: none,
      responses: { 200: SeedList, ...guarded },
      examples: { success: { summary: "One", status: 200, response: { content: [{ name: "empty", description: "Nothing yet." }] } } },
    },
  },
  tokens: {
    create: {
      method: "post",
      path: `${root}/tokens`,
      summary: "Make a token",
      params: none,
      body: TokenRequest,
      responses: { 201: Token, ...guardedWrite },
      examples: {
        success: {
          summary: "An hour",
          body: { accountIds: ["demo"], expiresIn: 3600 },
          status: 201,
          response: { accessToken: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", tokenType: "Bearer", expiresIn: 3600, accountIds: ["demo"] },
        },
      },
    },
    oauth: {
      method: "post",
      path: `${root}/oauth/token`,
      summary: "Get or renew a token, OAuth 2",
      params: none,
      body: OAuthRequest,
      form: true,
      responses: { 200: OAuthToken, 400: z.union([OAuthError, Problem]).meta({ id: "OAuthProblem" }), 401: z.union([OAuthError, Problem]), 403: Problem, 406: Problem, 413: Problem, 415: Problem },
      examples: {
        success: {
          summary: "By user and password",
          body: { grant_type: "password", username: "demo", password: "demo" },
          status: 200,
          response: { access_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", token_type: "Bearer", expires_in: 300, refresh_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln", refresh_expires_in: 1800 },
        },
      },
    },
  },
} as const satisfies Record<string, Record<string, Endpoint>>;
