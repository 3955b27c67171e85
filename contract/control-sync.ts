import { object, z } from "zod";
import { Moment } from "./control-shapes.ts";
import { EventName } from "./events.ts";
import { named } from "./named.ts";
import { AccountId, Count, DateTime, Id, ShortText } from "./shared.ts";

const mostListed = 10;
/** The first of a list, and how many more there are. */
const some = <S extends z.ZodType>(id: string, item: S) =>
  object({
    content: z.array(item).max(mostListed),
    more: Count.meta({ description: "Those that are not listed." }),
  }).meta({ id });
export const someOf = <T, S>(list: readonly T[], shown: (item: T) => S) => ({
  content: list.slice(0, mostListed).map(shown),
  more: Math.max(0, list.length - mostListed),
});

const SyncEvent = object({ eventId: Id, eventName: EventName, resourceId: Id, occurredAt: DateTime }).meta({
  id: "SyncEvent",
  description: "An event that a finding is about.",
});
const SyncRequest = object({
  requestId: z.string(),
  from: DateTime.nullable().meta({ description: "Start of its window; null where its bounds are none." }),
  to: DateTime.nullable().meta({ description: "End of its window." }),
  page: Count,
  status: Count,
}).meta({ id: "SyncRequest", description: "A search that a finding is about." });

export const SyncKind = named("SyncKind", z.enum(["gap", "failed", "pages", "late", "names", "overlap"])).meta({
  description:
    "`gap`: time, and maybe events, in no window; `failed`: a window answered with an error and never repeated; " +
    "`pages`: pages that were never fetched; `late`: events that appeared after their window was read; `names`: " +
    "event types that happened and were never asked for; `overlap`: windows that share time, which loses nothing.",
});
const SyncFinding = object({
  kind: SyncKind,
  caller: z.string().nullable().meta({ description: "Subject of the token; null where all callers are meant." }),
  missed: Count.meta({ description: "Events that did not reach the caller by it." }),
  fails: z.boolean().meta({
    description:
      "Whether the client is at fault: it lost events, or left time unread in which none happened; else a remark.",
  }),
  sentence: z.string().meta({ description: "The likely mistake and its mend." }),
  events: some("SyncEvents", SyncEvent),
  requests: some("SyncRequests", SyncRequest),
}).meta({ id: "SyncFinding", description: "A mistake of a client that synchronises, or a remark." });
const SyncCaller = object({
  caller: z.string(),
  searches: Count.meta({ description: "Requests that filter by events." }),
  answered: Count.meta({ description: "Those among them that were answered; with none, nothing was shown." }),
  polls: Count.meta({ description: "Windows; the pages of one and its repetitions count once." }),
  from: DateTime.nullable().meta({ description: "Events before this moment are not judged." }),
  to: DateTime.nullable().meta({ description: "Events after this moment are not due yet." }),
  due: Count.meta({ description: "Events that it should have been shown." }),
  missed: Count.meta({ description: "Those among them that it was not." }),
}).meta({ id: "SyncCaller", description: "A caller that synchronises, in figures." });

export const SyncReport = object({
  accountId: AccountId,
  clock: DateTime.meta({ description: "The account's own time." }),
  isComplete: z.boolean().meta({ description: "Whether all searches of the time that is judged are known." }),
  callers: z.array(SyncCaller),
  findings: z
    .array(SyncFinding)
    .meta({ description: "Those that lost events first, then other mistakes, then remarks." }),
  unknowns: z.array(z.string()).meta({ description: "What cannot be said, and why." }),
}).meta({ id: "SyncReport", description: "What a client that polls for events did not get, and why." });
export type SyncReport = z.output<typeof SyncReport>;
export type SyncFinding = SyncReport["findings"][number];

export const syncQuery = object({
  caller: ShortText.optional().meta({ description: "Only this subject of a token." }),
  from: Moment.optional().meta({ description: "Only events from this moment on." }),
  names: z.string().optional().meta({
    description:
      "The event types that the client has to follow, separated by commas; those that it asked for when left out.",
  }),
});
