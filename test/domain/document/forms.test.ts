import { describe, expect, it } from "vitest";
import type { FormEntry } from "../../../contract/documents.ts";
import { chance } from "../../../src/directory/chance.ts";
import { defaultConfiguration as configuration } from "../../../src/domain/configuration.ts";
import { applyValues, fillForm, valuesIn } from "../../../src/domain/document/forms.ts";
import { Supplier } from "../../support/supplier.ts";

const { thirdparty } = Supplier.of("cleaner", ["IBAN"]);
const filled = (code: string) =>
  fillForm(code, { ...thirdparty, bank: thirdparty.internal.bank }, chance(1, code), {
    configuration,
    today: "2025-01-15",
  });

describe("the forms", () => {
  it("a document code without a form is not filled in", () => {
    expect(() => filled("KBIS")).toThrow("KBIS is not answered by a form");
  });
});

describe("supplied values", () => {
  const valid = valuesIn({ formdata: filled("IBAN") });

  it("supplied values are read in groups, in small letters and as booleans", () => {
    const answers = { ...valid, iban: "fr76 3000 4008 2300 0100 5432 188", compte_affacture: true };
    const read = valuesIn(applyValues(configuration, "IBAN", answers) as { formdata: FormEntry[] });
    expect(read).toMatchObject({ iban: "FR7630004008230001005432188", compte_affacture: "true" });
  });

  it("supplied values replace those of the filled form", () => {
    const before = filled("Q_CYBER");
    const after = applyValues(configuration, "Q_CYBER", { mfa: "false", incidents_12_mois: 7 }, before) as {
      formdata: FormEntry[];
    };
    expect(valuesIn(after)).toEqual({ ...valuesIn({ formdata: before }), mfa: "false", incidents_12_mois: "7" });
    expect(after.formdata.map(({ value: _, ...entry }) => entry)).toEqual(
      before.map(({ value: _, ...entry }) => entry),
    );
  });

  it("all wrong values are refused at once, each with the expected and the received value", () => {
    const wrong = { iban: "pas", date_effet: "2025-01-01", compte_affacture: "oui", bic: 12, inconnu: "x" };
    const expected = {
      inconnu: "one of titulaire_compte, iban, bic, nom_banque, devise, date_effet, compte_affacture",
      iban: "an IBAN: two letters, two digits, then 11 to 30 letters and digits",
      bic: "a text of at most 4000 characters",
      date_effet: "a day of the calendar, DD/MM/YYYY",
      compte_affacture: '"true" or "false"',
    };
    const keys = Object.keys(expected) as (keyof typeof expected)[];
    expect(applyValues(configuration, "IBAN", { ...valid, ...wrong })).toEqual({
      violations: keys.map((key) => ({ key, expected: expected[key], received: JSON.stringify(wrong[key]) })),
    });
  });

  it("a missing value is refused when there is no filled form", () => {
    const { bic: _, ...rest } = valid;
    expect(applyValues(configuration, "IBAN", rest)).toEqual({
      violations: [{ key: "bic", expected: "a text of at most 4000 characters", received: "nothing" }],
    });
  });

  const dates = "31/02/2025 00/01/2025 1/1/2025 29/02/2023 12/13/2025 x01/01/2025 01/01/2025x".split(" ");
  const numbers = "12,5 1e3 abc 0x10 1. .5 1.1234567 1111111111111111".split(" ");
  const ibans = [..."FR76 F17630004008230001 1FR7630004008230001005432188".split(" "), 7];
  ibans.push(...[10, 31].map((digits) => `FR76${"1".repeat(digits)}`));
  it.each<[string, string, unknown[], unknown[]]>([
    ["IBAN", "date_effet", [...dates, "", null, 1], ["29/02/2024", "31/12/2025"]],
    ["IBAN", "iban", ibans, [`fr76 ${"1".repeat(11)}`, `FR76${"Z".repeat(30)}`]],
    ["IBAN", "bic", ["x".repeat(4001), 12, true], ["x".repeat(4000), ""]],
    ["IBAN", "compte_affacture", ["oui", "TRUE", "xtrue", "truex", 1, ["true"]], [true, "false"]],
    ["Q_RSE", "energie_renouvelable", [...numbers, "", " 1", "1 ", Number.NaN, {}], ["-12.5", 0, "1.123456"]],
  ])("%s takes for %s no %j, but %j", (code, key, wrong, right) => {
    const given = (value: unknown) => applyValues(configuration, code, { [key]: value }, filled(code));
    for (const value of wrong) expect({ value, ...given(value) }).toHaveProperty("violations");
    for (const value of right) expect({ value, ...given(value) }).toHaveProperty("formdata");
  });

  it("a long value is quoted by its first 80 characters", () => {
    expect(applyValues(configuration, "IBAN", { compte_affacture: "x".repeat(100) }, filled("IBAN"))).toMatchObject({
      violations: [{ received: `"${"x".repeat(79)}…` }],
    });
  });

  it("a number or a date that a company may not have can be empty", () => {
    expect(
      applyValues(configuration, "Q_RSE", { index_egalite: "", bilan_carbone_date: "" }, filled("Q_RSE")),
    ).toHaveProperty("formdata");
    expect(applyValues(configuration, "Q_RSE", { index_egalite: "NC" }, filled("Q_RSE"))).toMatchObject({
      violations: [{ key: "index_egalite", expected: expect.stringContaining(", or an empty text") }],
    });
  });
});
