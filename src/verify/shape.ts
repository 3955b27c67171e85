import { z } from "zod";
import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";

/** The places where a body deviates from its schema, and those that confirm an assumption. */
export interface Comparison {
  /** The assumption of a deviation is null where the specification itself says otherwise. */
  deviations: { pointer: string; expected: string; received: string; assumption: AssumptionKey | null }[];
  confirmations: { pointer: string; assumption: AssumptionKey }[];
}

/** Assumptions that a value alone confirms; a status, for example, does not show its transition. */
const confirmedByValues: readonly AssumptionKey[] = ["document-statuses", "evidence-values", "identifier-checks"];

const isKey = (mark: unknown): mark is AssumptionKey => typeof mark === "string" && Object.hasOwn(assumptions, mark);

const known = new WeakMap<z.ZodType, ReturnType<typeof unwrap>>();
const unwrapped = (schema: z.ZodType) => {
  const result = known.get(schema) ?? unwrap(schema);
  known.set(schema, result);
  return result;
};
/** The schema below optional, nullable and default wrappers, and the assumptions about the field and its values. */
function unwrap(schema: z.ZodType) {
  const marks: Record<"field" | "value", AssumptionKey | null> = { field: null, value: null };
  let current = schema;
  while (true) {
    const meta = current.meta() as { "x-assumed"?: unknown; "x-name"?: { assumed?: readonly unknown[] } } | undefined;
    const field = meta?.["x-assumed"];
    const value = meta?.["x-name"]?.assumed?.[0];
    if (marks.field === null && isKey(field)) marks.field = field;
    if (marks.value === null && isKey(value)) marks.value = value;
    if (!(current instanceof z.ZodOptional || current instanceof z.ZodNullable || current instanceof z.ZodDefault))
      return { schema: current, marks };
    current = current.unwrap() as z.ZodType;
  }
}

/** The option of a union that the value names or fits, or else has the fewest issues. */
function closestOption(schema: z.ZodType, value: unknown): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as readonly z.ZodType[];
  const name = schema instanceof z.ZodDiscriminatedUnion ? schema.def.discriminator : undefined;
  const chosen = name === undefined ? undefined : (value as Record<string, z.core.util.Primitive> | null)?.[name];
  const own = options.find(({ _zod }) => name !== undefined && _zod.propValues?.[name]?.has(chosen));
  if (own) return own;
  const wrong = options.map((option) => ({ option, issues: option.safeParse(value).error?.issues.length ?? 0 }));
  return (wrong.toSorted((a, b) => a.issues - b.issues)[0] as { option: z.ZodType }).option;
}

const shapeOf = (schema: z.ZodObject) => Object.entries(schema.shape as Record<string, z.ZodType>);

/** The fields of a value, each with its schema. */
function childrenOf(schema: z.ZodType, value: unknown): [name: string, schema: z.ZodType, value: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item, at) => [String(at), schema.element as z.ZodType, item]) : [];
  if (schema instanceof z.ZodObject)
    return shapeOf(schema).map(([name, field]) => [name, field, (value as Record<string, unknown>)[name]]);
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).map(([name, item]) => [name, schema.valueType as z.ZodType, item]);
  return [];
}

const kindOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : undefined;
export const excerpt: Shown = (value) => {
  if (value === undefined) return "nothing";
  const text = kindOf(value) ?? JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
/**
 * The same without what it says, for recordings of real people and companies: the form of a text, each digit as 9 and
 * each letter as a. The value of an enumeration names the difference, and stays.
 */
export const discreet: Shown = (value, isListed = false) => {
  if (typeof value !== "string" || (isListed && isConstant(value))) return excerpt(value);
  const form = value.replace(/\p{Lu}/gu, "A").replace(/[\p{L}\p{M}]/gu, (letter) => (letter === "A" ? letter : "a"));
  return value.length > 40
    ? `a text of ${value.length} characters`
    : `a text of the form ${JSON.stringify(form.replace(/\p{N}/gu, "9"))}`;
};
/** Shows a received value; `isListed` where only some values are allowed. */
export type Shown = (value: unknown, isListed?: boolean) => string;
/** A text as enumerations have it; a number of many digits could identify a person. */
const isConstant = (text: string) => /^(?:[A-Z][A-Z0-9_]*|[a-z][a-z0-9_]*)$/.test(text) && !/\d{4}/.test(text);
/** A name that a programmer gave, not a person's input. */
export const isName = (text: string) => /^[\w$.-]{1,40}$/.test(text);

const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The names beside a missing field that the contract does not have: the field may have been renamed. */
const unknownNamesBeside = (schema: z.ZodType, value: unknown): string => {
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return "";
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.shape, name) && isName(name));
  return unknown.length === 0 ? "" : `; there is ${unknown.slice(0, 5).join(", ")}, which the contract does not name`;
};

/** The properties that a strict schema does not have; one that another option of its union has is not unknown. */
function surplusOf(schema: z.ZodType, union: z.ZodType, value: unknown): { name: string; isUnknown: boolean }[] {
  const isStrict = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever;
  if (!isStrict || kindOf(value) !== "an object") return [];
  const options = (union instanceof z.ZodUnion ? union.options : [schema]) as z.ZodObject[];
  return Object.keys(value as object)
    .filter((name) => !Object.hasOwn(schema.shape, name))
    .map((name) => ({ name, isUnknown: options.every(({ shape }) => !Object.hasOwn(shape, name)) }));
}

/** Compares a body with its schema field by field, so that no deviation hides another. */
export function compare(root: z.ZodType, body: unknown, shown = excerpt): Comparison {
  const deviations: Comparison["deviations"] = [];
  const confirmations: Comparison["confirmations"] = [];
  // Most bodies fit as a whole, and only what they confirm is left to be found.
  const isFit = root.safeParse(body).success;
  const visit = (wrapped: z.ZodType, value: unknown, pointer = "", beside = ""): boolean => {
    const { schema: maybeUnion, marks } = unwrapped(wrapped);
    const schema = closestOption(maybeUnion, value);
    const fits = childrenOf(schema, value).map(([name, child, item]) =>
      visit(child, item, `${pointer}/${escape(name)}`, item === undefined ? unknownNamesBeside(schema, value) : ""),
    );
    const surplus = isFit ? [] : surplusOf(schema, maybeUnion, value);
    for (const { name, isUnknown } of surplus) {
      const assumption = isUnknown ? "unknown-input" : marks.field;
      const expected = isUnknown ? "no such property" : "no such property beside the others";
      const last = isName(name) ? escape(name) : `(${shown(name)})`;
      deviations.push({ pointer: `${pointer}/${last}`, expected, received: "it", assumption });
    }
    if (!fits.every(Boolean) || surplus.length > 0) return false;
    // The deviations below are recorded already; this is the issue of the value itself.
    const issue = isFit ? undefined : wrapped.safeParse(value).error?.issues[0];
    const isPlain = value !== undefined && value !== null && kindOf(value) === undefined;
    if (issue) {
      const expected = issue.code === "invalid_type" ? `${issue.expected}` : issue.message;
      const assumption = (isPlain ? marks.value : null) ?? marks.field;
      const isListed = schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
      deviations.push({ pointer, expected, received: `${shown(value, isListed)}${beside}`, assumption });
      return false;
    }
    if (value !== undefined && marks.field) confirmations.push({ pointer, assumption: marks.field });
    if (isPlain && marks.value && confirmedByValues.includes(marks.value))
      confirmations.push({ pointer, assumption: marks.value });
    return true;
  };
  visit(root, body);
  return { deviations, confirmations };
}
