import { luhn } from "./check-digits.ts";
import * as checks from "./national-checks.ts";

/** No identifier is as long; to remove the spaces of a longer text would take long for nothing. */
const longest = 255;

/** Removes spaces, dots and dashes and writes capitals: the form that the checks below expect. */
export function compact(value: string): string {
  if (value.length > longest) return value;
  return value.replace(/[\s.\u2010-\u2015-]/g, "").toUpperCase();
}

// --- France -------------------------------------------------------------------------------------------------------

const laPoste = "356000000";

export function isSiren(value: string): boolean {
  return /^\d{9}$/.test(value) && value !== "000000000" && luhn(value) === 0;
}

/** Establishments of La Poste, except its head office, have digits that add up to a multiple of five instead. */
export function isSiret(value: string): boolean {
  if (!/^\d{14}$/.test(value) || !isSiren(value.slice(0, 9))) return false;
  if (luhn(value) === 0 && (value === `${laPoste}00048` || !value.startsWith(laPoste))) return true;
  return value.startsWith(laPoste) && Array.from(value).reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
}

const keyAlphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

export function frenchVatKey(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0");
}

export function isFrenchVat(value: string): boolean {
  const parts = /^FR([0-9A-HJ-NP-Z]{2})(\d{9})$/.exec(value);
  if (!parts) return false;
  const [, key, number] = parts as unknown as [string, string, string];
  // Monaco shares the prefix: its numbers begin with three zeros and contain no SIREN.
  if (number.startsWith("000") ? number === "000000000" : !isSiren(number)) return false;
  if (/^\d\d$/.test(key)) return key === frenchVatKey(number);
  const [first, second] = Array.from(key, (letter) => keyAlphabet.indexOf(letter)) as [number, number];
  const n = first < 10 ? 24 * first + second - 10 : 34 * first + second - 100;
  return (Number(number) + 1 + Math.floor(n / 11)) % 11 === n % 11;
}

// --- VAT numbers of the European Union ----------------------------------------------------------------------------

interface NumberRule {
  /** Regex source; of a VAT number, what follows the prefix. */
  format: string;
  /** The check of the compact number; missing where a format has no check digit. */
  passes?: (number: string) => boolean;
}

const nifFormat = "(?:[A-HJNP-SUVW]\\d{7}[0-9A-J]|[0-9K-MX-Z]\\d{7}[A-Z])";

/** By prefix. The published pattern lists the formats in this order. */
const vatRules: Record<string, NumberRule> = {
  AT: { format: "U\\d{8}", passes: checks.austrian },
  BE: { format: "[01]\\d{9}", passes: checks.belgian },
  BG: { format: "[01239]\\d{8,9}", passes: checks.bulgarian },
  CY: { format: "\\d{8}[A-Z]", passes: checks.cypriot },
  CZ: { format: "(?:[0-8]\\d{7}|\\d{9,10})", passes: checks.czech },
  DE: { format: "[1-9]\\d{8}", passes: checks.german },
  DK: { format: "\\d{8}", passes: checks.danish },
  EE: { format: "\\d{9}", passes: checks.estonian },
  EL: { format: "\\d{9}", passes: checks.greek },
  ES: { format: nifFormat, passes: checks.spanish },
  FI: { format: "\\d{8}", passes: checks.finnish },
  FR: { format: "[0-9A-HJ-NP-Z]{2}\\d{9}", passes: (number) => isFrenchVat(`FR${number}`) },
  HR: { format: "\\d{11}", passes: checks.croatian },
  HU: { format: "\\d{8}", passes: checks.hungarian },
  IE: { format: "(?:\\d{7}[A-W]{1,2}|\\d[A-Z+*]\\d{5}[A-W])", passes: checks.irish },
  IT: { format: "\\d{11}", passes: checks.italian },
  LT: { format: "(?:\\d{7}1\\d|\\d{10}1\\d)", passes: checks.lithuanian },
  LU: { format: "\\d{8}", passes: checks.luxembourgish },
  LV: { format: "\\d{11}", passes: checks.latvian },
  MT: { format: "\\d{8}", passes: checks.maltese },
  NL: { format: "\\d{9}B\\d{2}", passes: checks.dutch },
  PL: { format: "\\d{10}", passes: checks.polish },
  PT: { format: "[1-9]\\d{8}", passes: checks.portuguese },
  RO: { format: "[1-9]\\d{1,9}", passes: checks.romanian },
  SE: { format: "\\d{10}01", passes: checks.swedish },
  SI: { format: "\\d{8}", passes: checks.slovenian },
  SK: { format: "[234789]\\d{9}", passes: checks.slovak },
  XI: { format: "(?:\\d{9}|\\d{12}|GD[0-4]\\d{2}|HA[5-9]\\d{2})", passes: checks.british },
};

