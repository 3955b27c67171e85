import { describe, expect, it } from "vitest";
import { Metadata } from "../../../contract/documents.ts";
import { ibanFor } from "../../../src/directory/banks.ts";
import { chance } from "../../../src/directory/chance.ts";
import { type BankClaim, checkBank } from "../../../src/domain/response/bank-check.ts";
import { why } from "../../../src/domain/response/reasons.ts";

const company = "Charpentes Morvandelles";
const claim: BankClaim = {
  iban: "FR7630004008230001005432188",
  holder: company,
  companyName: company,
  day: "2025-01-15",
};
/** By what the check found, whatever the case. */
function reasonFor({ verdict, metadata }: Pick<ReturnType<typeof checkBank>, "verdict" | "metadata">): object | null {
  if (verdict === "valid" || verdict === "pending") return null;
  if (metadata.verified === "true") return why("UNUSUAL_ACCOUNT");
  return metadata.bank_data_country === undefined && verdict === "invalid"
    ? {
        reason: expect.any(String),
        reasonCode: expect.stringMatching(/^(WRONG_ACCOUNT_NUMBER|BANK_DETAILS_DISAGREE)$/),
      }
    : why("BANK_DETAILS_DISAGREE");
}
const bankIn = (country: string, bank: string | undefined, bic: string | undefined, sct: string, sdd: string) => ({
  ...(bank && { bank_data_bank: bank, bank_data_bic: bic }),
  ...{ bank_data_country: country, sepa_data_sct: sct, sepa_data_sdd: sdd },
});
const french = bankIn("FR", "BNP Paribas", "BNPAFRPP", "YES", "YES");
const moroccan = ibanFor(chance(1), "MA");
const moroccanBank = bankIn("MA", moroccan?.bankName, moroccan?.bic, "NO", "NO");
const trust = bankIn("US", "Hudson Valley Trust (fictive)", "HDVTUS20", "NO", "NO");
const local = { country: "US", routing: "999900004", number: "4000123456" };
const [abroad, regional] = [{ iban: undefined, companyCountry: "US" }, { iban: "FR7618206002106034567890190" }];
const agricole = bankIn("FR", "Crédit Agricole Île-de-France", "AGRIFRPP882", "YES", "YES");
const [natWest, slovene] = [bankIn("GB", "NatWest", "NWBKGB2L", "YES", "NO"), bankIn("SI", "", "", "YES", "NO")];
const [inGroups, misrouted] = [
  { ...local, number: "4000 123 456" },
  { ...local, routing: "999900014" },
];

describe("the bank check", () => {
  it.each<[string, Partial<Record<keyof BankClaim, unknown>>, string, string | undefined, object | undefined]>([
    ["verifies the account of the company", {}, "valid", "true", french],
    ["accepts an account in the country of the company", { companyCountry: "FR" }, "valid", "true", french],
    ["questions another holder", { holder: "Affacturage Beaulieu" }, "review", "false", french],
    ["questions an account without a holder", { holder: " " }, "review", "false", french],
    ["questions the BIC of another bank", { bic: "AGRIFRPP882" }, "review", "false", french],
    ["questions a malformed BIC", { bic: "BNP" }, "review", "false", french],
    ["accepts any branch of a bank whose BIC names none", { bic: "bnpa fr pp lyo" }, "valid", "true", french],
    ["accepts an account without a BIC", { bic: "" }, "valid", "true", french],
    ["accepts the branch of a regional bank", { ...regional, bic: "AGRIFRPP882" }, "valid", "true", agricole],
    ["accepts a regional bank without its branch", { ...regional, bic: "AGRIFRPP" }, "valid", "true", agricole],
    ["accepts a regional bank with its seat", { ...regional, bic: "AGRIFRPPXXX" }, "valid", "true", agricole],
    ["questions another branch of a regional bank", { ...regional, bic: "AGRIFRPP878" }, "review", "false", agricole],
    ["refuses wrong check digits", { iban: "FR7630004008230001005432189" }, "invalid", "false", undefined],
    ["refuses a wrong national key", { iban: "FR7730004008230001005432188" }, "invalid", "false", undefined],
    ["refuses an empty IBAN", { iban: "" }, "invalid", "false", undefined],
    ["refuses an IBAN that is left out", { iban: undefined }, "invalid", "false", undefined],
    ["reads groups and small letters", { iban: "fr76 3000 4008 2300 0100 5432 188" }, "valid", "true", french],
    ["verifies and questions an account in another country", { companyCountry: "DE" }, "review", "true", french],
    ["takes the schemes of a bank from its table", { iban: "GB29NWBK60161331926819" }, "valid", "true", natWest],
    ["questions an unknown bank", { iban: "SI56263300012039086" }, "review", "false", slovene],
    ["verifies and questions an account outside SEPA", { iban: moroccan?.iban }, "review", "true", moroccanBank],
    ["verifies and questions a local account", { ...abroad, local }, "review", "true", trust],
    ["reads a local account in groups", { ...abroad, local: inGroups }, "review", "true", trust],
    ["refuses a wrong routing code", { ...abroad, local: misrouted }, "invalid", "false", undefined],
    ["is forced to be valid", { holder: "X", forced: "valid" }, "valid", "true", french],
    ["is forced to go to review", { forced: "review" }, "review", "false", french],
    ["is forced to go to review, as it would", { companyCountry: "DE", forced: "review" }, "review", "true", french],
    ["is forced to be invalid", { forced: "invalid" }, "invalid", "false", undefined],
    ["cannot be forced for a wrong number", { iban: "FR76", forced: "valid" }, "invalid", "false", undefined],
    ["says nothing while it is pending", { forced: "pending" }, "pending", undefined, undefined],
  ])("%s", (_, change, verdict, verified, bank) => {
    const checked = checkBank({ ...claim, ...change } as BankClaim);
    const metadata = verified ? { verified, ...bank, date_verification: "15/01/2025" } : {};
    expect(checked).toEqual({ verdict, metadata, reason: reasonFor(checked) });
    expect(Metadata.parse(checked.metadata)).toEqual(checked.metadata);
  });
  it.each([
    ["CHARPENTES MORVANDELLES SAS", company, "valid"],
    ["SARL ETANCHEITE DU VAL DORE", "Étanchéité du Val Doré", "valid"],
    ["Cabinet Orvel et Associes", "Cabinet Orvel et Associés SELAS", "valid"],
    ["MECANIQUE PRECISION DROM", "Mécanique Précision Drômoise", "valid"],
    ["Charpentes Morvandel", company, "valid"],
    ["SAS", "SAS", "valid"],
    ["Charpentes Morvande", company, "review"],
    ["Charpentes", company, "review"],
    ["Charpentes Morvandelles Holding", company, "review"],
    ["SAS", "Charpentes Morvandelles SAS", "review"],
    ["?", "!", "review"],
  ])("the holder %s of an account of the company %s makes it %s", (holder, companyName, verdict) => {
    expect(checkBank({ ...claim, holder, companyName }).verdict).toBe(verdict);
  });
});
