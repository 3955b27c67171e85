import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormEntry } from "../../../contract/documents.ts";
import { bankOf, isIban } from "../../../src/directory/banks.ts";
import { chance } from "../../../src/directory/chance.ts";
import { territories } from "../../../src/directory/territories.ts";
import { documentTypes } from "../../../src/domain/configuration.ts";
import { fieldsOf, formCodes } from "../../../src/domain/document/form-fields.ts";
import type { Respondent } from "../../../src/domain/document/form-values.ts";
import { applyValues, fillForm } from "../../../src/domain/document/forms.ts";

const company: Respondent = {
  name: "Charpentes Morvandelles",
  siren: "219920147",
  siret: "21992014700010",
  tva: "FR15219920147",
  duns: "990100012",
  localId: null,
  legalCategoryCode: "5710",
  ceo: "MARTIN Claire",
  executives: [{ lastName: "MARTIN", firstName: "Claire", role: "Présidente", since: "2019-04-01" }],
  workforce: 48,
  turnover: 6_150_000,
  turnoverCurrency: "EUR",
  addressCountryCode: "FR",
  dateCreation: "2012-03-15",
  bank: {
    iban: "FR7630004008230001005432188",
    bic: "BNPAFRPP",
    bankName: "BNP Paribas",
    country: "FR",
    holder: "Charpentes Morvandelles",
  },
};
const sole: Respondent = { ...company, name: "Paysages du Lac", legalCategoryCode: "1000", workforce: null };
const today = "2025-01-15";
const filled = (code: string, who = company, key: string | number = code) =>
  fillForm(code, who, chance(1, "form", key), { today });
const valuesOf = (code: string, who = company, key: string | number = code) =>
  Object.fromEntries(filled(code, who, key).map((entry) => [entry.key, entry.value]));

const local = { country: "US", routing: "999900004", number: "4000123456" };
const american = {
  ...company,
  addressCountryCode: "US",
  bank: {
    iban: null,
    local,
    bic: "HDVTUS20",
    bankName: "Hudson Valley Trust (fictive)",
    country: "US",
    holder: company.name,
  },
};
const shapes: Record<string, RegExp> = {
  string: /^[\s\S]+$/,
  date: /^\d{2}\/\d{2}\/\d{4}$/,
  iban: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
  boolean: /^(true|false)$/,
  number: /^-?\d+(\.\d+)?$/,
};

describe("the forms", () => {
  it("every document type of kind FORM has a form, and so has LNTE, which is mostly answered by a file", () => {
    const types = [...documentTypes.values()].filter(({ kind }) => kind === "FORM");
    expect(formCodes.toSorted()).toEqual(["LNTE", ...types.map(({ code }) => code)].sort());
  });

  it.each(formCodes)(
    "the fields of the form %s are numbered from one without a gap, each with a key of its own",
    (code) => {
      const fields = fieldsOf(code) ?? [];
      expect(fields.map(({ order }) => order)).toEqual(fields.map((_, at) => at + 1));
      expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
    },
  );

  it("a document code such as constructor has no form", () => {
    expect(fieldsOf("constructor")).toBeUndefined();
    expect(() => filled("KBIS")).toThrow("KBIS is not answered by a form");
  });
});

