import { object, strictObject, union, z } from "zod";
import { EventName } from "./events.ts";
import { choice, matching, named } from "./named.ts";
import {
  AccountId,
  boundPattern,
  Count,
  clockPattern,
  clockRange,
  DateTime,
  Day,
  durationPattern,
  Id,
  ShortText,
  seedPattern,
  whole,
} from "./shared.ts";
import { People } from "./tempers.ts";

/** The path of the control plane. */
export const root = "/_sandbox";

export const listOf = <S extends z.ZodType>(id: string, item: S) => object({ content: z.array(item) }).meta({ id });

const wholeMoment = "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss with its seconds, without a zone";
export const Moment = matching(boundPattern, wholeMoment, {
  description: "`yyyy-MM-ddTHH:mm:ss`, no zone (UTC).",
  examples: ["2026-01-15T09:00:00"],
});
const range = `from ${clockRange.from.slice(0, 10)} to the end of ${clockRange.to.slice(0, 4)}`;
export const ClockMoment = matching(clockPattern, `${wholeMoment}, ${range}`, {
  description: `\`yyyy-MM-ddTHH:mm:ss\`, no zone (UTC), ${range}.`,
  examples: ["2026-01-15T09:00:00"],
});
export const Duration = matching(durationPattern, "must be an ISO 8601 duration such as P90D, P1Y or PT12H", {
  description: "ISO 8601 duration.",
  examples: ["P90D"],
});
const periodPattern = new RegExp(durationPattern.source.replace("^", "^(?=.*[1-9])"));
export const Period = matching(
  periodPattern,
  "must be an ISO 8601 duration longer than nothing, such as P7D or PT12H",
  {
    description: "ISO 8601 duration, longer than nothing.",
    examples: ["P7D"],
  },
);
export const SeedName = matching(
  seedPattern,
  `must be the name of a seed, of letters, digits, hyphens and underscores; GET ${root}/seeds lists them`,
  { description: `A name that \`GET ${root}/seeds\` lists.`, examples: ["portfolio"] },
);

export const SnapshotName = matching(
  /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  "must be 1 to 64 letters, digits, hyphens or underscores, a letter or digit first",
  { examples: ["before-renewal"] },
);
export const ForkSource = strictObject({
  accountId: AccountId,
  snapshot: SnapshotName.optional().meta({ description: "The present world when left out." }),
  deleted: z
    .boolean()
    .optional()
    .meta({ description: "The world that the account had when it was deleted, without its snapshots and faults." }),
  withSnapshots: z
    .boolean()
    .optional()
    .meta({
      description:
        "Also copies the snapshots of the account, but for damaged ones. They follow the world one by one: a server " +
        "that is killed meanwhile leaves a copy that lacks some.",
    }),
}).meta({ id: "ForkSource", description: "The world to copy: the ids, the clock and the events are equal." });
export const World = object({
  accountId: AccountId,
  seed: z.string(),
  randomSeed: Count,
  size: Count.nullable(),
  createdAt: DateTime,
  now: DateTime,
  frozen: z.boolean(),
  people: People,
  odd: z.literal(true).optional().meta({ description: "Imported with `check=shape`." }),
  skipped: z
    .array(z.string())
    .optional()
    .meta({ description: "The steps of the seed that the configuration lacks something for, where there are any." }),
  thirdparties: Count,
  dossiers: Count,
  documents: Count,
  events: Count,
}).meta({ id: "World", description: "An account's world, in figures." });
const ListedWorld = object({
  ...World.shape,
  usedAt: DateTime.meta({
    description: "By the wall clock, UTC. A request, a write or a stream of the account is a use; a list is none.",
  }),
}).meta({ id: "ListedWorld", description: "A world in figures, and its last use." });
export const Worlds = object({
  content: z.array(ListedWorld),
  deleted: z.array(AccountId).meta({
    description:
      "Accounts whose world can be brought back with `from: { accountId, deleted: true }`: the last few that were " +
      "deleted one by one, as long as the server runs and there is no database.",
  }),
}).meta({ id: "Worlds" });
export const DeletedWorlds = object({ deleted: z.array(AccountId) }).meta({
  id: "DeletedWorlds",
  description: "The accounts that are gone, in the order of their ids.",
});
export const WorldCheck = choice(
  "WorldCheck",
  ["rules", "shape"],
  "`shape` takes a world that is odd on purpose: it is checked only so far that the sandbox can use it, and marked " +
    "as `odd`.",
);
export const WorldState = z
  .looseObject({})
  .meta({ id: "WorldState", description: "A whole world, in the form of the files in seeds/." });

