import { z } from "zod";
import { weigh } from "../../contract/check-digits.ts";
import { type Bank, givesIban, inventedBank } from "./banks.ts";
import type { Chance } from "./chance.ts";
import type { BankDetails, LocalAccount } from "./company.ts";
import { readFixture } from "./fixtures.ts";

const banks = readFixture(
  "local-banks.json",
  z.array(
    z.strictObject({
      country: z.string().length(2),
      bankName: z.string(),
      bic: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}$/),
      routing: z.string(),
      /** `#` is a digit. */
      number: z.string(),
    }),
  ),
);

interface Form {
  routing: RegExp;
  number: RegExp;
  isClosed?: (routing: string) => boolean;
}
const forms: Record<string, Form> = {
  US: {
    routing: /^\d{9}$/,
    number: /^\d{6,17}$/,
    isClosed: (aba) => weigh(aba, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  CA: { routing: /^0\d{8}$/, number: /^\d{7,12}$/ },
  CN: { routing: /^\d{12}$/, number: /^\d{16,19}$/ },
  IN: { routing: /^[A-Z]{4}0[A-Z0-9]{6}$/, number: /^\d{9,18}$/ },
  JP: { routing: /^\d{7}$/, number: /^\d{7}$/ },
  VN: { routing: /^\d{8}$/, number: /^\d{8,16}$/ },
  BD: { routing: /^\d{9}$/, number: /^\d{13,17}$/ },
};

const usual: Form = { routing: /^[A-Z0-9]{4,15}$/, number: /^[A-Z0-9]{5,20}$/ };

const banksIn = (country: string) => {
  const own = banks.filter((bank) => bank.country === country);
  return own.length > 0 ? own : [{ ...inventedBank(country), routing: "99900001", number: "1#########" }];
};

/** Checks the form of both numbers and the check digit of the routing code; both are compact. */
export function isLocalAccount({ country, routing, number }: LocalAccount): boolean {
  if (!/^[A-Z]{2}$/.test(country) || givesIban(country)) return false;
  const form = forms[country] ?? usual;
  return form.routing.test(routing) && form.number.test(number) && (form.isClosed?.(routing) ?? true);
}

export function localBankOf({ country, routing }: Omit<LocalAccount, "number">): Bank | undefined {
  const bank = banksIn(country).find((one) => one.routing === routing);
  return bank && { country, bankName: bank.bankName, bic: bank.bic, sct: "NO", sdd: "NO" };
}

/** An account at a bank of a country whose banks give no IBAN. */
export function localAccountFor(chance: Chance, country: string): Omit<BankDetails, "holder"> {
  const { bankName, bic, routing, number } = chance.pick(banksIn(country));
  const drawn = number.replace(/#/g, () => String(chance.int(0, 9)));
  return { iban: null, local: { country, routing, number: drawn }, bic, bankName, country };
}
