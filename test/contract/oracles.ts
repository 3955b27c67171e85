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

export const vatOracles: Record<string, Check> = {
  AT: oracle("AT", "uid"),
  BE: oracle("BE", "vat"),
  BG: oracle("BG", "vat"),
  CY: oracle("CY", "vat"),
  CZ: oracle("CZ", "dic"),
  DE: oracle("DE", "vat"),
  DK: oracle("DK", "cvr"),
  EE: oracle("EE", "kmkr"),
  EL: oracle("GR", "vat"),
  ES: oracle("ES", "nif"),
  FI: oracle("FI", "alv"),
  FR: oracle("FR", "tva"),
  HR: oracle("HR", "oib"),
  HU: oracle("HU", "anum"),
  IE: oracle("IE", "vat"),
  IT: oracle("IT", "iva"),
  LT: oracle("LT", "pvm"),
  LU: oracle("LU", "tva"),
  LV: oracle("LV", "pvn"),
  MT: oracle("MT", "vat"),
  NL: oracle("NL", "btw"),
  PL: oracle("PL", "nip"),
  PT: oracle("PT", "nif"),
  RO: oracle("RO", "cif"),
  SE: oracle("SE", "vat"),
  SI: oracle("SI", "ddv"),
  SK: oracle("SK", "dph"),
  XI: oracle("GB", "vat"),
};

/** The library expects some numbers without their prefix. */
export const forOracle = (value: string) => (/^(?:XI|ES)/.test(value) ? value.slice(2) : value);

/**
 * Numbers of persons, on which the library differs: it is wrong about some Bulgarian numbers, refuses Czech and Latvian
 * birth dates after today, and accepts the personal code of a Romanian.
 */
const persons = /^(?:BG\d{10}|CZ\d{9,10}|LV[0-3]|RO\d{13})/;
/** Spanish companies with a letter where their type asks for a digit, or the reverse, which the library accepts. */
const misplaced = /^ES(?:[ABEH].*[A-Z]|[PQSWNR].*\d)$/;

const siren = oracle("FR", "siren");
const siret = oracle("FR", "siret");
const vat = (value: string) =>
  persons.test(value)
    ? isVat(value)
    : (vatOracles[value.slice(0, 2)]?.(forOracle(value)) ?? false) &&
      !misplaced.test(value) &&
      !/^FR..0{9}$/.test(value);

/** The formats of the published document; patterns beside them restrict the characters between the digits. */
export const formats: Record<string, Check> = {
  siren: (value) => siren(compact(value)) && compact(value) !== "000000000",
  siret: (value) => siret(compact(value)) && siren(compact(value).slice(0, 9)) && !/^0{9}/.test(compact(value)),
  vat: (value) => vat(compact(value)),
  duns: (value) => !/^(?:0{9}|9{9})$/.test(compact(value)),
};
