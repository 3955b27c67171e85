import { z } from "zod";
import type { Chance } from "./chance.ts";
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
        /** `#` a digit, `@` a letter, `.` left to the check digits. */
        bban: z.string(),
      }),
    ),
    lengths: z.record(z.string(), z.int()),
    sepa: z.array(z.string().length(2)),
  }),
);

export type Bank = Pick<(typeof banks)[number], "country" | "bankName" | "bic" | "sct" | "sdd">;

export const sepaCountries: readonly string[] = sepa;

/** Remainder by 97 of a number in which A counts 10 and Z 35. */
function mod97(text: string): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

const weigh = (digits: string, weights: readonly number[]) =>
  Array.from(digits).reduce((sum, digit, at) => sum + Number(digit) * (weights[at] ?? 0), 0);

const two = (number: number) => String(number).padStart(2, "0");

/** In a French account a letter stands for a digit: A and J for 1, B, K and S for 2, and so on. */
const frenchDigit = (letter: string) => "12345678912345678923456789"[letter.charCodeAt(0) - 65] as string;

function french(bban: string): string {
  const number = bban.slice(0, 21).replace(/[A-Z]/g, frenchDigit);
  return bban.slice(0, 21) + two(97 - mod97(`${number}00`));
}

function spanish(bban: string): string {
  const digit = (text: string, weights: number[]) => {
    const rest = 11 - (weigh(text, weights) % 11);
    return rest === 11 ? 0 : rest === 10 ? 1 : rest;
  };
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const [branch, account] = [bban.slice(0, 8), bban.slice(10)];
  return `${branch}${digit(branch, weights.slice(2))}${digit(account, weights)}${account}`;
}

const oddPositions = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

function italian(bban: string): string {
  const rest = bban.slice(1);
  const sum = Array.from(rest).reduce((total, character, at) => {
    const value = character >= "A" ? character.charCodeAt(0) - 65 : Number(character);
    return total + (at % 2 === 0 ? (oddPositions[value] ?? 0) : value);
  }, 0);
  return String.fromCharCode(65 + (sum % 26)) + rest;
}

/** Closes a number whose last digit makes the weighted sum a multiple of 11; a few numbers have no such digit. */
const eleven = (weights: readonly number[], from: number) => (bban: string) => {
  const digit = (11 - (weigh(bban.slice(from, -1), weights) % 11)) % 11;
  return digit === 10 ? null : bban.slice(0, -1) + digit;
};

const ten = (weights: readonly number[], from: number, at: number) => (bban: string) =>
  bban.slice(0, at) + ((10 - (weigh(bban.slice(from, at), weights) % 10)) % 10) + bban.slice(at + 1);

const key98 = (bban: string) => bban.slice(0, -2) + two(98 - mod97(`${bban.slice(0, -2)}00`));
const key97 = (bban: string) => bban.slice(0, -2) + two(97 - mod97(`${bban.slice(0, -2)}00`));

