/** Check-digit arithmetic, for identifiers and bank accounts. */

const zero = 48;
const digitAt = (text: string, at: number) => text.charCodeAt(at) - zero;

/** The weighted sum of the digits; characters beyond the last weight do not count. */
export const weigh = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0);

/** Luhn's sum modulo 10: zero for a number that ends in its check digit. */
export function luhn(number: string): number {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = digitAt(number, at);
    sum += (number.length - at) % 2 === 1 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return sum % 10;
}

/** The digit that closes a number by Luhn's sum. */
export const luhnDigit = (digits: string): number => (10 - luhn(`${digits}0`)) % 10;

/** The digit that closes a number by ISO 7064 mod 11,10. */
export function mod11And10Digit(digits: string): number {
  let product = 10;
  for (let at = 0; at < digits.length; at++) product = (((product + digitAt(digits, at)) % 10 || 10) * 2) % 11;
  return (11 - product) % 10;
}

/** Remainder by 97 of a number in which A counts 10 and Z 35, as in an IBAN. */
export function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const oddPlaces = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** The check letter of Italian accounts and Cypriot VAT numbers; A counts 0, B 1, and so on. */
export function checkLetter(text: string): string {
  const sum = Array.from(text).reduce((total, character, at) => {
    const value = character >= "A" ? character.charCodeAt(0) - 65 : Number(character);
    return total + (at % 2 === 0 ? (oddPlaces[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26));
}
