import type { FormEntry } from "../../../contract/documents.ts";
import type { Chance } from "../../directory/chance.ts";
import type { Configuration, FormField } from "../configuration.ts";
import { compact } from "../response/bank-check.ts";
import type { FormContext, Respondent } from "./drawer.ts";
import { drawValues } from "./form-values.ts";

/** The values of a form by key; empty for a file. */
export const valuesIn = (evidence: object & { formdata?: readonly FormEntry[] }): Record<string, string> =>
  Object.fromEntries((evidence.formdata ?? []).map(({ key, value }) => [key, value]));

const entryOf = ({ type, key, title, order }: FormField, value: string): FormEntry => ({
  type,
  key,
  title,
  order,
  value,
});

type Violation = { key: string; expected: string; received: string };

export function fillForm(documentCode: string, company: Respondent, chance: Chance, context: FormContext): FormEntry[] {
  const fields = formFields(context.configuration, documentCode);
  const values = drawValues(documentCode, fields, company, chance, context);
  return fields.map((field) => entryOf(field, values[field.key] ?? ""));
}

/** The form with the supplied values; a field that is left out keeps its value in `filled`, or else is a violation. */
export function applyValues(
  configuration: Configuration,
  documentCode: string,
  values: Readonly<Record<string, unknown>>,
  filled: readonly FormEntry[] = [],
): { formdata: FormEntry[] } | { violations: Violation[] } {
  const fields = formFields(configuration, documentCode);
  const keys = fields.map(({ key }) => key);
  const violations: Violation[] = Object.keys(values)
    .filter((key) => !keys.includes(key))
    .map((key) => ({ key, expected: `one of ${keys.join(", ")}`, received: excerptOf(values[key]) }));
  const formdata = fields.flatMap((field) => {
    const before = filled.find(({ key }) => key === field.key);
    if (!Object.hasOwn(values, field.key) && before) return [before];
    const given = Object.hasOwn(values, field.key) ? values[field.key] : undefined;
    const { expected, read } = types[field.type];
    const value = field.optional && given === "" ? "" : read(given);
    if (value !== undefined) return [entryOf(field, value)];
    const wanted = field.optional ? `${expected}, or an empty text` : expected;
    violations.push({ key: field.key, expected: wanted, received: excerptOf(given) });
    return [];
  });
  return violations.length ? { violations } : { formdata };
}

const LONGEST = 4000;

const ifText = (fits: (value: string) => boolean) => (value: unknown) =>
  typeof value === "string" && fits(value) ? value : undefined;

const matching = (pattern: RegExp) => (value: unknown) => {
  const text = typeof value === "boolean" || typeof value === "number" ? String(value) : value;
  return typeof text === "string" && pattern.test(text) ? text : undefined;
};

/** The check digits of an IBAN are left to the bank check, which refuses wrong ones. */
const types: Record<FormField["type"], { expected: string; read: (value: unknown) => string | undefined }> = {
  string: { expected: `a text of at most ${LONGEST} characters`, read: ifText(({ length }) => length <= LONGEST) },
  date: { expected: "a day of the calendar, DD/MM/YYYY", read: ifText(isDay) },
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

function formFields({ forms }: Configuration, documentCode: string): readonly FormField[] {
  const fields = forms.get(documentCode);
  if (!fields) throw new Error(`${documentCode} is not answered by a form`);
  return fields;
}

function excerptOf(value: unknown): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