describe("a company abroad", () => {
  const abroad = (addressCountryCode: string, iban: string, rest: Partial<Respondent>): Respondent => ({
    ...company,
    siret: null,
    tva: null,
    localId: "123",
    addressCountryCode,
    bank: { iban, bic: "X", bankName: "Bank", country: iban.slice(0, 2), holder: company.name },
    ...rest,
  });
  const companies = {
    GB: abroad("GB", "GB33BUKB20201555555555", { tva: "GB123", turnover: 850, turnoverCurrency: "GBP" }),
    CH: abroad("CH", "CH9300762011623852957", { turnover: 9500, turnoverCurrency: "CHF" }),
    PL: abroad("PL", "PL61109010140000071219812874", { turnover: 4300, turnoverCurrency: "PLN" }),
    SE: abroad("SE", "SE4550000000058398257466", { turnover: 11_300, turnoverCurrency: "SEK" }),
    DE: abroad("DE", "DE89370400440532013000", { turnover: 1000 }),
    US: abroad("US", "DE89370400440532013000", { turnover: 1080, turnoverCurrency: "USD" }),
  };
  it.each([
    ["GB", "GBP", "1000", "+44 20 7946 0", "GB123"],
    ["CH", "CHF", "10000", "+41 ", "Sans objet"],
    ["PL", "PLN", "1000", "+48 ", "Non assujettie"],
    ["SE", "SEK", "1000", "+46 ", "Non assujettie"],
    ["DE", "EUR", "1000", "+49 ", "Non assujettie"],
    ["US", "EUR", "1000", "+1 ", "Sans objet"],
  ] as const)(
    "a company in %s has an account in %s, and a turnover in euros",
    (country, devise, turnover, prefix, tva) => {
      const who = companies[country];
      expect(valuesOf("IBAN", who).devise).toBe(devise);
      const sheet = valuesOf("FICHE_FOURN", who);
      expect([sheet.chiffre_affaires, sheet.tva_intracom]).toEqual([turnover, tva]);
      expect(sheet.contact_telephone?.startsWith(prefix)).toBe(true);
    },
  );
  it("a company in every territory has a telephone number of its own country", () => {
    for (const { country } of territories) {
      const { contact_telephone: number = "" } = valuesOf("FICHE_FOURN", abroad(country, "", {}));
      expect(number).toMatch(/^\+\d{1,3} /);
      expect(number.startsWith("+33 ")).toBe(false);
    }
  });
});

