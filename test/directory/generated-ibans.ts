import { IBAN } from "ibankit";
import { isValidIBAN } from "ibantools";
import { expect } from "vitest";
import { bankOf, ibanFor, isIban } from "../../src/directory/banks.ts";
import { chance } from "../../src/directory/chance.ts";

export const ten = ["FR", "DE", "ES", "IT", "BE", "GB", "NL", "LU", "CH", "PT"];

export const draw = (country: string, key: number) => {
  const account = ibanFor(chance(1, "iban", country, key), country);
  if (!account) throw new Error(`no bank in ${country}`);
  return account;
};

/** Expects generated IBANs of a country to be strictly valid, and to name their bank. */
export function expectStrictlyValid(country: string, count: number): void {
  const wrong = [];
  for (let key = 0; key < count; key++) {
    const { iban, bic, bankName } = draw(country, key);
    if (!isIban(iban) || !isValidIBAN(iban) || bankOf(iban)?.bic !== bic || bankOf(iban)?.bankName !== bankName)
      wrong.push(iban);
  }
  expect(wrong).toEqual([]);
}

/** Expects generated Italian IBANs to have the check letter that the second oracle requires. */
export function expectItalianCheckLetters(count: number): void {
  const wrong = Array.from({ length: count }, (_, key) => draw("IT", key).iban).filter((iban) => !IBAN.isValid(iban));
  expect(wrong).toEqual([]);
}
