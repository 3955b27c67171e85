import { z } from "zod";
import { checkLetter, luhnDigit, mod11And10Digit, mod97, weigh } from "../../contract/check-digits.ts";
import type { Chance } from "./chance.ts";
import type { BankDetails } from "./company.ts";
import { readFixture } from "./fixtures.ts";

const YesNo = z.enum(["YES", "NO"]);

const { banks, lengths, sepa } = readFixture(
  "banks.json",
  z.strictObject({
    banks: z.array(
      z.strictObject({
        country: z.string().length(2),
        bankName: z.string(),
        code: z.string(),
        bic: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
        sct: YesNo,
        sdd: YesNo,
        sample: z.string().optional(),
        /** `#` is a digit, `@` a letter, `.` a check digit. */
        bban: z.string(),
      }),
    ),
    lengths: z.record(z.string(), z.int()),
    sepa: z.array(z.string().length(2)),
  }),
);

export type Bank = Pick<(typeof banks)[number], "country" | "bankName" | "bic" | "sct" | "sdd">;

const two = (number: number) => String(number).padStart(2, "0");

/** Replaces the check digits of a BBAN by the right ones; null for a number that none can close. */
type Closing = (bban: string) => string | null;

/** In a French account a letter stands for a digit: A and J for 1, B, K and S for 2, and so on. */
const frenchDigit = (letter: string) => "12345678912345678923456789"[letter.charCodeAt(0) - 65] as string;

const french: Closing = (bban) => {
  const number = bban.slice(0, 21).replace(/[A-Z]/g, frenchDigit);
  return bban.slice(0, 21) + two(97 - mod97(`${number}00`));
};

const spanish: Closing = (bban) => {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const digit = (text: string) => {
    const rest = 11 - (weigh(text, weights.slice(-text.length)) % 11);
    return rest === 11 ? 0 : rest === 10 ? 1 : rest;
  };
  const [branch, account] = [bban.slice(0, 8), bban.slice(10)];
  return `${branch}${digit(branch)}${digit(account)}${account}`;
};

const belgian: Closing = (bban) => bban.slice(0, 10) + two(Number(bban.slice(0, 10)) % 97 || 97);

/** The last digit makes the weighted sum a multiple of 11. */
const eleven =
  (weights: readonly number[], from: number): Closing =>
  (bban) => {
    const digit = (11 - (weigh(bban.slice(from, -1), weights) % 11)) % 11;
    return digit === 10 ? null : bban.slice(0, -1) + digit;
  };
const dutch = eleven([10, 9, 8, 7, 6, 5, 4, 3, 2], 4);
const czech = eleven([6, 3, 7, 9, 10, 5, 8, 4, 2], 10);

const ten =
  (weights: readonly number[], from: number, at: number): Closing =>
  (bban) =>
    bban.slice(0, at) + ((10 - (weigh(bban.slice(from, at), weights) % 10)) % 10) + bban.slice(at + 1);

const hungarian: Closing = (bban) =>
  ten([9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3], 8, bban.endsWith("00000000") ? 15 : 23)(bban);

/** The last two digits are the remainder by 97, taken from 97 or 98. */
const key =
  (from: 97 | 98): Closing =>
  (bban) =>
    bban.slice(0, -2) + two(from - mod97(`${bban.slice(0, -2)}00`));

interface Account {
  bban: RegExp;
  /** Place of the bank's code in the BBAN. */
  code: readonly [from: number, to: number];
  /** Missing for a country without check digits of its own. */
  close?: Closing;
}

const frenchAccount: Account = { bban: /^\d{10}[A-Z0-9]{11}\d{2}$/, code: [0, 5], close: french };
const italianAccount: Account = {
  bban: /^[A-Z]\d{10}[A-Z0-9]{12}$/,
  code: [1, 6],
  close: (bban) => checkLetter(bban.slice(1)) + bban.slice(1),
};