describe("a filled form", () => {
  it.each(formCodes)("the filled form %s has a value of the right type in every field", (code) => {
    // Only a company whose banks give no IBAN has the other form of bank details.
    for (const who of code === "COORD_BANC" ? [american] : [company, sole]) {
      for (let key = 0; key < 50; key++) {
        for (const entry of filled(code, who, key)) {
          expect(FormEntry.parse(entry)).toEqual(entry);
          const isEmpty = entry.value === "" && fieldsOf(code)?.find(({ key: one }) => one === entry.key)?.optional;
          if (!isEmpty) expect(entry.value, entry.key).toMatch(shapes[entry.type] as RegExp);
        }
      }
    }
  });

  it.each(formCodes)("the filled form %s is valid, and the same key fills it with the same values", (code) => {
    const formdata = filled(code);
    expect(applyValues(code, valuesOf(code))).toEqual({ formdata });
    expect(filled(code)).toEqual(formdata);
  });

  it("a filled form has the identity and the bank account of the company", () => {
    expect(valuesOf("FICHE_FOURN")).toMatchObject({
      raison_sociale: "Charpentes Morvandelles",
      numero_siret: "21992014700010",
      tva_intracom: "FR15219920147",
      contact_nom: "MARTIN Claire",
      contact_email: "martin.claire@charpentes-morvandelles.example",
      date_creation: "15/03/2012",
      effectif_total: "48",
      chiffre_affaires: "6150000",
    });
    expect(valuesOf("IBAN")).toMatchObject({
      titulaire_compte: "Charpentes Morvandelles",
      iban: company.bank?.iban,
      bic: "BNPAFRPP",
      nom_banque: "BNP Paribas",
    });
  });

  it("the forms of a sole trader count its employees, and the owner is not one", () => {
    const withStaff = { ...sole, workforce: 4 };
    expect(valuesOf("FICHE_FOURN", withStaff).effectif_total).toBe("4");
    expect(valuesOf("ASLNC", withStaff).absence_salaries).toBe("false");
    const alone = { ...sole, workforce: 0 };
    expect(valuesOf("FICHE_FOURN", alone).effectif_total).toBe("0");
    expect(valuesOf("ASLNC", alone)).toMatchObject({
      absence_salaries: "true",
      motif_non_cotisant: "Entreprise sans salarié",
    });
    expect(valuesOf("LNTE", alone).nombre_salaries).toBe("0");
  });

  it("an unknown figure is left empty, and an index that the law does not ask for too", () => {
    expect(valuesOf("FICHE_FOURN", { ...company, workforce: null, turnover: null })).toMatchObject({
      effectif_total: "",
      chiffre_affaires: "",
    });
    expect(valuesOf("Q_RSE", { ...company, workforce: 49 }).index_egalite).toBe("");
    expect(Number(valuesOf("Q_RSE", { ...company, workforce: 50 }).index_egalite)).toBeGreaterThan(0);
  });

  it("the share of the turnover follows from the purchases of the client", () => {
    const formdata = fillForm("FICHE_FOURN", company, chance(1), { today, purchases: 123_000 });
    expect(formdata.find(({ key }) => key === "part_ca_client")?.value).toBe("2");
  });

  it.each([
    ["Q_RSE", "bilan_carbone", "bilan_carbone_date"],
    ["Q_CYBER", "pssi", "pssi_date"],
    ["Q_ETHIQUE", "politique_anticorruption", "date_maj_politique"],
  ])("%s says yes or no to %s, and has its date only when yes", (code, claim, date) => {
    const answers = Array.from({ length: 60 }, (_, key) => valuesOf(code, { ...company, siren: String(key) }, key));
    expect(new Set(answers.map((values) => values[claim]))).toEqual(new Set(["true", "false"]));
    for (const values of answers) expect(values[date] !== "").toBe(values[claim] === "true");
  });

  it("an account of a factor has the factor as its holder", () => {
    for (let key = 0; key < 60; key++) {
      const [review, valid] = (["review", "valid"] as const).map((outcome) => {
        const formdata = fillForm("IBAN", company, chance(1, key), { today, outcome });
        return Object.fromEntries(formdata.map((entry) => [entry.key, entry.value]));
      });
      expect(valid?.compte_affacture).toBe("false");
      expect(/Affacturage|Financière/.test(review?.titulaire_compte ?? "")).toBe(review?.compte_affacture === "true");
    }
  });

  it("no date of a filled form is before the company exists, and its owner was of age then", () => {
    const young = { ...company, dateCreation: "2025-01-05", executives: [] };
    const isoOf = (day = "") => day.split("/").reverse().join("-");
    for (let key = 0; key < 50; key++)
      for (const code of formCodes)
        for (const { type, key: name, value } of filled(code, young, key))
          if (type === "date" && value !== "" && name !== "beneficiaire_naissance")
            expect([name, isoOf(value) >= "2025-01-05"]).toEqual([name, true]);
    expect(isoOf(valuesOf("RBE", young).beneficiaire_naissance) < "2001-01-15").toBe(true);
  });

  it("a list of foreign workers never counts more than the employees, and counts some when it names some", () => {
    for (let key = 0; key < 100; key++) {
      const { emploie_salaries_etrangers, nombre_salaries } = valuesOf("LNTE", { ...company, workforce: 2 }, key);
      expect(Number(nombre_salaries)).toBeLessThanOrEqual(2);
      expect(emploie_salaries_etrangers).toBe(String(Number(nombre_salaries) > 0));
    }
  });

  it("no date of a filled form is after the day of the response", () => {
    const iso = (day: string) => day.split("/").reverse().join("-");
    const dates = formCodes.flatMap((code) => filled(code)).filter(({ type }) => type === "date");
    expect(dates.filter(({ value }) => value !== "" && iso(value) > today)).toEqual([]);
  });

  it("a filled form leads to the outcome that is asked for", () => {
    const iban = (outcome: "review" | "invalid") => fillForm("IBAN", company, chance(1), { today, outcome });
    expect(iban("review")[0]?.value).not.toBe(company.name);
    const misspelt = iban("invalid")[1]?.value ?? "";
    expect([isIban(misspelt), bankOf(misspelt)?.bankName]).toEqual([false, company.bank?.bankName]);
  });
});

