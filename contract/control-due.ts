import { object, z } from "zod";
import { Actor, ClockMoment, ownKeys, root } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, params } from "./endpoint-parts.ts";
import { EventName } from "./events.ts";
import { due as example } from "./examples/control.ts";
import { JobKind } from "./job-kinds.ts";
import { AccountId, Count, DateTime, Id, Problem, wholeNumber } from "./shared.ts";

/** Pages of the control plane may be larger than those of the service. */
export const largePages = {
  page: wholeNumber(0, 1_000_000).default(0).meta({ default: 0, description: "Page, from 0." }),
  size: wholeNumber(1, 1000).default(100).meta({ default: 100, description: "Rows on a page." }),
};
export const pageFields = { page: Count, size: Count, totalElements: Count, totalPages: Count };

const DueJob = object({
  jobId: Id,
  dueAt: DateTime.meta({ description: "By the account's clock; of a round, its first time." }),
  kind: JobKind,
  sentence: z.string().meta({ description: "What happens, in words." }),
  times: Count.meta({ description: "How often it happens until then; only a round comes more than once." }),
  thirdpartyId: Id.nullable(),
  thirdpartyName: z.string().nullable(),
  dossierId: Id.nullable(),
  documentId: Id.nullable(),
  events: z.array(EventName).meta({
    description: "The events that it would leave, in order, if it came first; of a round, the first time.",
  }),
  actor: Actor.nullable().meta({
    description: "Whose act it is, such as a contact; null where it would leave no event.",
  }),
}).meta({ id: "DueJob", description: "Something that will happen by itself." });

const Due = object({
  accountId: AccountId,
  now: DateTime,
  until: DateTime.nullable().meta({ description: "The end of the look ahead; null when nothing is due." }),
  total: Count.meta({ description: "How often something happens until then." }),
  kinds: ownKeys(z.partialRecord(JobKind, Count)).meta({
    type: "object",
    propertyNames: { type: "string", enum: JobKind.options, ...JobKind.meta() },
    additionalProperties: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...Count.meta() },
    description: "The same by kind.",
  }),
  content: z.array(DueJob),
  ...pageFields,
}).meta({ id: "Due", description: "What will happen by itself, in order." });

export const due = {
  method: "get",
  path: `${root}/accounts/:accountId/due`,
  summary: "Look ahead at what will happen by itself",
  description:
    "Up to a moment of the account's clock; without one, only what comes next. Nothing is changed.\n\n" +
    "It shows the jobs that are planned now. It cannot foresee what those bring about in turn (an answer that " +
    "arrives is checked later, a dossier that closes may be opened again, a change at one establishment reaches the " +
    "others), nor what requests do meanwhile: a job may be planned, moved or dropped. `events` is a trial of each " +
    "job by itself on the world as it is now; an advance of the clock counts what really happens.",
  params: params.account,
  query: z.object({ until: ClockMoment.optional(), ...largePages }),
  responses: { 200: Due, 404: Problem, ...guarded },
  examples: { success: { summary: "One answer expires", query: { until: "2026-02-01T00:00:00" }, response: example } },
} as const satisfies Endpoint;
