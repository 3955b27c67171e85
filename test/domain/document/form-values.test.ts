import { describe, expect, it } from "vitest";
import { FormEntry } from "../../../contract/documents.ts";
import { chance } from "../../../src/directory/chance.ts";
import { territories } from "../../../src/directory/territories.ts";
import type { FormField } from "../../../src/domain/configuration.ts";
import { defaultConfiguration as configuration } from "../../../src/domain/configuration.ts";
import type { FormContext, Respondent } from "../../../src/domain/document/drawer.ts";
import { signedFrom } from "../../../src/domain/document/form-values.ts";
import { applyValues, fillForm, valuesIn } from "../../../src/domain/document/forms.ts";

const french = { iban: "FR7630004008230001005432188", holder: "Charpentes Morvandelles" };
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
  addressPostCode: "92400",
  dateCreation: "2012-03-15",
  bank: { ...french, bic: "BNPAFRPP", bankName: "BNP Paribas", country: "FR" },
};
const sole: Respondent = { ...company, name: "Paysages du Lac", legalCategoryCode: "1000", workforce: null };
const today = "2025-01-15";
const formCodes = [...configuration.forms.keys()];
const filled = (code: string, who = company, key: string | number = code) =>
  fillForm(code, who, chance(1, "form", key), { configuration, today });
const valuesOf = (code: string, who = company, key: string | number = code) =>
  Object.fromEntries(filled(code, who, key).map((entry) => [entry.key, entry.value]));

const local = { country: "US", routing: "999900004", number: "4000123456" };
const hudson = { bic: "HDVTUS20", bankName: "Hudson Valley Trust (fictive)", country: "US", holder: company.name };
const american = { ...company, addressCountryCode: "US", bank: { iban: null, local, ...hudson } };
const shapes: Record<string, RegExp> = {
  string: /^[\s\S]+$/,
  date: /^\d{2}\/\d{2}\/\d{4}$/,
  iban: /^[A-Z]{2}\d{2}[A-Z0-9]+$/,
  boolean: /^(true|false)$/,
  number: /^-?\d+(\.\d+)?$/,
};

describe("a company abroad", () => {
  const abroad = (addressCountryCode: string, iban: string, rest: Partial<Respondent>): Respondent => ({
    ...company,
    ...{ siret: null, tva: null, localId: "123", addressCountryCode },
    bank: { iban, bic: "X", bankName: "Bank", country: iban.slice(0, 2), holder: company.name },
    ...rest,
  });
  it.each([
    ["GB", "GB33BUKB20201555555555", 850, "GBP", "GB123", "GBP 1000 GB123", "+44 20 7946 0"],
    ["CH", "CH9300762011623852957", 9500, "CHF", null, "CHF 10000 Sans objet", "+41 "],
    ["PL", "PL61109010140000071219812874", 4300, "PLN", null, "PLN 1000 Non assujettie", "+48 "],
    ["SE", "SE4550000000058398257466", 11_300, "SEK", null, "SEK 1000 Non assujettie", "+46 "],
    ["DE", "DE89370400440532013000", 1000, "EUR", null, "EUR 1000 Non assujettie", "+49 "],
    ["US", "DE89370400440532013000", 1080, "USD", null, "EUR 1000 Sans objet", "+1 "],
  ])(
    "a company in %s with the account %s shows %i %s in euros (%s): %s",
    (country, iban, turnover, turnoverCurrency, tva, shown, prefix) => {
      const who = abroad(country, iban, { turnover, turnoverCurrency, tva });
      const sheet = valuesOf("FICHE_FOURN", who);
      expect(`${valuesOf("IBAN", who).devise} ${sheet.chiffre_affaires} ${sheet.tva_intracom}`).toBe(shown);
      expect(sheet.contact_telephone?.slice(0, prefix.length)).toBe(prefix);
    },
  );
  it("a company in every territory has a telephone number of its own country", () => {
    const numbers = territories.map(
      ({ country }) => valuesOf("FICHE_FOURN", abroad(country, "", {})).contact_telephone,
    );
    expect(numbers.filter((number) => !/^\+(?!33 )\d{1,3} /.test(number ?? ""))).toEqual([]);
  });
});