const luhn = (bban: string) => {
  const sum = Array.from(bban.slice(0, -1)).reduceRight((total, digit, at) => {
    const value = Number(digit) * ((bban.length - at) % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return bban.slice(0, -1) + ((10 - (sum % 10)) % 10);
};

function croatian(bban: string): string {
  const rest = Array.from(bban.slice(7, 16)).reduce(
    (product, digit) => (((product + Number(digit)) % 10 || 10) * 2) % 11,
    10,
  );
  return bban.slice(0, 16) + ((11 - rest) % 10);
}

interface Account {
  bban: RegExp;
  /** Where the bank's code lies in the BBAN. */
  code: readonly [from: number, to: number];
  /** The BBAN with its national check digits put right, or null when none fits; identity where the country has none. */
  seal?: (bban: string) => string | null;
}

const hungarianWeights = [9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3];

/** The countries whose banks are in the table. */
const accounts: Record<string, Account> = {
  FR: { bban: /^\d{10}[A-Z0-9]{11}\d{2}$/, code: [0, 5], seal: french },
  DE: { bban: /^\d{18}$/, code: [0, 8] },
  ES: { bban: /^\d{20}$/, code: [0, 4], seal: spanish },
  IT: { bban: /^[A-Z]\d{10}[A-Z0-9]{12}$/, code: [1, 6], seal: italian },
  BE: { bban: /^\d{12}$/, code: [0, 3], seal: (b) => b.slice(0, 10) + two(Number(b.slice(0, 10)) % 97 || 97) },
  GB: { bban: /^[A-Z]{4}\d{14}$/, code: [0, 4] },
  // Numbers of the former postal bank, three leading zeros at INGB, never had a check digit.
  NL: {
    bban: /^[A-Z]{4}\d{10}$/,
    code: [0, 4],
    seal: (b) => (b.startsWith("INGB000") ? b : eleven([10, 9, 8, 7, 6, 5, 4, 3, 2], 4)(b)),
  },
  LU: { bban: /^\d{3}[A-Z0-9]{13}$/, code: [0, 3] },
  CH: { bban: /^\d{5}[A-Z0-9]{12}$/, code: [0, 5] },
  PT: { bban: /^\d{21}$/, code: [0, 4], seal: key98 },
  MC: { bban: /^\d{10}[A-Z0-9]{11}\d{2}$/, code: [0, 5], seal: french },
  AT: { bban: /^\d{16}$/, code: [0, 5] },
  BG: { bban: /^[A-Z]{4}\d{6}[A-Z0-9]{8}$/, code: [0, 4] },
  CY: { bban: /^\d{8}[A-Z0-9]{16}$/, code: [0, 3] },
  CZ: { bban: /^\d{20}$/, code: [0, 4], seal: eleven([6, 3, 7, 9, 10, 5, 8, 4, 2], 10) },
  DK: { bban: /^\d{14}$/, code: [0, 4] },
  EE: { bban: /^\d{16}$/, code: [0, 2], seal: ten([7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7], 2, 15) },
  FI: { bban: /^\d{14}$/, code: [0, 3], seal: luhn },
  GR: { bban: /^\d{7}[A-Z0-9]{16}$/, code: [0, 3] },
  HR: { bban: /^\d{17}$/, code: [0, 7], seal: croatian },
  HU: { bban: /^\d{24}$/, code: [0, 8], seal: (b) => ten(hungarianWeights, 8, b.endsWith("00000000") ? 15 : 23)(b) },
  IE: { bban: /^[A-Z]{4}\d{14}$/, code: [0, 4] },
  LT: { bban: /^\d{16}$/, code: [0, 5] },
  LV: { bban: /^[A-Z]{4}[A-Z0-9]{13}$/, code: [0, 4] },
  MA: { bban: /^\d{24}$/, code: [0, 3], seal: key97 },
  MT: { bban: /^[A-Z]{4}\d{5}[A-Z0-9]{18}$/, code: [0, 4] },
  NO: { bban: /^\d{11}$/, code: [0, 4], seal: eleven([5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 0) },
  PK: { bban: /^[A-Z]{4}[A-Z0-9]{16}$/, code: [0, 4] },
  PL: { bban: /^\d{24}$/, code: [0, 8], seal: ten([3, 9, 7, 1, 3, 9, 7], 0, 7) },
  RO: { bban: /^[A-Z]{4}[A-Z0-9]{16}$/, code: [0, 4] },
  SE: { bban: /^\d{20}$/, code: [0, 3] },
  SI: { bban: /^\d{15}$/, code: [0, 5], seal: key98 },
  SK: { bban: /^\d{20}$/, code: [0, 4], seal: eleven([6, 3, 7, 9, 10, 5, 8, 4, 2], 10) },
  TN: { bban: /^\d{20}$/, code: [0, 2], seal: key97 },
  TR: { bban: /^\d{5}[A-Z0-9]{17}$/, code: [0, 5] },
};

/** Compact, upper case: the country's length, the key over the whole and the country's own check digits. */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}(?:0[2-9]|[1-8]\d|9[0-8])[A-Z0-9]+$/.test(value) || value.length !== lengths[value.slice(0, 2)])
    return false;
  const bban = value.slice(4);
  if (mod97(bban + value.slice(0, 4)) !== 1) return false;
  const account = accounts[value.slice(0, 2)];
  if (!account) return true;
  return account.bban.test(bban) && (!account.seal || account.seal(bban) === bban);
}

const byCode = new Map(banks.map((bank) => [bank.country + bank.code, bank]));

/** The bank that its code in the IBAN names, if the table has it. */
export function bankOf(iban: string): Bank | undefined {
  const account = accounts[iban.slice(0, 2)];
  const bank = account && byCode.get(iban.slice(0, 2) + iban.slice(4).slice(...account.code));
  return bank && { country: bank.country, bankName: bank.bankName, bic: bank.bic, sct: bank.sct, sdd: bank.sdd };
}

export function isSepa(country: string): boolean {
  return sepaCountries.includes(country);
}

/** An account at one of the country's banks; null where there are no IBANs or no bank in the table. */
export function ibanFor(
  chance: Chance,
  country: string,
): { iban: string; bic: string; bankName: string; country: string } | null {
  const choice = banks.filter((bank) => bank.country === country);
  if (choice.length === 0) return null;
  const bank = chance.pick(choice);
  const draw = () => bank.bban.replace("{code}", bank.code).replace(/[#@.]/g, (sign) => drawn(chance, sign));
  const seal = accounts[country]?.seal ?? ((bban: string) => bban);
  let bban = seal(draw());
  while (bban === null) bban = seal(draw());
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
