import { stdnum } from "stdnum";
import { compact, isVat } from "../../contract/identifiers.ts";

/** Independent checks of identifiers, by the library stdnum. */

type Check = (value: string) => boolean;

export const oracle = (country: string, number: string): Check => {
  const found = (
    stdnum as unknown as Record<string, Record<string, { validate(value: string): { isValid: boolean } }> | undefined>
  )[country]?.[number];
  if (!found) throw new Error(`stdnum has no ${country}.${number}`);
  return (value) => found.validate(value).isValid;
};

const vatNumbers =
  "AT uid, BE vat, BG vat, CY vat, CZ dic, DE vat, DK cvr, EE kmkr, GR vat, ES nif, FI alv, FR tva, HR oib, HU anum, " +
  "IE vat, IT iva, LT pvm, LU tva, LV pvn, MT vat, NL btw, PL nip, PT nif, RO cif, SE vat, SI ddv, SK dph, GB vat";
const prefixes: Record<string, string> = { GR: "EL", GB: "XI" };
/** By the prefix of a VAT number. */
export const vatOracles: Record<string, Check> = Object.fromEntries(
  vatNumbers.split(", ").map((name) => {
    const [country = "", number = ""] = name.split(" ");
    return [prefixes[country] ?? country, oracle(country, number)];
  }),
);

/** The library expects some numbers without their prefix. */
const forOracle = (value: string) => (/^(?:XI|ES)/.test(value) ? value.slice(2) : value);

/**
 * Numbers of persons, on which the library differs: it is wrong about some Bulgarian numbers, refuses Czech and Latvian
 * birth dates after today, and accepts the personal code of a Romanian.
 */
const persons = /^(?:BG\d{10}|CZ\d{9,10}|LV[0-3]|RO\d{13})/;
/** Spanish companies with a letter where their type asks for a digit, or the reverse, which the library accepts. */
const misplaced = /^ES(?:[ABEH].*[A-Z]|[PQSWNR].*\d)$/;

const siren = oracle("FR", "siren");
const siret = oracle("FR", "siret");
export const isVatByOracle: Check = (value) =>
  persons.test(value)
    ? isVat(value)
    : (vatOracles[value.slice(0, 2)]?.(forOracle(value)) ?? false) &&
      !misplaced.test(value) &&
      !/^FR..0{9}$/.test(value);

/** The formats of the published document; patterns beside them restrict the characters between the digits. */
export const formats: Record<string, Check> = {
  siren: (value) => siren(compact(value)) && compact(value) !== "000000000",
  siret: (value) => siret(compact(value)) && siren(compact(value).slice(0, 9)) && !/^0{9}/.test(compact(value)),
  vat: (value) => isVatByOracle(compact(value)),
  duns: (value) => !/^(?:0{9}|9{9})$/.test(compact(value)),
};
