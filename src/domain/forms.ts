import { z } from "zod";
import type { FormEntry } from "../../contract/documents.ts";
import type { Chance } from "../directory/chance.ts";
import { readFixture } from "../directory/fixtures.ts";
import { compact } from "./bank-check.ts";
import { type AnswerContext, type Answerer, fill } from "./form-answers.ts";

const Field = z.strictObject({
  order: z.int().min(1),
  key: z.string(),
  title: z.string(),
  type: z.enum(["string", "date", "iban", "boolean", "number"]),
});
export type FormField = z.output<typeof Field>;

const forms = readFixture("forms.json", z.record(z.string(), z.array(Field)));

/** Codes of the documents that are answered by a form. */
export const formCodes: readonly string[] = Object.keys(forms);

export function fieldsOf(documentCode: string): readonly FormField[] | undefined {
  return Object.hasOwn(forms, documentCode) ? forms[documentCode] : undefined;
}

/** What was answered, by the key of its question; nothing where it is a file. */
export const answersIn = (evidence: object & { formdata?: readonly FormEntry[] }): Record<string, string> =>
  Object.fromEntries((evidence.formdata ?? []).map(({ key, value }) => [key, value]));

export interface Violation {
  key: string;
  expected: string;
  received: string;
}

/** The form as this company would fill it that day. */
export function fillForm(documentCode: string, company: Answerer, chance: Chance, context: AnswerContext): FormEntry[] {
  const answers = fill(documentCode, company, chance, context);
  return known(documentCode).map((field) => ({ ...entry(field), value: answers[field.key] ?? "" }));
}

/** The form with a person's answers; questions they left out keep their answer in `filled`, and are missing without it. */
export function applyAnswers(
  documentCode: string,
  answers: Readonly<Record<string, unknown>>,
  filled: readonly FormEntry[] = [],
): { formdata: FormEntry[] } | { violations: Violation[] } {
  const fields = known(documentCode);
  const keys = fields.map(({ key }) => key);
  const violations: Violation[] = Object.keys(answers)
    .filter((key) => !keys.includes(key))
    .map((key) => ({ key, expected: `one of ${keys.join(", ")}`, received: shown(answers[key]) }));
  const formdata = fields.flatMap((field) => {
    const before = filled.find(({ key }) => key === field.key);
    if (!Object.hasOwn(answers, field.key) && before) return [before];
    const given = answers[field.key];
    const value = types[field.type].read(given);
    if (value !== undefined) return [{ ...entry(field), value }];
    violations.push({ key: field.key, expected: types[field.type].expected, received: shown(given) });
    return [];
  });
  return violations.length ? { violations } : { formdata };
}

const LONGEST = 4000;

const matching = (pattern: RegExp) => (value: unknown) => {
  const text = typeof value === "boolean" || typeof value === "number" ? String(value) : value;
  return typeof text === "string" && pattern.test(text) ? text : undefined;
};

/** What an answer of each type looks like; an IBAN's key is left to the bank check, so that it can refuse one. */
const types: Record<FormField["type"], { expected: string; read: (value: unknown) => string | undefined }> = {
  string: {
    expected: `a text of at most ${LONGEST} characters`,
    read: (value) => (typeof value === "string" && value.length <= LONGEST ? value : undefined),
  },
  date: {
    expected: "a day of the calendar, DD/MM/YYYY",
    read: (value) => (typeof value === "string" && isDay(value) ? value : undefined),
  },
  iban: {
    expected: "an IBAN: two letters, two digits, then 11 to 30 letters and digits",
    read: (value) => matching(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/)(typeof value === "string" ? compact(value) : value),
  },
  boolean: { expected: '"true" or "false"', read: matching(/^(true|false)$/) },
  number: { expected: 'a number with a dot, as "12.5"', read: matching(/^-?\d{1,15}(\.\d{1,6})?$/) },
};

function isDay(text: string): boolean {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  const moment = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).getUTCDate() === Number(day);
}

function entry({ type, key, title, order }: FormField) {
  return { type, key, title, order };
}

function known(documentCode: string): readonly FormField[] {
  const fields = fieldsOf(documentCode);
  if (!fields) throw new Error(`${documentCode} is not answered by a form`);
  return fields;
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
