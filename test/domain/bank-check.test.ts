import { describe, expect, it } from "vitest";
import { Metadata } from "../../contract/documents.ts";
import { ibanFor } from "../../src/directory/banks.ts";
import { chance } from "../../src/directory/chance.ts";
import { type BankClaim, checkBank } from "../../src/domain/bank-check.ts";

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

describe("a bank check", () => {
  it.each<[string, Partial<BankClaim>, ReturnType<typeof checkBank>]>([
    ["verifies the account of its holder", {}, { metadata: { verified: "true", ...french }, verdict: "valid" }],
    [
      "doubts the account of somebody else",
      { holder: "Affacturage Beaulieu" },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "doubts an account at another bank than the BIC's",
      { bic: "AGRIFRPP882" },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    ["doubts what is no BIC at all", { bic: "BNP" }, { metadata: { verified: "false", ...french }, verdict: "review" }],
    [
      "takes any branch of a bank that has many",
      { bic: "bnpa fr pp lyo" },
      { metadata: { verified: "true", ...french }, verdict: "valid" },
    ],
    ["does not ask for a BIC", { bic: "" }, { metadata: { verified: "true", ...french }, verdict: "valid" }],
    [
      "doubts an account without a holder",
      { holder: " " },
      { metadata: { verified: "false", ...french }, verdict: "review" },
    ],
    [
      "refuses a wrong key",
      { iban: "FR7630004008230001005432189" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    [
      "refuses a wrong national key",
      { iban: "FR7730004008230001005432188" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    [
      "refuses nothing at all",
      { iban: "" },
      { metadata: { verified: "false", date_verification: "15/01/2025" }, verdict: "invalid" },
    ],
    ["says nothing while it waits", { forced: "pending" }, { metadata: {}, verdict: "pending" }],
    [
      "reads an IBAN as people write it",
      { iban: "fr76 3000 4008 2300 0100 5432 188" },
      { metadata: { verified: "true", ...french }, verdict: "valid" },
    ],
    [
      "asks a person about an account in another country than the company",
      { companyCountry: "DE" },
      { metadata: { verified: "true", ...french }, verdict: "review" },
    ],
    [
      "takes the schemes of the bank from the table",
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
      "asks a person about a valid IBAN of a bank it does not know",
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
  ])("%s", (_, change, expected) => {
    const checked = checkBank({ ...claim, ...change });
    expect(checked).toEqual(expected);
    expect(Metadata.parse(checked.metadata)).toEqual(checked.metadata);
  });

  it.each([
    ["AGRIFRPP882", "valid"],
    ["AGRIFRPP", "valid"],
    ["AGRIFRPPXXX", "valid"],
    ["AGRIFRPP878", "review"],
  ] as const)("of a regional bank with the BIC %s comes out %s", (bic, verdict) => {
    expect(checkBank({ ...claim, iban: "FR7618206002106034567890190", bic }).verdict).toBe(verdict);
  });

  it("asks a person about an account outside SEPA, which no SEPA scheme reaches", () => {
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
    ["SAS", "SAS"],
  ])("takes %s for %s", (holder, companyName) => {
    expect(checkBank({ ...claim, holder, companyName }).verdict).toBe("valid");
  });

  it.each([
    ["Charpentes", "Charpentes Morvandelles"],
    ["Charpentes Morvandelles Holding", "Charpentes Morvandelles"],
    ["SAS", "Charpentes Morvandelles SAS"],
  ])("does not take %s for %s", (holder, companyName) => {
    expect(checkBank({ ...claim, holder, companyName }).verdict).toBe("review");
  });
});
