import { z } from "zod";
import { eventSentences } from "./event-sentences.ts";
import { EventName, type ResourceType, resourceTypeOf } from "./events.ts";
import { Occurrence } from "./occurrences.ts";

/** One event type, with the targets and the data that its trigger takes. */
export interface ListedEvent {
  name: EventName;
  resource: ResourceType;
  sentence: string;
  /** The ids that a trigger may name. */
  targets: string[];
  /** The fields of a trigger's data, with the values that each may have where there are few. */
  data: { field: string; values: string[] }[];
}

type Shape = Record<string, z.ZodType>;
const mostValues = 10;

const unwrapped = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;
const valuesOf = (schema: z.ZodType): string[] => {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodEnum) return inner.options.map(String);
  return inner instanceof z.ZodLiteral ? [...inner.values].map(String) : [];
};

function fieldsOf(data: z.ZodType | undefined): ListedEvent["data"] {
  const inner = unwrapped(data);
  const shapes = inner instanceof z.ZodDiscriminatedUnion ? (inner.options as z.ZodObject[]) : [inner as z.ZodObject];
  const values = new Map<string, Set<string>>();
  for (const { shape } of shapes)
    for (const [field, schema] of Object.entries(shape as Shape))
      values.set(field, new Set([...(values.get(field) ?? []), ...valuesOf(schema)]));
  return [...values].map(([field, found]) => ({ field, values: found.size > mostValues ? [] : [...found] }));
}

/** Every event type, in the order of the specification. */
export function eventList(): ListedEvent[] {
  const shapes = new Map(
    Occurrence.options.flatMap(({ shape }) => (shape.event.options as string[]).map((name) => [name, shape as Shape])),
  );
  return EventName.options.map((name) => {
    const { event: _, data, ...targets } = shapes.get(name) as Shape;
    return {
      name,
      resource: resourceTypeOf(name),
      sentence: eventSentences[name],
      targets: Object.keys(targets),
      data: fieldsOf(data),
    };
  });
}
