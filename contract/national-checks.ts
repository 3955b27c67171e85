import { checkLetter, luhn, luhnDigit, mod11And10Digit, mod97, weigh } from "./check-digits.ts";

/** Check digits by country. Each check takes a compact number without its country prefix, of the right form. */

const last = (text: string) => Number(text.at(-1));

/** Holds for numbers whose weighted sum, check digit included, is a multiple. */
const multipleOf = (divisor: number, weights: readonly number[]) => (number: string) =>
  weigh(number, weights) % divisor === 0;

const isDay = (year: number, month: number, day: number) => {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= length;
};

const mod11And10 = (number: string) => mod11And10Digit(number.slice(0, -1)) === last(number);

export const austrian = (number: string) => (luhn(number.slice(1, 8)) + 4 + last(number)) % 10 === 0;
export const belgian = (number: string) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
export const croatian = mod11And10;
export const cypriot = (number: string) => checkLetter(number.slice(0, 8)) === number[8];
export const danish = multipleOf(11, [2, 7, 6, 5, 4, 3, 2, 1]);
export const estonian = multipleOf(10, [3, 7, 1, 3, 7, 1, 3, 7, 1]);
export const finnish = multipleOf(11, [7, 9, 10, 5, 8, 4, 2, 1]);
export const german = mod11And10;
export const greek = (number: string) => (weigh(number, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(number);
export const hungarian = multipleOf(10, [9, 7, 3, 1, 9, 7, 3, 1]);
export const luxembourgish = (number: string) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6));
export const maltese = multipleOf(37, [3, 4, 6, 7, 8, 9, 10, 1]);
export const polish = multipleOf(11, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]);
export const portuguese = (number: string) =>
  ((11 - (weigh(number, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === last(number);
export const romanian = (number: string) =>
  ((weigh(number.padStart(10, "0"), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === last(number);
export const slovak = (number: string) => Number(number) % 11 === 0;
export const slovenian = (number: string) => (11 - (weigh(number, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(number);
export const swedish = (number: string) => luhn(number.slice(0, 10)) === 0;

const dutchElevenTest = multipleOf(11, [9, 8, 7, 6, 5, 4, 3, 2, -1]);
export const dutch = (number: string) => dutchElevenTest(number) || mod97(`NL${number}`) === 1;

const swissDigits = multipleOf(11, [5, 4, 3, 2, 7, 6, 5, 4, 1]);
export const swiss = (number: string) => swissDigits(number.slice(3));

export function british(number: string): boolean {
  if (/^(GD|HA)/.test(number)) return true;
  const rest = weigh(number, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (number >= "1" && [42, 55].includes(rest));
}

/** Digits 8 to 10 are the office that gave the number. */
export function italian(number: string): boolean {
  const office = Number(number.slice(7, 10));
  return ((office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office)) && luhn(number) === 0;
}

export function irish(number: string): boolean {
  const alphabet = "WABCDEFGHIJKLMNOPQRSTUV";
  const old = /^(\d)[A-Z+*](\d{5})(.)$/.exec(number);
  const body = old ? `0${old[2]}${old[1]}` : number.slice(0, 7);
  const extra = old ? 0 : Math.max(0, alphabet.indexOf(number[8] ?? "W"));
  return alphabet[(weigh(body, [8, 7, 6, 5, 4, 3, 2]) + 9 * extra) % 23] === number[7];
}

/** A second sum applies where the first leaves 10. */
const twoSums = (first: readonly number[], second: readonly number[]) => (number: string) => {
  const body = number.slice(0, -1);
  const rest = weigh(body, first) % 11;
  return (rest === 10 ? (weigh(body, second) % 11) % 10 : rest) === last(number);
};
export const lithuanian = twoSums([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]);

const bulgarianCompany = twoSums([1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9, 10]);
export function bulgarian(number: string): boolean {
  if (number.length === 9) return bulgarianCompany(number);
  const citizen = (weigh(number, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10;
  const foreigner = weigh(number, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
  const other = ((11 - (weigh(number, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10;
  return [citizen, foreigner, other].includes(last(number));
}

export function czech(number: string): boolean {
  const weights = [8, 7, 6, 5, 4, 3, 2];
  if (number.length === 8) {
    const rest = (11 - (weigh(number, weights) % 11)) % 11;
    return (rest === 0 ? 1 : rest % 10) === last(number);
  }
  if (number.length === 9 && number.startsWith("6"))
    return (18 - ((21 - (weigh(number.slice(1, 8), weights) % 11)) % 11)) % 10 === last(number);
  return czechBirthNumber(number);
}

/** The month is 50 higher for women, and since 2004 it may be 20 higher. */
function czechBirthNumber(number: string): boolean {
  const [inCentury, month, day] = (number.match(/../g) ?? []).map(Number) as [number, number, number];
  let year = 1900 + inCentury;
  if (number.length === 9 && year > 1980) year -= 100;
  if (number.length === 9 && year > 1953) return false;
  if (number.length === 10 && year < 1954) year += 100;
  if (!isDay(year, (month % 50) % 20, day)) return false;
  return number.length === 9 || (Number(number.slice(0, 9)) % 11) % (year < 1985 ? 10 : 11) === last(number);
}

export function latvian(number: string): boolean {
  if (/^[4-9]/.test(number)) return weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  const [day, month, inCentury] = (number.match(/../g) ?? []).map(Number) as [number, number, number];
  return (
    isDay((18 + Number(number[6])) * 100 + inCentury, month, day) &&
    ((1 + weigh(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === last(number)
  );
}

const personLetters = "TRWAGMYFPDXBNJZSQVHLCKE";

/** Persons end in a letter. A company of type ABEH ends in a digit, of type PQSWNR in a letter, of others in either. */
export function spanish(nif: string): boolean {
  const [type, body, check] = [nif[0] as string, nif.slice(1, 8), nif[8] as string];
  if (/\d/.test(type)) return personLetters[Number(nif.slice(0, 8)) % 23] === check;
  if (/[XYZ]/.test(type)) return personLetters[Number(`${"XYZ".indexOf(type)}${body}`) % 23] === check;
  if (/[KLM]/.test(type)) return personLetters[Number(body) % 23] === check;
  const digit = luhnDigit(body);
  const asDigit = String(digit) === check;
  const asLetter = "JABCDEFGHI"[digit] === check;
  if (/[ABEH]/.test(type)) return asDigit;
  return /[PQSWNR]/.test(type) ? asLetter : asDigit || asLetter;
}

/** A Polish REGON; one of 14 digits carries the check digit of its first nine too. */
export function regon(number: string): boolean {
  if ((weigh(number, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 !== Number(number[8])) return false;
  return number.length === 9 || (weigh(number, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === last(number);
}
