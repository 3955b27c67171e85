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

/** `within` is the place of the body in the response. */
export type Serialise = (body: unknown, within?: readonly PropertyKey[]) => Uint8Array;

const once =
  (schema: z.ZodType): Serialise =>
  (body, within) => {
    const result = compiled(schema).safeParse(body);
    if (!result.success) throw new ContractViolation(result.error, within);
    return Buffer.from(JSON.stringify(result.data));
  };

/** A row is immutable, so it is checked and serialised once, and its bytes are kept as long as the row. */
function kept(schema: z.ZodType): Serialise {
  const written = new WeakMap<object, Uint8Array>();
  const write = once(schema);
  return (body, within) => {
    const known = typeof body === "object" && body !== null ? written.get(body) : undefined;
    if (known !== undefined) return known;
    const bytes = write(body, within);
    if (typeof body === "object" && body !== null) written.set(body, bytes);
    return bytes;
  };
}

const serialisers = new WeakMap<z.ZodType, Serialise>();
const keptOf = (schema: z.ZodType): Serialise => {
  const serialise = serialisers.get(schema) ?? kept(schema);
  serialisers.set(schema, serialise);
  return serialise;
};

const comma = 44;
const opening = Buffer.from('{"content":[');

/** A page from the kept bytes of its rows. */
function pageOf(rows: readonly Uint8Array[], closing: Uint8Array): Uint8Array {
  const commas = Math.max(0, rows.length - 1);
  const length = rows.reduce((sum, row) => sum + row.length, opening.length + commas + closing.length);
  const page = Buffer.allocUnsafe(length);
  page.set(opening);
  let at = opening.length;
  for (const [index, row] of rows.entries()) {
    if (index > 0) page[at++] = comma;
    page.set(row, at);
    at += row.length;
  }
  page.set(closing, at);
  return page;
}

/** Checks a body against its schema and serialises it as UTF-8; `again` keeps the bytes for later requests. */
export function serialiserOf(schema: z.ZodType, { again = true } = {}): Serialise {
  const content = schema instanceof z.ZodObject ? schema.shape.content : undefined;
  if (!(schema instanceof z.ZodObject) || !(content instanceof z.ZodArray))
    return again ? keptOf(schema) : once(schema);
  const row = keptOf(content.element as z.ZodType);
  const rest = schema.omit({ content: true });
  return (body) => {
    const { content: rows, ...others } = body as { content: unknown };
    if (!Array.isArray(rows)) throw new ContractViolation(schema.safeParse(body).error as z.ZodError);
    const checked = compiled(rest).safeParse(others);
    if (!checked.success) throw new ContractViolation(checked.error);
    const tail = JSON.stringify(checked.data).slice(1);
    const written = rows.map((body, index) => row(body, ["content", index]));
    return pageOf(written, Buffer.from(`]${tail === "}" ? "" : ","}${tail}`));
  };
}
