import { expect, it } from "vitest";
import { isLocalAccount, localBankOf } from "../../src/directory/local-banks.ts";
import { everywhere, find } from "./sample.ts";

const american = { country: "US", routing: "999900004", number: "4000123456" };

it("a company of any country of the directory has a bank, with an IBAN or without", () => {
  const banked = new Map<string, boolean>();
  for (const { addressCountryCode: country, bank } of everywhere)
    banked.set(country, bank !== null || banked.get(country) === true);
  expect([...banked].filter(([, hasBank]) => !hasBank)).toEqual([]);
  expect(banked.size).toBeGreaterThan(40);
});

it.each([
  ["the account of a table's bank", american, true],
  ["a routing code with a wrong check digit", { ...american, routing: "999900014" }, false],
  ["a routing code that is too short", { ...american, routing: "99990000" }, false],
  ["an account number that is too short", { ...american, number: "4000" }, false],
  ["no account number", { ...american, number: "" }, false],
  ["an Indian account", { country: "IN", routing: "SBXN0999001", number: "500012345678" }, true],
  ["an account in a country with IBANs", { country: "FR", routing: "999900004", number: "4000123456" }, false],
  [
    "an account in a country without a bank in the table",
    { country: "KE", routing: "99900001", number: "1000123456" },
    true,
  ],
  ["an account in no country", { country: "constructor", routing: "1", number: "1" }, false],
])("%s is valid or not", (_what, account, valid) => {
  expect(isLocalAccount(account)).toBe(valid);
});

it("a bank is known by its routing code", () => {
  expect(localBankOf(american)).toMatchObject({ country: "US", bic: "HDVTUS20", sct: "NO", sdd: "NO" });
  expect(localBankOf({ country: "US", routing: "999900101" })?.bankName).toBe("Prairie Commercial Bank (fictive)");
  expect(localBankOf({ country: "CA", routing: "999900004" })).toBeUndefined();
});

it("a company outside the IBAN area has a valid local account at a bank of its country", () => {
  const { bank, name, addressCountryCode } = find("DUNS", "991600101");
  expect(bank).toMatchObject({
    iban: null,
    country: addressCountryCode,
    holder: name,
    local: { country: addressCountryCode },
  });
  expect(isLocalAccount(bank?.local ?? { ...american, number: "" })).toBe(true);
});