/** The countries whose banks are in the table. */
const accounts: Record<string, Account> = {
  FR: frenchAccount,
  DE: { bban: /^\d{18}$/, code: [0, 8] },
  ES: { bban: /^\d{20}$/, code: [0, 4], close: spanish },
  IT: italianAccount,
  BE: { bban: /^\d{12}$/, code: [0, 3], close: belgian },
  GB: { bban: /^[A-Z]{4}\d{14}$/, code: [0, 4] },
  // Numbers of the former postal bank, INGB000, have no check digit.
  NL: { bban: /^[A-Z]{4}\d{10}$/, code: [0, 4], close: (bban) => (bban.startsWith("INGB000") ? bban : dutch(bban)) },
  LU: { bban: /^\d{3}[A-Z0-9]{13}$/, code: [0, 3] },
  CH: { bban: /^\d{5}[A-Z0-9]{12}$/, code: [0, 5] },
  PT: { bban: /^\d{21}$/, code: [0, 4], close: key(98) },
  SM: italianAccount,
  MC: frenchAccount,
  AT: { bban: /^\d{16}$/, code: [0, 5] },
  BR: { bban: /^\d{23}[A-Z][A-Z0-9]$/, code: [0, 8] },
  BG: { bban: /^[A-Z]{4}\d{6}[A-Z0-9]{8}$/, code: [0, 4] },
  CY: { bban: /^\d{8}[A-Z0-9]{16}$/, code: [0, 3] },
  CZ: { bban: /^\d{20}$/, code: [0, 4], close: czech },
  DK: { bban: /^\d{14}$/, code: [0, 4] },
  EE: { bban: /^\d{16}$/, code: [0, 2], close: ten([7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7], 2, 15) },
  FI: { bban: /^\d{14}$/, code: [0, 3], close: (bban) => bban.slice(0, -1) + luhnDigit(bban.slice(0, -1)) },
  GR: { bban: /^\d{7}[A-Z0-9]{16}$/, code: [0, 3] },
  HR: { bban: /^\d{17}$/, code: [0, 7], close: (bban) => bban.slice(0, 16) + mod11And10Digit(bban.slice(7, 16)) },
  HU: { bban: /^\d{24}$/, code: [0, 8], close: hungarian },
  IE: { bban: /^[A-Z]{4}\d{14}$/, code: [0, 4] },
  LT: { bban: /^\d{16}$/, code: [0, 5] },
  LV: { bban: /^[A-Z]{4}[A-Z0-9]{13}$/, code: [0, 4] },
  MA: { bban: /^\d{24}$/, code: [0, 3], close: key(97) },
  MT: { bban: /^[A-Z]{4}\d{5}[A-Z0-9]{18}$/, code: [0, 4] },
  NO: { bban: /^\d{11}$/, code: [0, 4], close: eleven([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 0) },
  PK: { bban: /^[A-Z]{4}[A-Z0-9]{16}$/, code: [0, 4] },
  PL: { bban: /^\d{24}$/, code: [0, 8], close: ten([3, 9, 7, 1, 3, 9, 7], 0, 7) },
  RO: { bban: /^[A-Z]{4}[A-Z0-9]{16}$/, code: [0, 4] },
  SE: { bban: /^\d{20}$/, code: [0, 3] },
  SI: { bban: /^\d{15}$/, code: [0, 5], close: key(98) },
  SK: { bban: /^\d{20}$/, code: [0, 4], close: czech },
  TN: { bban: /^\d{20}$/, code: [0, 2], close: key(97) },
  TR: { bban: /^\d{5}[A-Z0-9]{17}$/, code: [0, 5] },
};

/** Checks the country's length, the key of the whole and the country's own check digits; the IBAN is compact. */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}(?:0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]+$/.test(value) || value.length !== lengths[value.slice(0, 2)])
    return false;
  const bban = value.slice(4);
  if (mod97(bban + value.slice(0, 4)) !== 1) return false;
  const account = accounts[value.slice(0, 2)];
  if (!account) return true;
  return account.bban.test(bban) && (!account.close || account.close(bban) === bban);
}

const byCode = new Map(banks.map((bank) => [bank.country + bank.code, bank]));

export const givesIban = (country: string): boolean => Object.hasOwn(lengths, country);

/** The IBANs of these countries begin with four letters for the bank, in two others with two. */
const letters = new Set("AZ BH BY DO GI IQ JO KW LC MU PS QA SC SV VG".split(" "));
const sandboxCode = (country: string) => (letters.has(country) ? "SBXC" : "GE MD".includes(country) ? "SX99" : "9990");

/** The only bank of a country without a bank in the tables. */
export const inventedBank = (country: string) => ({
  country,
  bankName: `Banque de commerce ${country} (fictive)`,
  bic: `SBXC${country}20`,
});

function inventedIbanBank(country: string) {
  const code = sandboxCode(country);
  const yes = isSepa(country) ? ("YES" as const) : ("NO" as const);
  const bban = `{code}${"#".repeat((lengths[country] as number) - 4 - code.length)}`;
  return { ...inventedBank(country), code, sct: yes, sdd: yes, bban };
}

/** The bank that the code in the IBAN names. */
export function bankOf(iban: string): Bank | undefined {
  const country = iban.slice(0, 2);
  const account = accounts[country];
  const isOfSole = !account && givesIban(country) && iban.slice(4).startsWith(sandboxCode(country));
  const sole = isOfSole ? inventedIbanBank(country) : undefined;
  const bank = account ? byCode.get(country + iban.slice(4).slice(...account.code)) : sole;
  return bank && { country: bank.country, bankName: bank.bankName, bic: bank.bic, sct: bank.sct, sdd: bank.sdd };
}

export const isSepa = (country: string): boolean => sepa.includes(country);

/** An account at a bank of the country; null for a country without IBANs. */
export function ibanFor(chance: Chance, country: string): (Omit<BankDetails, "holder"> & { iban: string }) | null {
  if (!givesIban(country)) return null;
  const choice = banks.filter((bank) => bank.country === country);
  const bank = choice.length > 0 ? chance.pick(choice) : inventedIbanBank(country);
  const draw = () => bank.bban.replace("{code}", bank.code).replace(/[#@.]/g, (sign) => drawn(chance, sign));
  const close = accounts[country]?.close ?? ((bban: string) => bban);
  let bban = close(draw());
  while (bban === null) bban = close(draw());
  return {
    iban: `${country}${two(98 - mod97(`${bban}${country}00`))}${bban}`,
    bic: bank.bic,
    bankName: bank.bankName,
    country,
  };
}

function drawn(chance: Chance, sign: string): string {
  if (sign === ".") return "0";
  return sign === "#" ? String(chance.int(0, 9)) : String.fromCharCode(65 + chance.int(0, 25));
}