export const Snapshot = object({ name: SnapshotName, takenAt: DateTime, events: Count }).meta({
  id: "Snapshot",
  description: "A world as it was.",
});
const ListedSnapshot = object({
  name: SnapshotName,
  takenAt: DateTime.nullable(),
  events: Count.nullable(),
  damage: z
    .string()
    .nullable()
    .meta({ description: "Why it cannot be restored, or null. Only its name is sure then." }),
}).meta({ id: "ListedSnapshot", description: "A snapshot, and whether its file is sound." });
export const Snapshots = listOf("Snapshots", ListedSnapshot);

/** A record of zod ignores the key `__proto__`; the published schema refuses it, and so does this. */
export const ownKeys = <S extends z.ZodType>(record: S): S =>
  z
    .unknown()
    .superRefine((value, context) => {
      if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__"))
        context.addIssue({ code: "unrecognized_keys", keys: ["__proto__"], input: value as Record<string, unknown> });
    })
    .pipe(record) as unknown as S;

export const ClockReading = object({
  accountId: AccountId,
  now: DateTime,
  frozen: z.boolean(),
  nextDue: DateTime.nullable().meta({ description: "When something happens next." }),
  happened: ownKeys(z.partialRecord(EventName, Count)).meta({
    type: "object",
    propertyNames: { type: "string", enum: EventName.options, ...EventName.meta() },
    additionalProperties: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...Count.meta() },
    description: "Events that came about on the way, by name.",
  }),
  cancelled: z
    .literal(true)
    .optional()
    .meta({ description: "The move was cancelled, and the clock stands before its goal." }),
  stopped: z
    .string()
    .optional()
    .meta({ description: "Why the clock does not go on: the world may not grow any more." }),
}).meta({ id: "ClockReading", description: "The account's clock." });
export const ClockMove = union([
  strictObject({ advance: Duration }).meta({ id: "ClockAdvance" }),
  strictObject({ set: ClockMoment }).meta({ id: "ClockSet" }),
  strictObject({ freeze: z.boolean() }).meta({ id: "ClockFreeze" }),
]).meta({ id: "ClockMove", description: "Forward by a duration, to a moment, or stop and go." });

export const ResourceType = named("ResourceType", z.enum(["THIRD_PARTY", "DOSSIER", "DOCUMENT"]));
export const Actor = object({
  type: named("ActorType", z.enum(["CLIENT", "THIRD_PARTY", "PLATFORM", "PROVIDER"])),
  name: z.string(),
}).meta({ id: "Actor", description: "Who brought it about." });
export const JournalEvent = object({
  eventId: Id,
  eventName: EventName,
  resourceType: ResourceType,
  resourceId: Id,
  accountId: AccountId,
  thirdpartyId: Id,
  dossierId: Id.nullable(),
  documentId: Id.nullable(),
  occurredAt: DateTime,
  actor: Actor,
  payload: z.record(z.string(), z.unknown()),
}).meta({ id: "JournalEvent", description: "One entry of the audit journal." });
export const JournalPage = object({
  content: z.array(JournalEvent),
  after: whole(0, 999_999_999).nullable().meta({ description: "The last eventId, or the request's own cursor." }),
}).meta({ id: "JournalPage" });
export type JournalEvent = z.output<typeof JournalEvent>;

export const responseFields = {
  outcome: named("Outcome", z.enum(["valid", "review", "invalid", "pending"]))
    .optional()
    .meta({
      description:
        "What the automatic check will find. It stands for this answer: a later check of the same bank details finds " +
        "it again. A piece that the register or another piece of the company contradicts is invalid all the same, " +
        "and its event says why. A file in place of a form cannot be `valid`: only a person reads it.",
    }),
  issueDate: Day.optional().meta({
    description: "The day the piece was issued, from the founding of the company to today.",
  }),
};
const FormAnswers = ownKeys(z.record(z.string(), union([z.string(), z.number(), z.boolean()]))).meta({
  type: "object",
  propertyNames: { not: { const: "__proto__" } },
  additionalProperties: { type: ["string", "number", "boolean"] },
  description: "Answers by the keys of the form; the rest is filled in plausibly.",
});
export const Answer = strictObject({ ...responseFields, formdata: FormAnswers.optional() }).meta({
  id: "Answer",
  description: "What the third party answers; a plausible answer when nothing is said.",
});