export const vatPrefixes: readonly string[] = Object.keys(vatRules);

/** Every format in one expression, for a JSON schema; a regular expression cannot check the digits. */
export const vatPattern = `^(?:${Object.entries(vatRules)
  .map(([prefix, { format }]) => prefix + format)
  .join("|")})$`;

const vatShape = new RegExp(vatPattern);

export function isVat(value: string): boolean {
  return vatShape.test(value) && (vatRules[value.slice(0, 2)]?.passes?.(value.slice(2)) ?? false);
}

/** ISO 3166 code of the country that gave the number: EL is Greece, XI Northern Ireland, FR..000 Monaco. */
export function vatCountry(value: string): string | undefined {
  if (/^FR..000/.test(value)) return "MC";
  const prefix = value.slice(0, 2);
  return vatRules[prefix] && ({ EL: "GR", XI: "GB" }[prefix] ?? prefix);
}

// --- the rest of the world ----------------------------------------------------------------------------------------

/** Nine digits, without a check digit since 2006; all zeros and all nines are placeholders. */
export function isDuns(value: string): boolean {
  return /^\d{9}$/.test(value) && value !== "000000000" && value !== "999999999";
}

const employerPrefixes = "0[1-6]|1[0-6]|2[0-7]|3\\d|4[0-8]|5\\d|6[0-8]|7[1-7]|8[0-8]|9[0-5]|9[89]";
const britishRegisters =
  "AC|CE|CS|FC|FE|GE|GN|GS|IC|IP|LP|NA|NC|NF|NI|NL|NO|NP|NR|NV|NZ|OC|OE|PC|RC|RS|SA|SC|SE|SF|SG|SI|SL|SO|SP|SR|SZ|ZC";

const localIdRules: Record<string, NumberRule> = {
  AT: { format: "(?:FN ?)?\\d{1,6} ?[A-Za-z]" },
  BE: { format: "[01]\\d{3}\\.?\\d{3}\\.?\\d{3}", passes: checks.belgian },
  CH: { format: "CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}", passes: checks.swiss },
  DE: { format: "[A-ZÄÖÜ][A-Za-zÄÖÜäöüß.() -]{1,24} HR[AB] ?\\d{1,6}" },
  DK: { format: "\\d{8}", passes: checks.danish },
  ES: { format: nifFormat, passes: checks.spanish },
  GB: { format: `(?:\\d{8}|(?:${britishRegisters})\\d{6})` },
  IE: { format: "\\d{1,7}" },
  IT: {
    format: "(?:\\d{11}|[A-Z]{2} ?- ?\\d{6,7})",
    passes: (number) => number.length !== 11 || checks.italian(number),
  },
  LU: { format: "B ?\\d{1,6}" },
  NL: { format: "\\d{8}" },
  PL: { format: "(?:\\d{9,10}|\\d{14})", passes: (number) => number.length === 10 || checks.regon(number) },
  PT: { format: "[1-9]\\d{8}", passes: checks.portuguese },
  SE: { format: "\\d{6}-?\\d{4}", passes: checks.swedish },
  US: { format: `(?:${employerPrefixes})-?\\d{7}` },
};

// Ranges rather than classes of letters, so that the pattern means the same with and without the unicode flag.
const elsewhere = "^[0-9A-Za-zÀ-ÖØ-öø-ɏΆ-ώЀ-ӿ ./\\-]{2,32}$";

/** Regex sources for a JSON schema, by country; `localIdPattern` gives the general one for the others. */
export const localIdPatterns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(localIdRules).map(([country, { format }]) => [country, `^${format}$`]),
);

export function localIdPattern(countryCode: string): string {
  return localIdPatterns[countryCode] ?? elsewhere;
}

export function isLocalId(countryCode: string, value: string): boolean {
  if (countryCode === "FR" || !new RegExp(localIdPattern(countryCode)).test(value)) return false;
  return localIdRules[countryCode]?.passes?.(compact(value)) ?? true;
}