describe("supplied values", () => {
  const valid = valuesOf("IBAN");

  it("supplied values are read in groups, in small letters and as booleans", () => {
    const answers = { ...valid, iban: "fr76 3000 4008 2300 0100 5432 188", compte_affacture: true };
    expect(applyValues("IBAN", answers)).toMatchObject({
      formdata: expect.arrayContaining([
        expect.objectContaining({ key: "iban", value: "FR7630004008230001005432188" }),
        expect.objectContaining({ key: "compte_affacture", value: "true" }),
      ]),
    });
  });

  it("supplied values replace those of the filled form", () => {
    const before = filled("Q_CYBER");
    expect(applyValues("Q_CYBER", { mfa: "false", incidents_12_mois: 7 }, before)).toEqual({
      formdata: before.map((entry) =>
        entry.key === "mfa"
          ? { ...entry, value: "false" }
          : entry.key === "incidents_12_mois"
            ? { ...entry, value: "7" }
            : entry,
      ),
    });
  });

  it("all wrong values are refused at once, each with the expected and the received value", () => {
    expect(
      applyValues("IBAN", {
        ...valid,
        iban: "pas un iban",
        date_effet: "2025-01-01",
        compte_affacture: "oui",
        bic: 12,
        inconnu: "x",
      }),
    ).toEqual({
      violations: [
        {
          key: "inconnu",
          expected: "one of titulaire_compte, iban, bic, nom_banque, devise, date_effet, compte_affacture",
          received: '"x"',
        },
        {
          key: "iban",
          expected: "an IBAN: two letters, two digits, then 11 to 30 letters and digits",
          received: '"pas un iban"',
        },
        { key: "bic", expected: "a text of at most 4000 characters", received: "12" },
        { key: "date_effet", expected: "a day of the calendar, DD/MM/YYYY", received: '"2025-01-01"' },
        { key: "compte_affacture", expected: '"true" or "false"', received: '"oui"' },
      ],
    });
  });

  it("a missing value is refused when there is no filled form", () => {
    const { bic: _, ...rest } = valid;
    expect(applyValues("IBAN", rest)).toEqual({
      violations: [{ key: "bic", expected: "a text of at most 4000 characters", received: "nothing" }],
    });
  });

  it.each(["31/02/2025", "00/01/2025", "1/1/2025", "29/02/2023", "12/13/2025", "", null])(
    "a date field refuses %j",
    (date_effet) => {
      expect(applyValues("IBAN", { ...valid, date_effet })).toHaveProperty("violations");
    },
  );

  it.each(["12,5", "1e3", "abc", "", " 1", "0x10", Number.NaN, {}])("a number field refuses %j", (energie) => {
    expect(applyValues("Q_RSE", { energie_renouvelable: energie }, filled("Q_RSE"))).toHaveProperty("violations");
  });

  it("a number or a date that a company may not have can be empty", () => {
    expect(applyValues("Q_RSE", { index_egalite: "", bilan_carbone_date: "" }, filled("Q_RSE"))).toHaveProperty(
      "formdata",
    );
    expect(applyValues("Q_RSE", { index_egalite: "NC" }, filled("Q_RSE"))).toMatchObject({
      violations: [{ key: "index_egalite", expected: expect.stringContaining(", or an empty text") }],
    });
  });

  it("arbitrary values are refused without an exception", () => {
    fc.assert(
      fc.property(fc.constantFrom(...formCodes), fc.dictionary(fc.string(), fc.anything()), (code, answers) => {
        expect(applyValues(code, answers)).toHaveProperty("violations");
      }),
    );
  });
});
