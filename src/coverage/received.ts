import { z } from "zod";
import type { Binary } from "../../contract/endpoint.ts";
import type { Name } from "../../contract/named.ts";

export interface Values {
  /** By the enumeration's name: what no response has had yet. */
  awaited: Map<string, Set<unknown>>;
  /** Each as the name of its enumeration and the value. */
  received: string[];
}
type Receive = (value: unknown) => void;

/** Returns a function that notes the values of enumerations in a body of this schema, each once. */
export function receiverOf(schema: z.ZodType | Binary | undefined, values: Values): Receive | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return receiverOf(schema.unwrap() as z.ZodType, values);
  if (schema instanceof z.ZodEnum) return ofEnumeration(schema, values);
  if (schema instanceof z.ZodArray) return ofList(receiverOf(schema.element as z.ZodType, values));
  if (schema instanceof z.ZodObject) return ofObject(schema, values);
  if (schema instanceof z.ZodUnion)
    return ofAll(schema.options.map((option) => receiverOf(option as z.ZodType, values)));
  return undefined;
}

function ofEnumeration(schema: z.ZodEnum, values: Values): Receive {
  const { name } = (schema.meta() as { "x-name": Name })["x-name"];
  const awaited = values.awaited.get(name) ?? new Set(schema.options);
  values.awaited.set(name, awaited);
  return (value) => {
    if (awaited.delete(value)) values.received.push(`${name} ${value}`);
  };
}

/** Rows are immutable, so each is looked at once. */
function ofList(receive: Receive | undefined): Receive | undefined {
  if (!receive) return undefined;
  const known = new WeakSet<object>();
  const receiveOnce: Receive = (row) => {
    if (typeof row === "object" && row !== null) {
      if (known.has(row)) return;
      known.add(row);
    }
    receive(row);
  };
  return (rows) => {
    if (Array.isArray(rows)) for (const row of rows) receiveOnce(row);
  };
}

function ofObject({ shape }: z.ZodObject, values: Values): Receive | undefined {
  return ofAll(
    Object.entries(shape).map(([name, field]) => {
      const receive = receiverOf(field as z.ZodType, values);
      return receive && ((value) => receive((value as Record<string, unknown> | null | undefined)?.[name]));
    }),
  );
}

function ofAll(all: readonly (Receive | undefined)[]): Receive | undefined {
  const some = all.filter((receive) => receive !== undefined);
  if (some.length === 0) return undefined;
  return (value) => {
    for (const receive of some) receive(value);
  };
}
