import { readFileSync } from "node:fs";
import fc from "fast-check";
import { IBAN } from "ibankit";
import { isValidBIC, isValidIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import { bankOf, ibanFor, isIban, isSepa } from "../../src/directory/banks.ts";
import { chance } from "../../src/directory/chance.ts";

const ten = ["FR", "DE", "ES", "IT", "BE", "GB", "NL", "LU", "CH", "PT"];
const draw = (country: string, key: number) => {
  const account = ibanFor(chance(1, "iban", country, key), country);
  if (!account) throw new Error(`no bank in ${country}`);
  return account;
};

interface Row {
  country: string;
  bankName: string;
  bic: string;
  code: string;
  sct: string;
  sdd: string;
  sample?: string;
}

const table = JSON.parse(readFileSync(new URL("../../fixtures/banks.json", import.meta.url), "utf8"));
const rows: Row[] = table.banks;
const others = [...new Set(rows.map(({ country }) => country))].filter((country) => !ten.includes(country));

/** An IBAN with other digits and the right key for them, so that only the national check can fail. */
function rekeyed(iban: string, bban: string): string {
  const number = Array.from(`${bban}${iban.slice(0, 2)}00`, (character) => Number.parseInt(character, 36)).join("");
  return iban.slice(0, 2) + String(98n - (BigInt(number) % 97n)).padStart(2, "0") + bban;
}

describe("the table of banks", () => {
  it.each(rows.filter(({ sample }) => sample))(
    "finds $bankName in $sample",
    ({ sample, country, bankName, bic, sct, sdd }) => {
      expect(isIban(sample as string)).toBe(true);
      expect(bankOf(sample as string)).toEqual({ country, bankName, bic, sct, sdd });
    },
  );

  it("finds no bank for a code that the table lacks", () =>
    expect(bankOf("FR7699999000010000000000100")).toBeUndefined());

  it("has 41 SEPA countries, whose schemes only their banks have, and BICs of the right country", () => {
    expect(table.sepa).toHaveLength(41);
    const wrong = rows.filter(
      ({ bic, country, sct, sdd }) =>
        !isValidBIC(bic) || bic.slice(4, 6) !== country || (!isSepa(country) && `${sct} ${sdd}` !== "NO NO"),
    );
    expect(wrong).toEqual([]);
    expect(["FR", "RS", "GB", "TR", "MA", "US"].map(isSepa)).toEqual([true, true, true, false, false, false]);
  });
});

describe("generated IBANs", () => {
  it.each([...ten, ...others])(
    "generates IBANs of %s that an oracle accepts, at the bank that their code names",
    (country) => {
      const accounts = Array.from({ length: 300 }, (_, key) => draw(country, key));
      const wrong = accounts.filter(({ iban, bic, bankName }) => {
        const bank = bankOf(iban);
        const isStrict = country !== "IT" || IBAN.isValid(iban);
        return !isIban(iban) || !isValidIBAN(iban) || !isStrict || bank?.bic !== bic || bank.bankName !== bankName;
      });
      expect(wrong).toEqual([]);
    },
  );

  it("generates none for a country without IBANs", () => expect(ibanFor(chance(1), "US")).toBeNull());
});

describe("isIban", () => {
  it("refuses an IBAN with any single character changed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ten),
        fc.nat(500),
        fc.nat(30),
        fc.integer({ min: 1, max: 9 }),
        (country, key, place, shift) => {
          const { iban } = draw(country, key);
          const at = 4 + (place % (iban.length - 4));
          const changed = iban[at]
            ?.replace(/\d/, (digit) => String((Number(digit) + shift) % 10))
            .replace(/[A-Z]/, (letter) => (letter === "A" ? "B" : "A"));
          expect(isIban(iban.slice(0, at) + changed + iban.slice(at + 1))).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(["FR", "ES", "IT", "BE", "PT"])(
    "refuses a wrong national check of %s under a right key, as the oracle does",
    (country) => {
      const valid = country === "IT" ? (iban: string) => IBAN.isValid(iban) : (iban: string) => isValidIBAN(iban);
      const verdicts = Array.from({ length: 300 }, (_, key) => {
        const { iban } = draw(country, key);
        const at = iban.length - 4;
        const forged = rekeyed(
          iban,
          iban.slice(4, at) + ((Number.parseInt(iban[at] as string, 36) + 1) % 10) + iban.slice(at + 1),
        );
        return { forged, ours: isIban(forged), theirs: valid(forged) };
      });
      expect(verdicts.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
      expect(verdicts.filter(({ ours }) => !ours).length).toBeGreaterThan(270);
    },
  );

  it("accepts a number of the former Dutch postal bank, which has no check digit", () => {
    expect(isIban(rekeyed("NL00INGB0001234567", "INGB0001234567"))).toBe(true);
    expect(isIban(rekeyed("NL00RABO0001234567", "RABO0001234567"))).toBe(false);
  });

  it.each([
    "",
    "FR76",
    "FR7630004008230001005432187",
    "fr7630004008230001005432188",
    "FR76 3000 4008 2300 0100 5432 188",
    "US7630004008230001005432188",
    "DE8937040044053201300",
  ])("refuses the IBAN %j", (value) => expect(isIban(value)).toBe(false));

  it.each(["TR330006100519786457841326", "MA64011519000001205000534921", "SA0380000000608010167519"])(
    "accepts the IBAN %s, from outside SEPA",
    (value) => expect(isIban(value)).toBe(true),
  );
});
