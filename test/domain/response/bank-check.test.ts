import { describe, expect, it } from "vitest";
import { Metadata } from "../../../contract/documents.ts";
import { ibanFor } from "../../../src/directory/banks.ts";
import { chance } from "../../../src/directory/chance.ts";
import { type BankClaim, checkBank } from "../../../src/domain/response/bank-check.ts";

const claim: BankClaim = {
  iban: "FR7630004008230001005432188",
  holder: "Charpentes Morvandelles",
  companyName: "Charpentes Morvandelles",
  day: "2025-01-15",
};
const french = {
  bank_data_bank: "BNP Paribas",
  bank_data_bic: "BNPAFRPP",
  bank_data_country: "FR",
  sepa_data_sct: "YES",
  sepa_data_sdd: "YES",
  date_verification: "15/01/2025",
} as const;

describe("checkBank", () => {
  it.each<[string, Partial<BankClaim>, ReturnType<typeof checkBank>]>([
    ["verifies the account of the company", {}, { metadata: { verified: "true", ...french }, verdict: "valid" }],
    [
      "sends the account of another holder to review",
      { holder: "Affacturage Beaulieu" },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "sends an account to review whose BIC names another bank",
      { bic: "AGRIFRPP882" },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "sends an account with a malformed BIC to review",
      { bic: "BNP" },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "accepts any branch of a bank whose own BIC names none",
      { bic: "bnpa fr pp lyo" },
      { metadata: { verified: "true", ...french }, verdict: "valid" },
    ],
    ["accepts an account without a BIC", { bic: "" }, { metadata: { verified: "true", ...french }, verdict: "valid" }],
    [
      "sends an account without a holder to review",
      { holder: " " },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "refuses an IBAN with wrong check digits",
      { iban: "FR7630004008230001005432189" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    [
      "refuses an IBAN with a wrong national key",
      { iban: "FR7730004008230001005432188" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    [
      "refuses an empty IBAN",
      { iban: "" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    ["has no metadata while it is pending", { forced: "pending" }, { metadata: {}, verdict: "pending" }],
    [
      "reads an IBAN in groups and in small letters",
      { iban: "fr76 3000 4008 2300 0100 5432 188" },
      { metadata: { verified: "true", ...french }, verdict: "valid" },
    ],
    [
      "sends an account in another country than the company to review",
      { companyCountry: "DE" },
      { metadata: { verified: "true", ...french }, verdict: "review" },
    ],
    [
      "takes the SEPA schemes of a bank from the table of banks",
      { iban: "GB29NWBK60161331926819" },
      {
        metadata: {
          verified: "true",
          bank_data_bank: "NatWest",
          bank_data_bic: "NWBKGB2L",
          bank_data_country: "GB",
          sepa_data_sct: "YES",
          sepa_data_sdd: "NO",
          date_verification: "15/01/2025",
        },
        verdict: "valid",
      },
    ],
    [
      "sends a valid IBAN of an unknown bank to review",
      { iban: "SI56263300012039086" },
      {
        metadata: {
          verified: "false",
          bank_data_country: "SI",
          sepa_data_sct: "YES",
          sepa_data_sdd: "NO",
          date_verification: "15/01/2025",
        },
        verdict: "review",
      },
    ],
  ])("the bank check %s", (_, change, expected) => {
    const checked = checkBank({ ...claim, ...change });
    expect(checked).toEqual(expected);
    expect(Metadata.parse(checked.metadata)).toEqual(checked.metadata);
  });

  it.each([
    ["AGRIFRPP882", "valid"],
    ["AGRIFRPP", "valid"],
    ["AGRIFRPPXXX", "valid"],
    ["AGRIFRPP878", "review"],
  ] as const)("an account of a regional bank with the BIC %s is %s", (bic, verdict) => {
    expect(checkBank({ ...claim, iban: "FR7618206002106034567890190", bic }).verdict).toBe(verdict);
  });

  it("an account outside SEPA goes to review, and no SEPA scheme reaches it", () => {
    const account = ibanFor(chance(1), "MA");
    expect(checkBank({ ...claim, iban: account?.iban ?? "" })).toEqual({
      metadata: {
        verified: "true",
        bank_data_bank: account?.bankName,
        bank_data_bic: account?.bic,
        bank_data_country: "MA",
        sepa_data_sct: "NO",
        sepa_data_sdd: "NO",
        date_verification: "15/01/2025",
      },
      verdict: "review",
    });
  });

  it.each([
    ["CHARPENTES MORVANDELLES SAS", "Charpentes Morvandelles"],
    ["SARL ETANCHEITE DU VAL DORE", "Étanchéité du Val Doré"],
    ["Cabinet Orvel et Associes", "Cabinet Orvel et Associés SELAS"],
    ["MECANIQUE PRECISION DROM", "Mécanique Précision Drômoise"],
    ["Charpentes Morvandel", "Charpentes Morvandelles"],
    ["SAS", "SAS"],
  ])("the holder %s is the company %s", (holder, companyName) => {
    expect(checkBank({ ...claim, holder, companyName }).verdict).toBe("valid");
  });

  it.each([
    ["Charpentes", "Charpentes Morvandelles"],
    ["Charpentes Morvande", "Charpentes Morvandelles"],
    ["?", "!"],
    ["Charpentes Morvandelles Holding", "Charpentes Morvandelles"],
    ["SAS", "Charpentes Morvandelles SAS"],
  ])("the holder %s is not the company %s", (holder, companyName) => {
    expect(checkBank({ ...claim, holder, companyName }).verdict).toBe("review");
  });
});
