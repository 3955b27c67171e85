import type { Metadata } from "../../../contract/documents.ts";
import { type Bank, bankOf, isIban, isSepa } from "../../directory/banks.ts";
import type { LocalAccount } from "../../directory/company.ts";
import { isLocalAccount, localBankOf } from "../../directory/local-banks.ts";
import { wordsIn } from "../accents.ts";
import type { Outcome } from "../rows.ts";
import { type Reason, why } from "./reasons.ts";

export interface BankClaim {
  /** As written on the form. */
  iban?: string;
  /** As written on the form of a company whose banks give no IBAN. */
  local?: LocalAccount;
  /** As written on the form. */
  holder: string;
  /** As written on the form; an empty one is not compared. */
  bic?: string;
  companyName: string;
  /** `YYYY-MM-DD` of the check. */
  day: string;
  /** Forced verdict; ignored when the IBAN is invalid. */
  forced?: Outcome;
  /** Country of the company: an account in another country is a classic sign of fraud, and goes to review. */
  companyCountry?: string;
}

/** An IBAN or a BIC without spaces and in capitals, as it is compared. */
export const compact = (written: string): string => written.replace(/\s/g, "").toUpperCase();

export interface BankCheck {
  metadata: Metadata;
  verdict: Outcome;
  /** Why the verdict is not valid. */
  reason: Reason | null;
}

/** The verdict of the bank-data provider on an account, with the `metadata` that the evidence shows. */
export function checkBank(claim: BankClaim): BankCheck {
  const { forced } = claim;
  if (forced === "pending") return { metadata: {}, verdict: "pending", reason: null };
  const date_verification = claim.day.split("-").reverse().join("/");
  const keeper = keeperOf(claim);
  if (!keeper || forced === "invalid")
    return {
      metadata: { verified: "false", date_verification },
      verdict: "invalid",
      reason: why(keeper ? "BANK_DETAILS_DISAGREE" : "WRONG_ACCOUNT_NUMBER"),
    };

  const { country, bank } = keeper;
  const known = isKnown(claim, bank);
  const found = known && isUsual(claim, country) ? "valid" : "review";
  const verdict = forced ?? found;
  // A known account in another country is verified and goes to review all the same.
  const verified = verdict === "valid" || (verdict === found && known);
  const metadata = { verified: verified ? "true" : "false", ...bankData(country, bank), date_verification } as const;
  const reason = verdict === "valid" ? null : why(verified ? "UNUSUAL_ACCOUNT" : "BANK_DETAILS_DISAGREE");
  return { metadata, verdict, reason };
}

/** The country and the bank of an account; undefined for a number that no bank can have given. */
function keeperOf({ iban = "", local }: BankClaim): { country: string; bank: Bank | undefined } | undefined {
  if (!local) {
    const number = compact(iban);
    return isIban(number) ? { country: number.slice(0, 2), bank: bankOf(number) } : undefined;
  }
  const { country } = local;
  const account = { country, routing: compact(local.routing), number: compact(local.number) };
  return isLocalAccount(account) ? { country, bank: localBankOf(account) } : undefined;
}

const isKnown = ({ bic = "", holder, companyName }: BankClaim, bank: Bank | undefined): boolean =>
  bank !== undefined && fits(compact(bic), bank) && sameHolder(holder, companyName);

const isUsual = ({ companyCountry }: BankClaim, country: string): boolean =>
  isSepa(country) && (companyCountry ?? country) === country;

const bankData = (country: string, bank: Bank | undefined): Metadata => ({
  ...(bank && { bank_data_bank: bank.bankName, bank_data_bic: bank.bic }),
  bank_data_country: country,
  sepa_data_sct: isSepa(country) ? (bank?.sct ?? "YES") : "NO",
  sepa_data_sdd: isSepa(country) ? (bank?.sdd ?? "NO") : "NO",
});

/** The first eight characters of a BIC name the bank and the rest a branch; two named branches must be the same. */
function fits(written: string, { bic }: Bank): boolean {
  const branches = new Set(
    [written, bic].map((code) => code.slice(8)).filter((branch) => branch !== "" && branch !== "XXX"),
  );
  return written === "" || (written.slice(0, 8) === bic.slice(0, 8) && branches.size < 2);
}

// Banks leave out accents, punctuation and the legal form, and cut names that are longer than their field.
const legalForms = new Set(
  (
    "sas sasu sarl eurl sa sci snc selas selarl scop gie ei ste societe ets " +
    "gmbh ag kg ug ltd plc llc inc bv nv srl spa sl slu lda sprl ab as oy"
  ).split(" "),
);
const SHORTEST_CUT = 20;

function sameHolder(holder: string, companyName: string): boolean {
  const [written, known] = [plainName(holder), plainName(companyName)];
  return written !== "" && (written === known || (written.length >= SHORTEST_CUT && known.startsWith(written)));
}

function plainName(name: string): string {
  const words = wordsIn(name, /[\p{L}\p{N}]+/gu);
  const kept = words.filter((word) => !legalForms.has(word));
  return (kept.length ? kept : words).join(" ");
}
