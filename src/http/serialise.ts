import { z } from "zod";
import { compiled } from "../../contract/compiled.ts";

/** A response that does not fit the contract: a bug of the sandbox. */
export class ContractViolation extends Error {
  readonly issues: string[];
  constructor(error: z.ZodError, within: readonly PropertyKey[] = []) {
    const pathOf = (path: readonly PropertyKey[]) => [...within, ...path].map(String).join("/");
    const issues = error.issues.map(({ path, message }) => `/${pathOf(path)}: ${message}`);
    super(`the answer does not fit the contract at ${issues.slice(0, 5).join("; ")}`);
    this.issues = issues;
  }
}

/**
 * UTF-8 as a text of one character for each byte: Node sends a head and a text with one write, a head and a buffer
 * with two. `within` is the place of the body in the response.
 */
export interface Serialise {
  (body: unknown, within?: readonly PropertyKey[]): string;
  /** Serialises a row of a list, whose text is then known when the list is serialised. */
  row?: Serialise;
}

const utf8 = (text: string): string => Buffer.from(text).toString("latin1");

const once =
  (schema: z.ZodType): Serialise =>
  (body, within) => {
    const result = compiled(schema).safeParse(body);
    if (!result.success) throw new ContractViolation(result.error, within);
    return utf8(JSON.stringify(result.data));
  };

/** A row is immutable, so it is checked and serialised once, and its text is kept as long as the row. */
function kept(schema: z.ZodType): Serialise {
  const written = new WeakMap<object, string>();
  const write = once(schema);
  return (body, within) => {
    const known = typeof body === "object" && body !== null ? written.get(body) : undefined;
    if (known !== undefined) return known;
    const text = write(body, within);
    if (typeof body === "object" && body !== null) written.set(body, text);
    return text;
  };
}

const serialisers = new WeakMap<z.ZodType, Serialise>();
const keptOf = (schema: z.ZodType): Serialise => {
  const serialise = serialisers.get(schema) ?? kept(schema);
  serialisers.set(schema, serialise);
  return serialise;
};

/** Checks a body against its schema and serialises it as UTF-8; `again` keeps the text for later requests. */
export function serialiserOf(schema: z.ZodType, { again = true } = {}): Serialise {
  const content = schema instanceof z.ZodObject ? schema.shape.content : undefined;
  if (!(schema instanceof z.ZodObject) || !(content instanceof z.ZodArray))
    return again ? keptOf(schema) : once(schema);
  const row = keptOf(content.element as z.ZodType);
  const envelope = schema.omit({ content: true });
  const serialise: Serialise = (body) => {
    const { content: rows, ...others } = body as { content: unknown };
    if (!Array.isArray(rows)) throw new ContractViolation(schema.safeParse(body).error as z.ZodError);
    const checked = compiled(envelope).safeParse(others);
    if (!checked.success) throw new ContractViolation(checked.error);
    const tail = JSON.stringify(checked.data).slice(1);
    const written = rows.map((body, index) => row(body, ["content", index]));
    return `{"content":[${written.join()}]${tail === "}" ? "" : ","}${utf8(tail)}`;
  };
  return Object.assign(serialise, { row });
}
