import { z } from "zod";

/** An answer that is not what the contract says: a bug of ours. */
export class ContractViolation extends Error {
  readonly issues: string[];
  constructor(error: z.ZodError, within: readonly PropertyKey[] = []) {
    const issues = error.issues.map(({ path, message }) => `/${[...within, ...path].map(String).join("/")}: ${message}`);
    super(`the answer does not fit the contract at ${issues.slice(0, 5).join("; ")}`);
    this.issues = issues;
  }
}

/** `within` is where in the answer the body stands. */
type Serialise = (body: unknown, within?: readonly PropertyKey[]) => string;

/** A row is immutable: it is checked and written out once, and its text kept for as long as it lives. */
function kept(schema: z.ZodType): Serialise {
  const texts = new WeakMap<object, string>();
  return (body, within) => {
    const known = typeof body === "object" && body !== null ? texts.get(body) : undefined;
    if (known !== undefined) return known;
    const result = schema.safeParse(body);
    if (!result.success) throw new ContractViolation(result.error, within);
    const text = JSON.stringify(result.data);
    if (typeof body === "object" && body !== null) texts.set(body, text);
    return text;
  };
}

const serialisers = new WeakMap<z.ZodType, Serialise>();
const keptOf = (schema: z.ZodType): Serialise => {
  const serialise = serialisers.get(schema) ?? kept(schema);
  serialisers.set(schema, serialise);
  return serialise;
};

/** Checks a body against its schema and writes it out; a page is its rows' kept texts side by side. */
export function serialiserOf(schema: z.ZodType): Serialise {
  const content = schema instanceof z.ZodObject ? schema.shape.content : undefined;
  if (!(schema instanceof z.ZodObject) || !(content instanceof z.ZodArray)) return keptOf(schema);
  const row = keptOf(content.element as z.ZodType);
  const rest = schema.omit({ content: true });
  return (body) => {
    const { content: rows, ...others } = body as { content: unknown };
    if (!Array.isArray(rows)) throw new ContractViolation(schema.safeParse(body).error as z.ZodError);
    const checked = rest.safeParse(others);
    if (!checked.success) throw new ContractViolation(checked.error);
    const tail = JSON.stringify(checked.data).slice(1);
    return `{"content":[${rows.map((body, index) => row(body, ["content", index])).join(",")}]${tail === "}" ? "" : ","}${tail}`;
  };
}
