import { z } from "zod";
import type { AssumptionKey } from "./assumptions.ts";
import { compact, isDuns, isSiren, isSiret, isVat, vatPattern } from "./identifiers.ts";
import { named } from "./named.ts";
import type { ProblemCode } from "./shared.ts";

/** A legal identifier: its published pattern, its check, and what to say when it fails. */
const identifier = (
  name: string,
  format: string,
  pattern: string,
  holds: (value: string) => boolean,
  explain: (value: string) => string,
  examples: string[],
  ...assumed: AssumptionKey[]
) =>
  named(
    name,
    z
      .string()
      .superRefine((value, context) => {
        if (!holds(value))
          context.addIssue({
            code: "custom",
            message: explain(value),
            params: { code: "INVALID_IDENTIFIER", expected: `a valid ${format.toUpperCase()}` },
          });
      })
      .meta({ format, pattern, examples }),
    "identifier-checks",
    ...assumed,
  );

const spaced = (value: string, length: number) =>
  value !== compact(value) && new RegExp(`^\\d{${length}}$`).test(compact(value));

export const Siren = identifier(
  "Siren",
  "siren",
  "^\\d{9}$",
  isSiren,
  (value) =>
    isSiret(value)
      ? "is a SIRET (14 digits); its SIREN is the first 9"
      : spaced(value, 9)
        ? "must be 9 digits without spaces or dots"
        : /^\d{9}$/.test(value)
          ? "has a wrong check digit"
          : "must be 9 digits with a valid check digit",
  ["219966488"],
);

export const Siret = identifier(
  "Siret",
  "siret",
  "^\\d{14}$",
  isSiret,
  (value) =>
    isSiren(value)
      ? "is a SIREN (9 digits), which names a company; a SIRET (14 digits) names one of its establishments: search by SIREN to find them"
      : spaced(value, 14)
        ? "must be 14 digits without spaces or dots"
        : /^\d{14}$/.test(value)
          ? "has a wrong check digit, in its first 9 digits (SIREN) or in all 14"
          : "must be 14 digits with valid check digits",
  ["21996648800021"],
);

export const Vat = identifier(
  "Vat",
  "vat",
  vatPattern,
  isVat,
  (value) =>
    !/^[A-Z]{2}/.test(value)
      ? "must start with the two capital letters of a member state of the European Union"
      : new RegExp(vatPattern).test(value)
        ? "has wrong check digits"
        : "does not have the form of a VAT number of that country (capitals, no spaces)",
  ["FR37219966488"],
  "vat-scope",
);

export const Duns = identifier(
  "Duns",
  "duns",
  "^\\d{9}$",
  isDuns,
  (value) =>
    spaced(value, 9)
      ? "must be 9 digits without dashes or spaces"
      : /^\d{9}$/.test(value)
        ? "is a placeholder, not a DUNS"
        : "must be 9 digits",
  ["990100012"],
);

/** The same number as people type it, in groups; what comes out is compact. */
const typed = (code: ProblemCode, format: string, pattern: string, strict: z.ZodType<string>, examples: string[]) => {
  const refused = { code, expected: `a valid ${format.toUpperCase()}` };
  return z
    .string()
    .transform((raw, context) => {
      const value = compact(raw);
      const result = strict.safeParse(value);
      for (const { message } of result.error?.issues ?? [])
        context.addIssue({ code: "custom", message, params: refused });
      if (result.success && !new RegExp(pattern).test(raw))
        context.addIssue({
          code: "custom",
          message: "may hold single spaces, dots or dashes between its parts, nothing else",
          params: refused,
        });
      return value;
    })
    .meta({ format, pattern, examples });
};
const grouped = (length: number) => `^\\d(?:[ .-]?\\d){${length - 1}}$`;

/** The numbers as people type them, and the code of a wrong one. */
export const typedNumbers = (code: ProblemCode) => ({
  siret: typed(code, "siret", grouped(14), Siret, ["219 966 488 00021"]),
  siren: typed(code, "siren", grouped(9), Siren, ["219 966 488"]),
  duns: typed(code, "duns", grouped(9), Duns, ["99-010-0145"]),
  vat: typed(code, "vat", "^[A-Za-z](?:[ .-]?[0-9A-Za-z+*]){3,16}$", Vat, ["FR 37 219966488"]),
});
