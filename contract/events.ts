import { object, z } from "zod";
import { documentEvents, dossierEvents, thirdpartyEvents } from "./event-names.ts";
import { choice, type Name } from "./named.ts";
import { nearest } from "./nearest.ts";
import { boundPattern, type ProblemCode, refusals } from "./shared.ts";

export const ThirdpartyEventName = choice("ThirdpartyEventName", thirdpartyEvents, "What can happen to a third party.");
export const DossierEventName = choice("DossierEventName", dossierEvents, "What can happen to a dossier.");
export const DocumentEventName = choice("DocumentEventName", documentEvents, "What can happen to a document.");
const allEvents = [...thirdpartyEvents, ...dossierEvents, ...documentEvents];
export const EventName = choice("EventName", allEvents, `Each of the ${allEvents.length} event types.`);
export type EventName = z.output<typeof EventName>;

const searches = {
  THIRD_PARTY: { schema: ThirdpartyEventName, component: "ThirdpartyEventName", search: "thirdparties/search" },
  DOSSIER: { schema: DossierEventName, component: "DossierEventName", search: "dossiers/search" },
  DOCUMENT: { schema: DocumentEventName, component: "DocumentEventName", search: "documents/search" },
} as const;
export type ResourceType = keyof typeof searches;

const namesOf = (type: ResourceType): readonly string[] => searches[type].schema.options;
const typeOf = (name: string) => (Object.keys(searches) as ResourceType[]).find((type) => namesOf(type).includes(name));

/** The kind of resource that an event happens to. */
export const resourceTypeOf = (name: EventName) => typeOf(name) as ResourceType;

/** To look for the nearest name takes a millisecond, and a query has room for hundreds of wrong names. */
const mostGuesses = 10;

function explainWrongName(name: string, type: ResourceType, isGuessed: boolean): string {
  const elsewhere = typeOf(name);
  if (elsewhere) return `${name} is an event of another resource type; filter it through ${searches[elsewhere].search}`;
  const guess = isGuessed && nearest(name, namesOf(type));
  return `${JSON.stringify(name.slice(0, 80))} is no event type${guess ? `; did you mean ${guess}?` : ""}`;
}

type Context = z.core.$RefinementCtx;
function addIssue(
  context: Context,
  message: string,
  expected: string,
  { code = "INVALID_EVENT_FILTER", path }: { code?: ProblemCode; path?: string } = {},
): void {
  context.addIssue({ code: "custom", message, params: { code, expected }, ...(path ? { path: [path] } : {}) });
}

const filterNames = ["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate"] as const;
const together = `${filterNames.join(", ")} go together`;

const missingToo = "is missing too";

/** A parameter of the filter: optional in a list, required in a search, where its absence has a sentence of its own. */
const parameter = <T>(
  read: (raw: string, context: Context) => T,
  published: { param?: object; [key: string]: unknown },
) => {
  const required = z
    .string()
    .optional()
    .transform((raw, context) => {
      if (raw !== undefined) return read(raw, context);
      addIssue(context, missingToo, "all three parameters of the event filter");
      return z.NEVER;
    });
  const refused = { code: "INVALID_EVENT_FILTER" } as const;
  return {
    optional: z.string().transform(read).meta(published).register(refusals, refused).optional(),
    required: required
      .meta({ ...published, param: { ...published.param, required: true } })
      .register(refusals, refused),
  };
};

const eventNames = (type: ResourceType) =>
  parameter(
    (raw, context) => {
      const names = [...new Set(raw.split(",").map((name) => name.trim()))];
      const expected = `names of ${searches[type].component}, separated by commas`;
      const wrong = names.filter((name) => !namesOf(type).includes(name));
      for (const [at, name] of wrong.entries())
        addIssue(context, explainWrongName(name, type, at < mostGuesses), expected, { code: "UNKNOWN_EVENT_NAME" });
      return names as EventName[];
    },
    {
      type: "array",
      items: { type: "string", enum: namesOf(type), ...searches[type].schema.meta() },
      minItems: 1,
      description:
        "One or more event types, separated by commas (spaces around them are left aside); " +
        "one matching event is enough.",
      param: { style: "form", explode: false },
    },
  );

