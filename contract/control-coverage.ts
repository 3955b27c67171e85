import { object, z } from "zod";
import { assumptions } from "./assumptions.ts";
import { ownKeys, root } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded } from "./endpoint-parts.ts";
import { EventName } from "./events.ts";
import { coverage as example } from "./examples/coverage.ts";
import { Count } from "./shared.ts";

const none = z.object({});
const names = (description: string) => z.array(z.string()).meta({ description });
const counts = (description: string) =>
  ownKeys(z.record(z.string(), Count)).meta({
    type: "object",
    propertyNames: { not: { const: "__proto__" } },
    additionalProperties: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    description,
  });

/** Everything that is counted. Two of these are added up name by name. */
export const Counted = object({
  operations: counts("Successes by operation."),
  statuses: counts("Responses by operation and status."),
  parameters: counts("Query parameters by operation, in requests that succeeded."),
  values: counts("Values of enumerations by their schema, in responses that succeeded; once for each server."),
  events: counts("Event types that a search found."),
  forced: counts("Responses by operation and status that a fault or `Prefer: code=` made."),
  struck: counts("Faults that hit a request, by kind and operation."),
  survived: counts("Those after which the account had a success of the same operation."),
}).meta({ id: "Counted", description: "What was counted, by name; the counts of several servers can be added up." });
export type Counted = z.output<typeof Counted>;

const Figure = object({ covered: Count, declared: Count, percent: z.number().min(0).max(100) }).meta({
  id: "Figure",
  description: "How much of what the contract declares is covered; the percentage is rounded down.",
});

export const Coverage = object({
  missing: object({
    operations: names("Operations without a success."),
    statuses: names("Declared statuses that no response had by itself, by operation."),
    parameters: names("Query parameters, by operation, that no request with a success had."),
    values: names("Values of enumerations that no response had."),
    events: z.array(EventName).meta({ description: "Event types that no search found." }),
    faults: names("Kinds of faults that never hit; with an operation, faults after which it had no success."),
  }).meta({ id: "MissingCoverage" }),
  onlyForced: names("The missing statuses that a fault or `Prefer: code=` has made."),
  assumptions: z
    .array(
      object({ key: z.string(), operations: z.array(z.string()) }).meta({
        id: "AssumptionInUse",
        description: "An assumption, and the operations that were used and rest on it.",
      }),
    )
    .meta({ description: `The assumptions leaned on, of ${Object.keys(assumptions).length}.` }),
  counted: Counted,
  contract: z.string().meta({ description: "Hash of the contract: only counts of the same one can be added up." }),
  figures: object({
    operations: Figure,
    statuses: Figure,
    parameters: Figure,
    values: Figure,
    events: Figure,
    faults: Figure,
  }).meta({ id: "CoverageFigures" }),
}).meta({ id: "Coverage", description: "What the requests so far have used of the contract: what is missing first." });
export type Coverage = z.output<typeof Coverage>;

export const coverage = {
  read: {
    method: "get",
    path: `${root}/coverage`,
    summary: "Read what has been used of the contract",
    description:
      "Of all accounts together, also of those that are deleted, since the start or the last `DELETE`. Where several " +
      "servers share a database, those of all, and the header `X-Complete-Until` says up to when they are counted.",
    params: none,
    responses: { 200: Coverage, ...guarded },
    examples: { success: { summary: "After one list", response: example } },
  },
  clear: {
    method: "delete",
    path: `${root}/coverage`,
    summary: "Begin counting anew",
    params: none,
    responses: { 204: z.undefined(), ...guarded },
    examples: { success: { summary: "Nothing is counted" } },
  },
} as const satisfies Record<string, Endpoint>;
