import { z } from "zod";
import { readFixture } from "../../directory/fixtures.ts";

const Range = z.tuple([z.number(), z.number()]);
/** How an answer is made up. */
const Draw = z.strictObject({
  /** Empty unless this earlier answer is yes. */
  if: z.string().optional(),
  computed: z.literal(true).optional(),
  yes: z.number().optional(),
  number: Range.optional(),
  past: Range.optional(),
  /** The day of this document. */
  issued: z.string().optional(),
  pick: z.array(z.string()).optional(),
  /** More to pick from, each only where this earlier answer is yes. */
  given: z.record(z.string(), z.string()).optional(),
  weighted: z.array(z.tuple([z.string(), z.number()])).optional(),
});
export type Draw = z.output<typeof Draw>;

const Field = z.strictObject({
  type: z.enum(["string", "date", "iban", "boolean", "number"]),
  key: z.string(),
  title: z.string(),
  order: z.int().min(1),
  /** May be left empty. */
  optional: z.boolean().optional(),
  /** Left out where `form-values.ts` makes up the whole form. */
  draw: Draw.default({}),
});
export type FormField = z.output<typeof Field>;
const forms = readFixture("forms.json", z.record(z.string(), z.array(Field)));

/** The document types that have a form. */
export const formCodes: readonly string[] = Object.keys(forms);

export function fieldsOf(documentCode: string): readonly FormField[] | undefined {
  return Object.hasOwn(forms, documentCode) ? forms[documentCode] : undefined;
}
