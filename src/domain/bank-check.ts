import type { Metadata } from "../../contract/documents.ts";
import { type Bank, bankOf, isIban, isSepa } from "../directory/banks.ts";

export interface BankClaim {
  iban: string;
  /** As written on the form. */
  holder: string;
  /** As written on the form; nothing contradicts nothing. */
  bic?: string;
  /** The company that claims the account. */
  companyName: string;
  /** `YYYY-MM-DD` of the check. */
  day: string;
  /** What somebody chose that the providers say; they cannot vouch for a wrong key. */
  wanted?: BankCheck["verdict"];
  /** Country of the company: an account elsewhere is a classic sign of fraud, and is looked at by a person. */
  companyCountry?: string;
}

export interface BankCheck {
  metadata: Metadata;
  verdict: "valid" | "review" | "invalid" | "pending";
}

/** As people write it, in groups or in small letters, and as it is compared. */
export const compact = (written: string): string => written.replace(/\s/g, "").toUpperCase();

/** What the providers of bank data say of an account, as the evidence's `metadata` shows it. */
export function checkBank({
  iban: written,
  holder,
  bic = "",
  companyName,
  day,
  wanted,
  companyCountry,
}: BankClaim): BankCheck {
  if (wanted === "pending") return { metadata: {}, verdict: "pending" };
  const date_verification = day.split("-").reverse().join("/");
  const iban = compact(written);
  if (!isIban(iban) || wanted === "invalid")
    return { metadata: { verified: "false", date_verification }, verdict: "invalid" };

  const country = iban.slice(0, 2);
  const bank = bankOf(iban);
  const sepa = isSepa(country);
  const known = bank !== undefined && fits(compact(bic), bank) && sameHolder(holder, companyName);
  const found = known && sepa && (companyCountry ?? country) === country ? "valid" : "review";
  const verdict = wanted ?? found;
  // An account may be known and wait for the client all the same; one that is vouched for is known.
  const verified = verdict === "valid" || (verdict === found && known);
  return {
    metadata: {
      verified: String(verified) as "true" | "false",
      ...(bank && { bank_data_bank: bank.bankName, bank_data_bic: bank.bic }),
      bank_data_country: country,
      sepa_data_sct: sepa ? (bank?.sct ?? "YES") : "NO",
      sepa_data_sdd: sepa ? (bank?.sdd ?? "NO") : "NO",
      date_verification,
    },
    verdict,
  };
}

/** A bank goes by eight signs, and three more name a branch: two branches that are both named must be one. */
function fits(written: string, { bic }: Bank): boolean {
  const branches = new Set(
    [written, bic].map((code) => code.slice(8)).filter((branch) => branch !== "" && branch !== "XXX"),
  );
  return written === "" || (written.slice(0, 8) === bic.slice(0, 8) && branches.size < 2);
}

// Banks leave out accents, punctuation and the legal form, and cut what is longer than their field.
const FORMS =
  /^(sas|sasu|sarl|eurl|sa|sci|snc|selas|selarl|scop|gie|ei|ste|societe|ets|gmbh|ag|kg|ug|ltd|plc|llc|inc|bv|nv|srl|spa|sl|slu|lda|sprl|ab|as|oy)$/;
const SHORTEST_CUT = 20;

function sameHolder(holder: string, companyName: string): boolean {
  const [written, known] = [plainName(holder), plainName(companyName)];
  return written !== "" && (written === known || (written.length >= SHORTEST_CUT && known.startsWith(written)));
}

function plainName(name: string): string {
  const words =
    name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const kept = words.filter((word) => !FORMS.test(word));
  return (kept.length ? kept : words).join(" ");
}