describe("a form of the account's own", () => {
  const field = (key: string, type: string, draw: object, title = "x") =>
    ({ key, type, title, order: 1, draw, optional: false }) as unknown as FormField;
  const answers = (
    fields: FormField[],
    more: Partial<FormContext> = {},
    code = "Q_OWN",
    of = (_: number) => company,
  ) => {
    const own = { ...configuration, forms: new Map([...configuration.forms, [code, fields]]) };
    const found = Array.from({ length: 40 }, (_, key) =>
      valuesIn({ formdata: fillForm(code, of(key), chance(1, key), { configuration: own, today, ...more }) }),
    );
    return (key: string) => [...new Set(found.map((values) => values[key]))].sort();
  };
  it("is made up as each question says", () => {
    const fields = [
      field("fact", "string", { fact: "vat" }),
      field("yes", "boolean", { yes: 1 }),
      field("no", "boolean", { yes: 0 }),
      field("number", "number", { number: [3, 5] }),
      field("past", "date", { past: [2, 1] }),
      field("pick", "string", { pick: ["A", "B"] }),
      field("weighted", "string", {
        weighted: [
          ["A", 1],
          ["B", 0],
        ],
      }),
      field("usual", "number", {}, "Effectif"),
      field("computed", "string", { computed: true }),
      field("mfa", "boolean", { computed: true }),
      field("ifYes", "string", { if: "yes", pick: ["C"] }),
      field("ifNo", "string", { if: "no", pick: ["C"] }),
      field("given", "string", { pick: ["A"], given: { yes: "Y", no: "N" } }),
      field("onlyIf", "number", { if: "yes" }, "Effectif"),
    ];
    const valuesOf = answers(fields, {}, "Q_OWN", (at) => ({ ...company, siren: String(219_000_000 + at) }));
    const keys = [
      "fact",
      "yes",
      "no",
      "number",
      "past",
      "pick",
      "weighted",
      "usual",
      "computed",
      "mfa",
      "ifYes",
      "ifNo",
    ];
    expect(Object.fromEntries([...keys, "given", "onlyIf"].map((key) => [key, valuesOf(key).join(" ")]))).toEqual({
      ...{
        fact: "FR15219920147",
        yes: "true",
        no: "false",
        number: "3 4 5",
        past: "13/01/2025 14/01/2025",
        pick: "A B",
      },
      ...{
        weighted: "A",
        usual: "48",
        computed: "",
        mfa: "false true",
        ifYes: "C",
        ifNo: "",
        given: "A Y",
        onlyIf: "48",
      },
    });
  });
  it("gives the day of a piece that was supplied, of a yearly one, or else today", () => {
    const dayOfPiece = (issued: string, more: Partial<FormContext> = {}) =>
      answers([field("day", "date", { issued })], more)("day");
    expect(dayOfPiece("KBIS")).toEqual(["15/01/2025"]);
    expect(dayOfPiece("KBIS", { issued: (code) => (code === "KBIS" ? "2024-05-06" : undefined) })).toEqual([
      "06/05/2024",
    ]);
    expect(dayOfPiece("RIB", { issued: (code) => (code === "KBIS" ? "2024-05-06" : undefined) })).toEqual([
      "15/01/2025",
    ]);
    expect(dayOfPiece("BEGES")).toEqual(["27/10/2024"]);
  });
  it("proves what a piece proves, and is filled in as a questionnaire where the account has changed it", () => {
    const own = [field("iso_27001", "boolean", { yes: 1 })];
    expect(answers(own, { proves: () => false }, "Q_CYBER")("iso_27001")).toEqual(["false"]);
    expect(answers(own, { proves: (code) => code === "ISO_27001" }, "Q_CYBER")("iso_27001")).toEqual(["true"]);
    expect(answers(own, { proves: () => false })("iso_27001")).toEqual(["true"]);
    expect(answers([field("iban", "iban", {})], {}, "IBAN")("iban")).toEqual(["FR7630004008230001005432188"]);
    const [first, ...rest] = configuration.forms.get("LNTE") as FormField[];
    const fewer = answers([...rest, first as FormField].slice(1), {}, "LNTE");
    expect(fewer("signataire_nom")).toEqual(["MARTIN Claire"]);
  });
});