const boundName = {
  name: "EventBound",
  description: "`yyyy-MM-ddTHH:mm:ss`, milliseconds may follow; no zone (UTC).",
  assumed: ["event-bounds"],
} satisfies Name;

/** A `+` that is not escaped arrives as a space. */
const zone = /(?:Z|[+ -]\d\d:?\d\d)$/;
function explainWrongBound(raw: string): string {
  const bare = raw.replace(zone, "");
  if (boundPattern.test(`${bare}:00`)) return `lacks its seconds; send ${bare}:00`;
  if (boundPattern.test(`${bare}T00:00:00`)) return `lacks its time; send ${bare}T00:00:00`;
  if (boundPattern.test(bare)) return "must not carry a zone: moments are UTC; leave out the Z or the offset";
  return "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss";
}

const bound = (milliseconds: string, description: string, example: string) =>
  parameter(
    (raw, context) => {
      if (boundPattern.test(raw)) return raw.includes(".") ? raw : raw + milliseconds;
      addIssue(context, explainWrongBound(raw), "yyyy-MM-ddTHH:mm:ss, without a zone");
      return z.NEVER;
    },
    { pattern: boundPattern.source, "x-name": boundName, description, examples: [example] },
  );
const start = bound(".000", "Start of the range, `yyyy-MM-ddTHH:mm:ss`, included.", "2026-01-01T00:00:00");
const end = bound(".999", "End of the range, same format, included.", "2026-12-31T23:59:59");

const filterOf = <K extends "optional" | "required">(type: ResourceType, kind: K) => ({
  eventNames: eventNames(type)[kind],
  eventOccurrenceStartDate: start[kind],
  eventOccurrenceEndDate: end[kind],
});

type Query = Partial<Record<(typeof filterNames)[number], unknown>>;

/** The first missing parameter says why, the others only that they are missing too. */
function explainFirstMissing(_query: Query, { issues }: Context): void {
  const first = issues.findIndex(({ message }) => message === missingToo);
  const found = issues[first];
  if (!found) return;
  const missing = issues.filter(({ message }) => message === missingToo).map(({ path }) => path?.[0]);
  const given = filterNames.filter((name) => !missing.includes(name));
  const only = given.length > 0 ? `, and only ${given.join(" and ")} ${given.length > 1 ? "were" : "was"} sent` : "";
  issues[first] = { ...found, message: `is missing: ${together}${only}` };
}

function checkTogether(query: Query, context: Context): void {
  const missing = filterNames.filter((name) => query[name] === undefined);
  if (missing.length === filterNames.length) return;
  for (const path of missing)
    addIssue(context, missingToo, "all three parameters of the event filter, or none", { path });
  explainFirstMissing(query, context);
}

function checkOrder(query: Query, context: Context): void {
  const { eventOccurrenceStartDate: from, eventOccurrenceEndDate: to } = query;
  if (typeof from !== "string" || typeof to !== "string" || from <= to) return;
  const message = `starts after the range ends (${from} > ${to}); exchange the two`;
  addIssue(context, message, "a start that is not after the end", { path: "eventOccurrenceStartDate" });
}

/** These checks run even when a parameter is invalid, so that one response lists every violation. */
const always = { when: () => true };

/** A query of a list, where the event filter may be left out. */
export const withEventFilter = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) =>
  object({ ...shape, ...filterOf(type, "optional") })
    .superRefine(checkTogether, always)
    .superRefine(checkOrder, always);

/** A query of a search, which needs the event filter. */
export const searchByEvent = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) =>
  object({ ...shape, ...filterOf(type, "required") })
    .superRefine(explainFirstMissing, always)
    .superRefine(checkOrder, always);