export const Fault = strictObject({
  operation: z.string().optional().meta({ description: "Operation id, such as thirdparties.list; all when left out." }),
  accountId: AccountId.optional().meta({ description: "All accounts when left out." }),
  kind: named("FaultKind", z.enum(["status", "delay", "disconnect", "truncate", "malformed", "lag"])).meta({
    description:
      "`status` and `disconnect` come instead of the operation; `truncate` and `malformed` spoil its answer; " +
      "`delay` only waits; `lag` hides recent events from searches.",
  }),
  status: whole(400, 599).optional().meta({ description: "For `status`; 503 when left out." }),
  delayMs: whole(0, 60_000)
    .optional()
    .meta({ description: "Waits first, whatever the kind; 1000 for `delay` when left out." }),
  lag: Duration.optional().meta({
    description:
      "For `lag`: searches find an event so long after it occurred, on the account's own clock; PT5M when left out.",
    examples: ["PT5M"],
  }),
  probability: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: "Drawn from the world's own chance: the same requests meet the same faults." }),
  times: whole(1, 1_000_000).optional().meta({ description: "How often it strikes; for ever when left out." }),
}).meta({ id: "Fault", description: "Something that goes wrong on purpose." });
export type Fault = z.output<typeof Fault>;
export const Faults = z.array(Fault).max(1000).meta({ id: "Faults" });
export const ofAccount = object({
  accountId: AccountId.optional().meta({ description: "Only what belongs to this account; the rest stays as it is." }),
});

export const Stopping = object({
  pid: whole(1, Number.MAX_SAFE_INTEGER).meta({ description: "The process, on the server's own machine." }),
}).meta({ id: "Stopping", description: "The server ends." });

export const Server = object({
  version: z.string(),
  now: DateTime.meta({ description: "The wall clock, UTC." }),
  auth: named("AuthMode", z.enum(["strict", "lenient", "off"])).meta({ description: "How tokens are checked." }),
  place: z.string().meta({ description: "Where the worlds are kept." }),
  seed: z.string().meta({ description: "What a new account starts from." }),
}).meta({ id: "Server", description: "The server, for people." });

const Assumption = object({
  key: z.string(),
  gap: z.string(),
  chosen: z.string(),
  places: z.array(z.string()),
  confirmed: z.string().nullable().meta({ description: "The day on which the real service confirmed it, or null." }),
}).meta({ id: "Assumption" });
export const AssumptionList = listOf("AssumptionList", Assumption);
const IdentifierKind = named("IdentifierKind", z.enum(["SIRET", "VAT", "DUNS"]));
const TestIdentifier = object({ kind: IdentifierKind, case: z.string(), value: z.string(), meaning: z.string() }).meta({
  id: "TestIdentifier",
});
export const TestIdentifierList = listOf("TestIdentifierList", TestIdentifier);
const SeedSummary = object({ name: z.string(), description: z.string() }).meta({ id: "SeedSummary" });
export const SeedList = listOf("SeedList", SeedSummary);

const year = 31_536_000;
const Seconds = whole(-year, year);

export const TokenRequest = strictObject({
  accountIds: z.array(AccountId).min(1).max(100),
  expiresIn: Seconds.optional().meta({ description: "Seconds; negative makes an expired token." }),
  subject: ShortText.optional().meta({
    description:
      "The caller that the request log names, `demo` when left out. `console` is the web console's own: what it asks " +
      "of the service is neither logged nor counted, and no fault strikes it.",
  }),
}).meta({ id: "TokenRequest", description: "A token to make." });
export const Token = object({
  accessToken: z.string(),
  tokenType: z.literal("Bearer"),
  expiresIn: Seconds,
  accountIds: z.array(AccountId),
}).meta({ id: "Token" });
export const OAuthRequest = object({
  grant_type: z.string(),
  username: z.string().optional(),
  password: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
}).meta({ id: "OAuthRequest", description: "OAuth 2 token request: password, client_credentials or refresh_token." });
export const OAuthToken = object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: Seconds,
  refresh_token: z.string().optional(),
  refresh_expires_in: Seconds.optional(),
}).meta({ id: "OAuthToken" });
export const OAuthError = object({ error: z.string(), error_description: z.string() }).meta({ id: "OAuthError" });
