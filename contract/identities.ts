import { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";
import { compact, isDuns, isSiren, isSiret, isVat, vatPattern, vatPrefixes } from "./identifiers.ts";
import { named } from "./named.ts";
import type { ProblemCode } from "./shared.ts";

type Test = (value: string) => boolean;
/** What is wrong with an identifier: the sentence of the first test that holds. */
type Explanations = readonly (readonly [holds: Test, sentence: string])[];

const identifier = (
  name: string,
  pattern: string,
  isValid: Test,
  explanations: Explanations,
  example: string,
  ...assumed: AssumptionKey[]
) => {
  const format = name.toLowerCase();
  const params = { code: "INVALID_IDENTIFIER", expected: `a valid ${name.toUpperCase()}` };
  const schema = z.string().superRefine((value, context) => {
    if (isValid(value)) return;
    const [, message] = explanations.find(([holds]) => holds(value)) ?? [];
    context.addIssue({ code: "custom", message, params });
  });
  return named(name, schema.meta({ format, pattern, examples: [example] }), "identifier-checks", ...assumed);
};

const digits =
  (length: number): Test =>
  (value) =>
    new RegExp(`^\\d{${length}}$`).test(value);
const spaced =
  (length: number): Test =>
  (value) =>
    value !== compact(value) && digits(length)(compact(value));
const otherwise: Test = () => true;

export const Siren = identifier(
  "Siren",
  "^\\d{9}$",
  isSiren,
  [
    [isSiret, "is a SIRET (14 digits); its SIREN is the first 9"],
    [spaced(9), "must be 9 digits without spaces or dots"],
    [digits(9), "has a wrong check digit"],
    [otherwise, "must be 9 digits with a valid check digit"],
  ],
  "219966488",
);

export const Siret = identifier(
  "Siret",
  "^\\d{14}$",
  isSiret,
  [
    [
      isSiren,
      "is a SIREN (9 digits), which names a company; a SIRET (14 digits) names one of its establishments: " +
        "search by SIREN to find them",
    ],
    [spaced(14), "must be 14 digits without spaces or dots"],
    [digits(14), "has a wrong check digit, in its first 9 digits (SIREN) or in all 14"],
    [otherwise, "must be 14 digits with valid check digits"],
  ],
  "21996648800021",
);

export const Vat = identifier(
  "Vat",
  vatPattern,
  isVat,
  [
    [
      (value) => !/^[A-Z]{2}/.test(value),
      "must start with the two capital letters of a member state of the European Union",
    ],
    [(value) => value.startsWith("GR"), "must start with EL: the VAT numbers of Greece do"],
    [
      (value) => !vatPrefixes.includes(value.slice(0, 2)),
      "is of no member state of the European Union; companies of other countries are known by their DUNS (CIT003)",
    ],
    [(value) => new RegExp(vatPattern).test(value), "has wrong check digits"],
    [otherwise, "does not have the form of a VAT number of that country (capitals, no spaces)"],
  ],
  "FR37219966488",
  "vat-scope",
);

export const Duns = identifier(
  "Duns",
  "^\\d{9}$",
  isDuns,
  [
    [spaced(9), "must be 9 digits without dashes or spaces"],
    [digits(9), "is a placeholder, not a DUNS"],
    [otherwise, "must be 9 digits"],
  ],
  "990100012",
);

/** The same number in groups, as people type it; the output is compact. */
const typed = (code: ProblemCode, format: string, pattern: string, strict: z.ZodType<string>, example: string) => {
  const params = { code, expected: `a valid ${format.toUpperCase()}` };
  return z
    .string()
    .transform((raw, context) => {
      const value = compact(raw);
      const result = strict.safeParse(value);
      const messages = result.error?.issues.map(({ message }) => message) ?? [];
      if (result.success && !new RegExp(pattern).test(raw))
        messages.push("may hold single spaces, dots or dashes between its parts, nothing else");
      for (const message of messages) context.addIssue({ code: "custom", message, params });
      return value;
    })
    .meta({ format, pattern, examples: [example] });
};
const grouped = (length: number) => `^\\d(?:[ .-]?\\d){${length - 1}}$`;

/** The numbers in groups; violations have the given code. */
export const typedNumbers = (code: ProblemCode) => ({
  siret: typed(code, "siret", grouped(14), Siret, "219 966 488 00021"),
  siren: typed(code, "siren", grouped(9), Siren, "219 966 488"),
  duns: typed(code, "duns", grouped(9), Duns, "99-010-0145"),
  vat: typed(code, "vat", "^[A-Za-z](?:[ .-]?[0-9A-Za-z+*]){3,16}$", Vat, "FR 37 219966488"),
});
