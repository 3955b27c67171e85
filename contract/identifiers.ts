/** Spaces, dots and dashes out, letters in upper case: the form in which the checks below take a number. */
export function compact(value: string): string {
  return value.replace(/[\s.\u2010-\u2015-]/g, "").toUpperCase();
}

// --- arithmetic shared by the checks ------------------------------------------------------------------------------

const digitsOf = (text: string) => Array.from(text, Number);

const weigh = (text: string, weights: readonly number[]) =>
  digitsOf(text).reduce((sum, digit, at) => sum + digit * (weights[at] ?? 0), 0);

/** Zero when the number carries the right Luhn digit. */
function luhn(number: string): number {
  const sum = digitsOf(number)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0);
  return sum % 10;
}

/** ISO 7064 mod 11,10. */
function hybrid(number: string): boolean {
  const product = digitsOf(number.slice(0, -1)).reduce((rest, digit) => (((rest + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === last(number);
}

/** Remainder by 97 of a number in which A counts 10 and Z 35, as in an IBAN. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const isDay = (year: number, month: number, day: number) => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= length;
};

const last = (text: string) => Number(text.at(-1));

// --- France -------------------------------------------------------------------------------------------------------

const laPoste = "356000000";

export function isSiren(value: string): boolean {
  return /^\d{9}$/.test(value) && value !== "000000000" && luhn(value) === 0;
}

export function isSiret(value: string): boolean {
  if (!/^\d{14}$/.test(value) || !isSiren(value.slice(0, 9))) return false;
  if (luhn(value) === 0 && (value === `${laPoste}00048` || !value.startsWith(laPoste))) return true;
  return value.startsWith(laPoste) && digitsOf(value).reduce((sum, digit) => sum + digit, 0) % 5 === 0;
}

const keyAlphabet = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

export function frenchVatKey(siren: string): string {
  return String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, "0");
}

export function isFrenchVat(value: string): boolean {
  const parts = /^FR([0-9A-HJ-NP-Z]{2})(\d{9})$/.exec(value);
  if (!parts) return false;
  const [, key, number] = parts as unknown as [string, string, string];
  // Monaco shares the prefix: its numbers begin with three zeros and are nobody's SIREN.
  if (number.startsWith("000") ? number === "000000000" : !isSiren(number)) return false;
  if (/^\d\d$/.test(key)) return key === frenchVatKey(number);
  const [first, second] = Array.from(key, (letter) => keyAlphabet.indexOf(letter)) as [number, number];
  const n = first < 10 ? 24 * first + second - 10 : 34 * first + second - 100;
  return (Number(number) + 1 + Math.floor(n / 11)) % 11 === n % 11;
}

// --- VAT numbers of the European Union ----------------------------------------------------------------------------

const spanishPersonLetters = "TRWAGMYFPDXBNJZSQVHLCKE";

function spanishNif(nif: string): boolean {
  const [letter, body, check] = [nif[0] as string, nif.slice(1, 8), nif[8] as string];
  if (/\d/.test(letter)) return spanishPersonLetters[Number(nif.slice(0, 8)) % 23] === check;
  if (/[XYZ]/.test(letter)) return spanishPersonLetters[Number(`${"XYZ".indexOf(letter)}${body}`) % 23] === check;
  if (/[KLM]/.test(letter)) return spanishPersonLetters[Number(body) % 23] === check;
  const digit = (10 - luhn(`${body}0`)) % 10;
  const asDigit = String(digit) === check;
  const asLetter = "JABCDEFGHI"[digit] === check;
  if (/[ABEH]/.test(letter)) return asDigit;
  if (/[PQSWNR]/.test(letter)) return asLetter;
  return asDigit || asLetter;
}

function bulgarian(number: string): boolean {
  const check = last(number);
  if (number.length === 9) {
    const first = weigh(number, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
    const second = weigh(number, [3, 4, 5, 6, 7, 8, 9, 10]) % 11;
    return (first === 10 ? second % 10 : first) === check;
  }
  const citizen = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = ((11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10;
  return [citizen, foreigner, other].includes(check);
}

function czech(number: string): boolean {
  const eight = [8, 7, 6, 5, 4, 3, 2, 1];
  if (number.length === 8) {
    const rest = (11 - (weigh(number.slice(0, 7), eight) % 11)) % 11;
    return (rest === 0 ? 1 : rest % 10) === last(number);
  }
  if (number.length === 9 && number.startsWith("6")) {
    const sum = weigh(number.slice(1, 8), eight) % 11;
    return (18 - ((21 - sum) % 11)) % 10 === last(number);
  }
  return czechBirthNumber(number);
}

function czechBirthNumber(number: string): boolean {
  const [short, month, day] = [number.slice(0, 2), number.slice(2, 4), number.slice(4, 6)].map(Number) as [
    number,
    number,
    number,
  ];
  let year = 1900 + short;
  if (number.length === 9 && year > 1980) year -= 100;
  if (number.length === 9 && year > 1953) return false;
  if (number.length === 10 && year < 1954) year += 100;
  if (!isDay(year, (month % 50) % 20, day)) return false;
  return number.length === 9 || (Number(number.slice(0, 9)) % 11) % (year < 1985 ? 10 : 11) === last(number);
}

function irish(number: string): boolean {
  const alphabet = "WABCDEFGHIJKLMNOPQRSTUV";
  const old = /^(\d)[A-Z+*](\d{5})(.)$/.exec(number);
  const body = old ? `0${old[2]}${old[1]}` : number.slice(0, 7);
  const extra = old ? 0 : Math.max(0, alphabet.indexOf(number[8] ?? "W"));
  return alphabet[(weigh(body, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra) % 23] === number[7];
}

function baltic(number: string): boolean {
  const body = number.slice(0, -1);
  const first = weigh(body, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2]) % 11;
  const second = weigh(body, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]) % 11;
  return (first === 10 ? second % 10 : first) === last(number);
}

function latvian(number: string): boolean {
  if (/^[4-9]/.test(number)) return weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  const [day, month, short, century] = [number.slice(0, 2), number.slice(2, 4), number.slice(4, 6), number[6]].map(
    Number,
  ) as [number, number, number, number];
  return (
    isDay((18 + century) * 100 + short, month, day) &&
    ((1 + weigh(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(number)
  );
}

function italian(number: string): boolean {
  const office = Number(number.slice(7, 10));
  return ((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)) && luhn(number) === 0;
}

function british(number: string): boolean {
  if (/^(GD|HA)/.test(number)) return true;
  const rest = weigh(number.slice(0, 9), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (number >= "1" && [42, 55].includes(rest));
}

function belgian(number: string): boolean {
  return 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
}

function danish(number: string): boolean {
  return weigh(number, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

function dutch(number: string): boolean {
  return weigh(number.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || mod97(`NL${number}`) === 1;
}

function portuguese(number: string): boolean {
  return ((11 - (weigh(number.slice(0, 8), [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(number);
}

function cypriot(number: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = digitsOf(number.slice(0, 8)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? (odd[digit] ?? 0) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === number[8];
}

const greek = (number: string) =>
  ((digitsOf(number.slice(0, 8)).reduce((sum, digit) => sum * 2 + digit, 0) * 2) % 11) % 10 === last(number);

interface VatRule {
  country: string;
  /** Regex source of what follows the prefix. */
  format: string;
  passes: (number: string) => boolean;
}

/** One row for each prefix that the European Union gives out. */
const vatRules: Record<string, VatRule> = {
  AT: { country: "AT", format: "U\\d{8}", passes: (n) => (luhn(n.slice(1, 8)) + 4 + last(n)) % 10 === 0 },
  BE: { country: "BE", format: "[01]\\d{9}", passes: belgian },
  BG: { country: "BG", format: "[01239]\\d{8,9}", passes: bulgarian },
  CY: { country: "CY", format: "\\d{8}[A-Z]", passes: cypriot },
  CZ: { country: "CZ", format: "(?:[0-8]\\d{7}|\\d{9,10})", passes: czech },
  DE: { country: "DE", format: "[1-9]\\d{8}", passes: hybrid },
  DK: { country: "DK", format: "\\d{8}", passes: danish },
  EE: { country: "EE", format: "\\d{9}", passes: (n) => weigh(n, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  EL: { country: "GR", format: "\\d{9}", passes: greek },
  ES: { country: "ES", format: "(?:[A-HJNP-SUVW]\\d{7}[0-9A-J]|[0-9K-MX-Z]\\d{7}[A-Z])", passes: spanishNif },
  FI: { country: "FI", format: "\\d{8}", passes: (n) => weigh(n, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: { country: "FR", format: "[0-9A-HJ-NP-Z]{2}\\d{9}", passes: (n) => isFrenchVat(`FR${n}`) },
  HR: { country: "HR", format: "\\d{11}", passes: hybrid },
  HU: { country: "HU", format: "\\d{8}", passes: (n) => weigh(n, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { country: "IE", format: "(?:\\d{7}[A-W]{1,2}|\\d[A-Z+*]\\d{5}[A-W])", passes: irish },
  IT: { country: "IT", format: "\\d{11}", passes: italian },
  LT: { country: "LT", format: "(?:\\d{7}1\\d|\\d{10}1\\d)", passes: baltic },
  LU: { country: "LU", format: "\\d{8}", passes: (n) => Number(n.slice(0, 6)) % 89 === Number(n.slice(6)) },
  LV: { country: "LV", format: "\\d{11}", passes: latvian },
  MT: { country: "MT", format: "\\d{8}", passes: (n) => weigh(n, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { country: "NL", format: "\\d{9}B\\d{2}", passes: dutch },
  PL: { country: "PL", format: "\\d{10}", passes: (n) => weigh(n, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(n) },
  PT: { country: "PT", format: "[1-9]\\d{8}", passes: portuguese },
  RO: {
    country: "RO",
    format: "[1-9]\\d{1,9}",
    passes: (n) => ((weigh(n.padStart(10, "0"), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(n),
  },
  SE: { country: "SE", format: "\\d{10}01", passes: (n) => luhn(n.slice(0, 10)) === 0 },
  SI: {
    country: "SI",
    format: "\\d{8}",
    passes: (n) => (11 - (weigh(n, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(n),
  },
  SK: { country: "SK", format: "[234789]\\d{9}", passes: (n) => Number(n) % 11 === 0 },
  XI: { country: "GB", format: "(?:\\d{9}|\\d{12}|GD[0-4]\\d{2}|HA[5-9]\\d{2})", passes: british },
};

export const vatPrefixes: readonly string[] = Object.keys(vatRules);

/** Every format in one expression, for a JSON schema; the check digits are beyond it. */
export const vatPattern = `^(?:${Object.entries(vatRules)
  .map(([prefix, { format }]) => prefix + format)
  .join("|")})$`;

const vatShape = new RegExp(vatPattern);

export function isVat(value: string): boolean {
  return vatShape.test(value) && (vatRules[value.slice(0, 2)]?.passes(value.slice(2)) ?? false);
}

/** ISO 3166 code of the country that gave the number: EL is Greece, XI Northern Ireland, FR..000 Monaco. */
export function vatCountry(value: string): string | undefined {
  if (/^FR..000/.test(value)) return "MC";
  return vatRules[value.slice(0, 2)]?.country;
}

// --- the rest of the world ----------------------------------------------------------------------------------------

/** Nine digits, without a check digit since 2006; two values only ever stood for "none". */
export function isDuns(value: string): boolean {
  return /^\d{9}$/.test(value) && value !== "000000000" && value !== "999999999";
}

function regon(number: string): boolean {
  if ((weigh(number, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 !== Number(number[8])) return false;
  return number.length === 9 || (weigh(number, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === last(number);
}

function swiss(number: string): boolean {
  return (11 - (weigh(number.slice(3), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === last(number);
}

const employerPrefixes = "0[1-6]|1[0-6]|2[0-7]|3\\d|4[0-8]|5\\d|6[0-8]|7[1-7]|8[0-8]|9[0-5]|9[89]";
const britishRegisters =
  "AC|CE|CS|FC|FE|GE|GN|GS|IC|IP|LP|NA|NC|NF|NI|NL|NO|NP|NR|NV|NZ|OC|OE|PC|RC|RS|SA|SC|SE|SF|SG|SI|SL|SO|SP|SR|SZ|ZC";

interface LocalIdRule {
  format: string;
  /** Of the compact number; formats without a check digit have none. */
  passes?: (number: string) => boolean;
}

const localIdRules: Record<string, LocalIdRule> = {
  AT: { format: "(?:FN ?)?\\d{1,6} ?[A-Za-z]" },
  BE: { format: "[01]\\d{3}\\.?\\d{3}\\.?\\d{3}", passes: belgian },
  CH: { format: "CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}", passes: swiss },
  DE: { format: "[A-ZÄÖÜ][A-Za-zÄÖÜäöüß.() -]{1,24} HR[AB] ?\\d{1,6}" },
  DK: { format: "\\d{8}", passes: danish },
  ES: { format: "(?:[A-HJNP-SUVW]\\d{7}[0-9A-J]|[0-9K-MX-Z]\\d{7}[A-Z])", passes: spanishNif },
  GB: { format: `(?:\\d{8}|(?:${britishRegisters})\\d{6})` },
  IE: { format: "\\d{1,7}" },
  IT: { format: "(?:\\d{11}|[A-Z]{2} ?- ?\\d{6,7})", passes: (n) => n.length !== 11 || italian(n) },
  LU: { format: "B ?\\d{1,6}" },
  NL: { format: "\\d{8}" },
  PL: { format: "(?:\\d{9,10}|\\d{14})", passes: (n) => n.length === 10 || regon(n) },
  PT: { format: "[1-9]\\d{8}", passes: portuguese },
  SE: { format: "\\d{6}-?\\d{4}", passes: (n) => luhn(n) === 0 },
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
