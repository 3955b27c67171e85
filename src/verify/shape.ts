import { z } from "zod";
import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";

/** Where a body is not what its schema says, and whose word that was: an assumption's, or the specification's when it is null. */
export interface Deviation {
  pointer: string;
  expected: string;
  received: string;
  assumption: AssumptionKey | null;
}
/** A place at which an assumption was seen to hold. */
export interface Sight {
  pointer: string;
  assumption: AssumptionKey;
}

interface Marks {
  /** That there is such a field. */
  field: AssumptionKey | null;
  /** That it has such values. */
  value: AssumptionKey | null;
}

/** Of those that values carry, the ones that seeing a value bears out: a status says nothing of how it came about. */
const borneOutByValues: readonly AssumptionKey[] = ["document-statuses", "evidence-values", "identifier-checks"];

const isKey = (mark: unknown): mark is AssumptionKey => typeof mark === "string" && Object.hasOwn(assumptions, mark);

/** What a field is made of, beneath what makes it optional or nullable; and what was marked on the way. */
function unwrapped(schema: z.ZodType): { schema: z.ZodType; marks: Marks } {
  const marks: Marks = { field: null, value: null };
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

/** Of several shapes, the one that was meant: the one that fits, or that comes nearest. */
function meant(schema: z.ZodType, value: unknown): z.ZodType {
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options as readonly z.ZodType[];
  const wrong = options.map((option) => ({ option, issues: option.safeParse(value).error?.issues.length ?? 0 }));
  return (wrong.toSorted((a, b) => a.issues - b.issues)[0] as { option: z.ZodType }).option;
}

/** The fields beneath a value, each with its schema. */
function childrenOf(schema: z.ZodType, value: unknown): [name: string, schema: z.ZodType, value: unknown][] {
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? value.map((item, at) => [String(at), schema.element as z.ZodType, item]) : [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => [
      name,
      field,
      (value as Record<string, unknown>)[name],
    ]);
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).map(([name, item]) => [name, schema.valueType as z.ZodType, item]);
  return [];
}

const kindOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : undefined;
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing";
  const text = kindOf(value) ?? JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};
const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Names that the contract does not have, where one that it has is missing: it may have been renamed. */
const strangersBeside = (schema: z.ZodType, value: unknown): string => {
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return "";
  const strangers = Object.keys(value).filter((name) => !Object.hasOwn(schema.shape, name));
  return strangers.length === 0
    ? ""
    : `; there is ${strangers.slice(0, 5).join(", ")}, which the contract does not name`;
};

/** Compares a body with its schema, field by field, so that every deviation is at its own place and none hides another. */
export function compare(root: z.ZodType, body: unknown): { deviations: Deviation[]; sights: Sight[] } {
  const deviations: Deviation[] = [];
  const sights: Sight[] = [];
  const visit = (wrapped: z.ZodType, value: unknown, pointer: string, beside: string): boolean => {
    const { schema: maybeUnion, marks } = unwrapped(wrapped);
    const schema = meant(maybeUnion, value);
    const children = childrenOf(schema, value);
    const isContainer = schema instanceof z.ZodObject || schema instanceof z.ZodArray || schema instanceof z.ZodRecord;
    const fits = children
      .map(([name, child, item]) =>
        visit(child, item, `${pointer}/${escape(name)}`, item === undefined ? strangersBeside(schema, value) : ""),
      )
      .every(Boolean);
    // What is wrong beneath was said there; here it is only what the value is by itself.
    const issue = fits ? wrapped.safeParse(value).error?.issues[0] : undefined;
    if (issue) {
      const isValue = value !== undefined && value !== null && kindOf(value) === undefined;
      const expected = issue.code === "invalid_type" ? `${issue.expected}` : issue.message;
      deviations.push({
        pointer,
        expected,
        received: `${shown(value)}${beside}`,
        assumption: (isValue ? marks.value : null) ?? marks.field,
      });
      return false;
    }
    if (!fits) return false;
    if (value !== undefined && marks.field !== null) sights.push({ pointer, assumption: marks.field });
    if (
      value !== undefined &&
      value !== null &&
      !isContainer &&
      marks.value !== null &&
      borneOutByValues.includes(marks.value)
    )
      sights.push({ pointer, assumption: marks.value });
    return true;
  };
  visit(root, body, "", "");
  return { deviations, sights };
}