describe("a filled form", () => {
  it.each(formCodes)("%s has a value of the right type in every field, and fits its own fields", (code) => {
    // Only a company whose banks give no IBAN has the other form of bank details.
    for (const who of code === "COORD_BANC" ? [american] : [company, sole])
      for (let key = 0; key < 12; key++) {
        const formdata = filled(code, who, key);
        for (const entry of formdata) {
          expect(FormEntry.parse(entry)).toEqual(entry);
          const isEmpty =
            entry.value === "" && configuration.forms.get(code)?.find(({ key: one }) => one === entry.key)?.optional;
          if (!isEmpty) expect(entry.value, entry.key).toMatch(shapes[entry.type] as RegExp);
        }
        expect(applyValues(configuration, code, valuesOf(code, who, key))).toEqual({ formdata });
        expect(filled(code, who, key)).toEqual(formdata);
      }
  });
  it("shows the company as it is", () => {
    const shown = formCodes.map((code) => [code, filled(code, code === "COORD_BANC" ? american : company)] as const);
    const said = shown.map(([code, entries]) => [code, entries.map(({ value }) => value).join(" | ")]);
    expect(Object.fromEntries(said)).toEqual({
      IBAN: "Charpentes Morvandelles | FR7630004008230001005432188 | BNPAFRPP | BNP Paribas | EUR | 14/01/2013 | false",
      COORD_BANC:
        "Charpentes Morvandelles | 4000123456 | 999900004 | HDVTUS20 | Hudson Valley Trust (fictive) | US | USD | " +
        "06/07/2012 | false",
      FICHE_FOURN:
        "Charpentes Morvandelles | 21992014700010 | FR15219920147 | MARTIN Claire | " +
        "martin.claire@charpentes-morvandelles.example | +33 1 99 00 23 76 | 15/03/2012 | 48 | 6150000 | 6.2 | false",
      LNTE: "false | 0 | 15/01/2025 | MARTIN Claire | Présidente",
      ASLNC: "Cotisations versées à un autre régime obligatoire | false | 15/01/2025 | MARTIN Claire",
      RBE: "MARTIN Claire | 14/08/1976 | 83.9 | 83.9 | false",
      Q_ETHIQUE: "true | true | false | 95 | false | Sans objet. | 22/10/2024",
      Q_RSE: "true | true | 27/10/2024 | 89 | 48 | false | 33.9 |  | true",
      Q_VIGILANCE: "false | true | true | Maroc, Pakistan | 10 | false | 03/06/2024",
      Q_CYBER: "true | true | 14/10/2024 | true | false | true | false | 0 | Union européenne | 24",
    });
  });
  it.each(formCodes)(
    "%s of one day says the same on every form, and only figures and days change with the year",
    (code) => {
      const who = code === "COORD_BANC" ? american : company;
      const of = (key: number, day: string) =>
        fillForm(code, who, chance(1, key), { configuration, today: day, outcome: "valid" });
      for (let key = 1; key < 9; key++) expect(of(key, today)).toEqual(of(0, today));
      const kept = (day: string) => of(0, day).filter(({ type }) => type !== "number" && type !== "date");
      for (const day of ["2024-03-08", "2026-02-03", "2027-11-30"]) expect(kept(day)).toEqual(kept(today));
    },
  );
  it("the contact has one telephone number, and another contact another", () => {
    const telephoneOf = (email: string, key = 0, more: Partial<Respondent> = {}) => {
      const context = { configuration, today, contact: { name: "A", email } };
      const formdata = fillForm("FICHE_FOURN", { ...company, ...more }, chance(1, key), context);
      return valuesIn({ formdata }).contact_telephone;
    };
    const [one, other] = [telephoneOf("a@b.example"), telephoneOf("c@b.example")];
    expect(telephoneOf("a@b.example", 1, { siren: "219920188", workforce: 9 })).toBe(one);
    expect(other).not.toBe(one);
  });
  it("an account is used from one day on, more than a year before any form, and another account from another", () => {
    const usedSince = (iban: string, day = today, more: Partial<Respondent> = {}) =>
      valuesIn({ formdata: fillForm("IBAN", { ...company, ...more }, chance(1), { configuration, today: day, iban }) })
        .date_effet;
    const [one, other] = ["FR7630004008230001005432188", "GB29NWBK60161331926819"] as const;
    expect([usedSince(one), usedSince(one, "2029-12-31"), usedSince(one, "2014-01-01")]).toEqual([
      ...["14/01/2013", "14/01/2013", "26/11/2012"],
    ]);
    expect(usedSince(one, "2012-03-16")).toBe("15/03/2012");
    expect(usedSince(one, today, { dateCreation: "2020-05-06" })).toBe("06/05/2020");
    expect(usedSince(other)).not.toBe(usedSince(one));
  });
  it("a day of the past is that of the last time, which comes again after the same span", () => {
    const policyOf = (day: string) =>
      valuesIn({ formdata: fillForm("Q_ETHIQUE", company, chance(1), { configuration, today: day }) })
        .date_maj_politique;
    expect(["2025-01-15", "2025-06-30", "2027-07-19", "2027-07-20"].map(policyOf)).toEqual([
      ...["22/10/2024", "22/10/2024", "22/10/2024", "20/06/2027"],
    ]);
  });
  const headSince = (since: string): Respondent => {
    const [head] = company.executives as [Respondent["executives"][number]];
    return { ...company, executives: [{ ...head, since }] };
  };
  const withoutBank = { titulaire_compte: company.name, bic: "", nom_banque: "" };
  const byRole = { signataire_nom: "MARTIN Claire", signataire_qualite: "Représentant légal" };
  const anyNumber = { contact_telephone: expect.stringMatching(/^\+33 55 50 \d{4}$/) };
  const ofAge = { ...company, executives: [], ceo: null };
  it.each<[string, Respondent, object]>([
    ["FICHE_FOURN", { ...company, siret: null, localId: "L1" }, { numero_siret: "L1" }],
    ["FICHE_FOURN", { ...company, siret: null }, { numero_siret: "990100012" }],
    ["FICHE_FOURN", { ...company, siret: null, duns: null }, { numero_siret: "" }],
    ["FICHE_FOURN", { ...company, dateCreation: null }, { date_creation: "15/01/2025" }],
    ["FICHE_FOURN", { ...company, workforce: null, turnover: null }, { effectif_total: "", chiffre_affaires: "" }],
    ["FICHE_FOURN", { ...ofAge, name: "漢字" }, { contact_nom: "漢字", contact_email: "contact@contact.example" }],
    ["FICHE_FOURN", { ...company, name: "é".repeat(70) }, { contact_email: `martin.claire@${"e".repeat(60)}.example` }],
    ["FICHE_FOURN", { ...sole, workforce: 0 }, { effectif_total: "0" }],
    ["IBAN", { ...company, bank: null }, { ...withoutBank, iban: "", devise: "EUR" }],
    ["COORD_BANC", { ...american, bank: null }, { ...withoutBank, numero_compte: "", code_routage: "" }],
    ["LNTE", { ...company, executives: [] }, byRole],
    ["LNTE", { ...sole, workforce: 0 }, { emploie_salaries_etrangers: "false", nombre_salaries: "0" }],
    [
      "ASLNC",
      { ...sole, workforce: 1 },
      { motif_non_cotisant: "Cotisations versées à un autre régime obligatoire", absence_salaries: "false" },
    ],
    ["ASLNC", sole, { motif_non_cotisant: "Entreprise sans salarié", absence_salaries: "true" }],
    ["LNTE", { ...company, siren: "1" }, { emploie_salaries_etrangers: "true", nombre_salaries: "2" }],
    ["RBE", { ...company, executives: [] }, { beneficiaire_naissance: "29/07/1969" }],
    ["RBE", { ...company, executives: [], dateCreation: null }, { beneficiaire_naissance: "31/05/1982" }],
    ["RBE", { ...company, legalCategoryCode: "9220" }, { part_capital: "0", part_droits_vote: "0" }],
    ["FICHE_FOURN", { ...company, turnoverCurrency: "XXX" }, { chiffre_affaires: "6150000" }],
    ["FICHE_FOURN", { ...company, addressCountryCode: "XX" }, anyNumber],
    ["Q_VIGILANCE", headSince("2025-01-15"), { date_cartographie: "15/01/2025" }],
    ["Q_VIGILANCE", headSince("2025-01-14"), { date_cartographie: "14/01/2025" }],
    ["Q_VIGILANCE", headSince("2025-01-16"), { date_cartographie: expect.stringMatching(/2024$/) }],
    ["COORD_BANC", { ...american, addressCountryCode: "XX" }, { devise: "USD" }],
    ["Q_RSE", { ...company, workforce: 49 }, { index_egalite: "" }],
    ["Q_RSE", { ...company, workforce: 50 }, { index_egalite: expect.stringMatching(/^[7-9]\d$/) }],
    ["Q_RSE", { ...company, workforce: 50, addressCountryCode: "DE" }, { index_egalite: "" }],
    ["Q_RSE", { ...company, workforce: 0 }, { taux_frequence_at: "0" }],
    ["Q_RSE", { ...company, workforce: 1 }, { taux_frequence_at: expect.stringMatching(/^[1-9]\d?(\.\d)?$/) }],
    ["Q_VIGILANCE", { ...company, workforce: 4999 }, { plan_vigilance: "false" }],
    ["Q_VIGILANCE", { ...company, workforce: 5000 }, { plan_vigilance: "true" }],
  ])("%s follows what is known of the company", (code, who, values) => {
    expect(valuesOf(code, who)).toMatchObject(values);
  });
  it.each([
    [123_000, "2"],
    [1, "0.1"],
    [99_000_000, "100"],
    [338_250, "5.5"],
  ])("the purchases of the client of %i are a share of %s percent of the turnover", (purchases, share) => {
    const shareOf = (who: Respondent) =>
      valuesIn({ formdata: fillForm("FICHE_FOURN", who, chance(1), { configuration, today, purchases }) })
        .part_ca_client;
    expect(shareOf(company)).toBe(share);
    expect(shareOf({ ...company, turnover: null })).not.toBe(share);
  });
  it.each(["IBAN", "COORD_BANC"])(
    "%s leads to the outcome that is asked for, and names a factor as the holder of its account",
    (code) => {
      const who = code === "IBAN" ? company : american;
      const holders = new Set<string>();
      for (let key = 0; key < 60; key++) {
        const drawn = (outcome: "review" | "valid" | "invalid") =>
          valuesIn({ formdata: fillForm(code, who, chance(1, key), { configuration, today, outcome }) });
        const [review, valid, invalid] = [drawn("review"), drawn("valid"), drawn("invalid")];
        expect([valid.titulaire_compte, valid.compte_affacture]).toEqual([company.name, "false"]);
        const isFactor = /Affacturage|Financière/.test(review.titulaire_compte ?? "");
        expect(review.compte_affacture).toBe(String(isFactor));
        holders.add(review.titulaire_compte as string);
        if (code === "COORD_BANC") expect(invalid.numero_compte).toBe("4000");
        // The last two digits that differ are swapped.
        else expect(invalid.iban).toBe("FR7630004008230001005432818");
      }
      const people = ["Affacturage Beaulieu", "Holding Les Tilleuls", "M. Paul Garrigue", "Société Financière du Pont"];
      expect([...holders].sort()).toEqual(people);
    },
  );
  it.each([
    [null, [], "0001-01-01"],
    ["2012-03-15", [], "2012-03-15"],
    ["2012-03-15", ["2011-01-01"], "2012-03-15"],
    ["2012-03-15", ["2019-04-01", "2014-01-01"], "2019-04-01"],
    ["2012-03-15", ["2014-01-01", "2019-04-01"], "2019-04-01"],
  ])("a company of %s whose executives are in office since %j signs from %s on", (dateCreation, days, first) => {
    const executives = days.map((since) => ({ lastName: "A", firstName: "B", role: "C", since }));
    expect(signedFrom({ dateCreation, executives })).toBe(first);
  });
  it("IBAN takes the bank and the currency of another account that is given", () => {
    const formdata = fillForm("IBAN", company, chance(1), { configuration, today, iban: "GB29NWBK60161331926819" });
    const account = { iban: "GB29NWBK60161331926819", nom_banque: "NatWest", devise: "GBP" };
    expect(valuesIn({ formdata })).toMatchObject(account);
  });
  it("no date is before the company exists, nor after the day of the response", () => {
    const young = { ...company, dateCreation: "2025-01-05", executives: [] };
    const isoOf = (day = "") => day.split("/").reverse().join("-");
    for (const who of [company, young])
      for (let key = 0; key < 30; key++)
        for (const code of formCodes)
          for (const { type, key: name, value } of filled(code, who, key))
            if (type === "date" && value !== "" && name !== "beneficiaire_naissance") {
              const isWithin = isoOf(value) >= (who.dateCreation as string) && isoOf(value) <= today;
              expect({ code, name, value, isWithin }).toEqual({ code, name, value, isWithin: true });
            }
  });
});
