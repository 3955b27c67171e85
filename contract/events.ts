import { z } from "zod";
import { documentEvents, dossierEvents, thirdpartyEvents } from "./event-names.ts";
import { type Name, named } from "./named.ts";
import { nearest } from "./nearest.ts";
import { boundPattern, refusals } from "./shared.ts";

export const ThirdpartyEventName = named(
  "ThirdpartyEventName",
  z.enum(thirdpartyEvents).meta({ description: "What can happen to a third party." }),
);
export const DossierEventName = named(
  "DossierEventName",
  z.enum(dossierEvents).meta({ description: "What can happen to a dossier." }),
);
export const DocumentEventName = named(
  "DocumentEventName",
  z.enum(documentEvents).meta({ description: "What can happen to a document." }),
);
export const EventName = named(
  "EventName",
  z
    .enum([...thirdpartyEvents, ...dossierEvents, ...documentEvents])
    .meta({ description: "Each of the 100 event types." }),
);
export type EventName = z.output<typeof EventName>;

const searches = {
  THIRD_PARTY: { schema: ThirdpartyEventName, component: "ThirdpartyEventName", search: "thirdparties/search" },
  DOSSIER: { schema: DossierEventName, component: "DossierEventName", search: "dossiers/search" },
  DOCUMENT: { schema: DocumentEventName, component: "DocumentEventName", search: "documents/search" },
} as const;
export type ResourceType = keyof typeof searches;

const namesOf = (type: ResourceType): readonly string[] => searches[type].schema.options;

/** The kind of resource an event happens to. */
export const resourceTypeOf = (name: EventName): ResourceType =>
  (Object.keys(searches) as ResourceType[]).find((type) => namesOf(type).includes(name)) as ResourceType;

function whyNot(name: string, type: ResourceType): string {
  const elsewhere = (Object.keys(searches) as ResourceType[]).find((other) => namesOf(other).includes(name));
  if (elsewhere) return `${name} is an event of another resource type; filter it through ${searches[elsewhere].search}`;
  const guess = nearest(name, namesOf(type));
  return `${JSON.stringify(name.slice(0, 80))} is no event type${guess ? `; did you mean ${guess}?` : ""}`;
}

const filterNames = ["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate"] as const;
const together = `${filterNames.join(", ")} go together`;

/** A parameter of the filter: its own check, and what to say where a search cannot do without it. */
const parameter = <T>(read: (raw: string, context: z.core.$RefinementCtx) => T, published: Record<string, unknown>) => {
  const schema = z.string().transform(read).meta(published).register(refusals, { code: "INVALID_EVENT_FILTER" });
  const required = z
    .string()
    .optional()
    .transform((raw, context) => {
      if (raw !== undefined) return read(raw, context);
      context.addIssue({
        code: "custom",
        message: `is missing: ${together}`,
        params: { code: "INVALID_EVENT_FILTER", expected: "all three parameters of the event filter" },
      });
      return z.NEVER;
    })
    .meta({ ...published, param: { ...(published.param as object | undefined), required: true } })
    .register(refusals, { code: "INVALID_EVENT_FILTER" });
  return { optional: schema.optional(), required };
};

const eventNames = (type: ResourceType) =>
  parameter(
    (raw, context) => {
      const names = raw.split(",").map((name) => name.trim());
      for (const name of names)
        if (!namesOf(type).includes(name))
          context.addIssue({
            code: "custom",
            message: whyNot(name, type),
            params: {
              code: "UNKNOWN_EVENT_NAME",
              expected: `names of ${searches[type].component}, separated by commas`,
            },
          });
      return [...new Set(names)] as EventName[];
    },
    {
      type: "array",
      items: { type: "string", enum: namesOf(type), ...searches[type].schema.meta() },
      minItems: 1,
      description:
        "One or more event types, separated by commas (spaces around them are left aside); one matching event is enough.",
      param: { style: "form", explode: false },
    },
  );

const boundName = {
  name: "EventBound",
  description: "`yyyy-MM-ddTHH:mm:ss`, milliseconds may follow; no zone (UTC).",
  assumed: ["event-bounds"],
} satisfies Name;

const zone = /(?:Z|[+-]\d\d:?\d\d)$/;
const bound = (milliseconds: string, description: string, example: string) =>
  parameter(
    (raw, context) => {
      if (boundPattern.test(raw)) return raw.includes(".") ? raw : raw + milliseconds;
      const zoned = zone.test(raw) && boundPattern.test(raw.replace(zone, ""));
      context.addIssue({
        code: "custom",
        message: zoned
          ? "must not carry a zone: moments are UTC; leave out the Z or the offset"
          : "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss",
        params: { code: "INVALID_EVENT_FILTER", expected: "yyyy-MM-ddTHH:mm:ss, without a zone" },
      });
      return z.NEVER;
    },
    { pattern: boundPattern.source, "x-name": boundName, description, examples: [example] },
  );
const filterOf = (type: ResourceType) => ({
  eventNames: eventNames(type),
  eventOccurrenceStartDate: bound(
    ".000",
    "Start of the range, `yyyy-MM-ddTHH:mm:ss`, included.",
    "2026-01-01T00:00:00",
  ),
  eventOccurrenceEndDate: bound(".999", "End of the range, same format, included.", "2026-12-31T23:59:59"),
});

type Query = Partial<Record<(typeof filterNames)[number], unknown>>;

/** Says which of the three is missing. */
function checkTogether(query: Query, context: z.core.$RefinementCtx): void {
  const given = filterNames.filter((name) => query[name] !== undefined);
  if (given.length === 0) return;
  for (const name of filterNames)
    if (!given.includes(name))
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is missing: ${together}, and only ${given.join(" and ")} came`,
        params: { code: "INVALID_EVENT_FILTER", expected: "all three parameters of the event filter, or none" },
      });
}

function checkOrder(
  { eventOccurrenceStartDate: start, eventOccurrenceEndDate: end }: Query,
  context: z.core.$RefinementCtx,
): void {
  if (typeof start === "string" && typeof end === "string" && start > end)
    context.addIssue({
      code: "custom",
      path: ["eventOccurrenceStartDate"],
      message: `starts after the range ends (${start} > ${end}); exchange the two`,
      params: { code: "INVALID_EVENT_FILTER", expected: "a start that is not after the end" },
    });
}

/** These checks speak even when a parameter is wrong by itself, so that everything is said at once. */
const always = { when: () => true };

/** Adds the event filter to a query in which it may be left out. */
export const withEventFilter = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) => {
  const { eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate } = filterOf(type);
  return z
    .object({
      ...shape,
      eventNames: eventNames.optional,
      eventOccurrenceStartDate: eventOccurrenceStartDate.optional,
      eventOccurrenceEndDate: eventOccurrenceEndDate.optional,
    })
    .superRefine((query, context) => checkTogether(query as Query, context), always)
    .superRefine((query, context) => checkOrder(query as Query, context), always);
};

/** Adds it to a search, which is nothing without it. */
export const searchByEvent = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) => {
  const { eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate } = filterOf(type);
  return z
    .object({
      ...shape,
      eventNames: eventNames.required,
      eventOccurrenceStartDate: eventOccurrenceStartDate.required,
      eventOccurrenceEndDate: eventOccurrenceEndDate.required,
    })
    .superRefine((query, context) => checkOrder(query as Query, context), always);
};
