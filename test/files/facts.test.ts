import { describe, expect, it } from "vitest";
import { drawsOf, factsOf } from "../../src/files/facts.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import { charpentes, munich, unknown } from "./sample.ts";

const factsWith = (change: Partial<FileSubject> = {}, of = charpentes) => {
  const subject = { ...of, ...change };
  return factsOf(subject, drawsOf(subject));
};

const french = {
  ...{ name: "Charpentes Morvandelles", acronym: null, siret: "21992014700010", tva: "FR15219920147" },
  ...{ duns: "990100012", localId: null, documentName: "Extrait Kbis", reference: "KBIS-2025-004512" },
  ...{ bic: "BNPAFRPP", bankName: "BNP Paribas", siren: "219 920 147", naf: "43.91A" },
  ...{ legalForm: "SAS, société par actions simplifiée", partners: "associés", seatLabel: "Siège social" },
  party: "Charpentes Morvandelles, représentée par MARTIN Claire, Présidente,",
  undersigned: "Je soussigné(e) MARTIN Claire, Présidente, agissant pour le compte de Charpentes Morvandelles,",
  ...{ identity: "SIRET 21992014700010", seatIdentity: "SIRET 21992014700010", foreignIdentity: "" },
  ...{ identified: " (SIRET 21992014700010)", businessEnglish: "Carpentry and roof framing" },
  ...{ activity: "Travaux de charpente", ceo: "MARTIN Claire", ceoRole: "Présidente", workforce: "48" },
  ...{ observations: "Néant", capital: "120\u00a0000\u00a0€", capitalMention: " au capital de 120\u00a0000\u00a0€" },
  capitalArticle:
    "Le capital social est fixé à 120\u00a0000\u00a0€, divisé en 12\u00a0000 titres de même valeur nominale, " +
    "entièrement souscrits et libérés.",
  ...{ street: "12 rue de l'Exemple", postCity: "21000 Dijon", country: "", ofCountry: "France", city: "Dijon" },
  ...{ greffe: "Dijon", court: "tribunal de commerce de Dijon", courtSeal: "TRIBUNAL\nDE COMMERCE" },
  ...{ seatSiret: "21992014700010", seat: "12 rue de l'Exemple, 21000 Dijon", inSeat: " à Dijon" },
  ...{ address: "12 rue de l'Exemple, 21000 Dijon", ofGreffe: "de Dijon", inGreffe: " à Dijon", inCity: " à Dijon" },
  ...{ branch: "Agence Entreprises Dijon", territory: "Monde entier, hors États-Unis et Canada" },
  ...{ issued: "15/01/2025", expires: "15/04/2025", year: "2025", issuedLong: "15 janvier 2025" },
  ...{ yearStart: "1er janvier", yearEnd: "31 décembre" },
  ...{ validity: " Valable jusqu'au 15/04/2025.", period: "du 15/01/2025 au 15/04/2025" },
  ...{ reportedPeriod: "Année de reporting 2024", periodEnd: "31 décembre 2024" },
  ...{ auditStart: "25/12/2024", auditEnd: "01/01/2025", created: "15/03/2012", firstCertified: "23/07/2015" },
  ...{ lifeEnd: "15/03/2111", dataLocation: "Union européenne", noticeHours: "vingt-quatre heures" },
  securityOfficer: "Un responsable de la sécurité est désigné. Il tient",
  ...{ login: "Mots de passe robustes, changés chaque trimestre", backups: "restauration testée" },
  ...{ payroll: "168\u00a0240\u00a0€", management: "2012 B 31528", securityCode: "N1I9N-0D71W-DAJPM" },
  ...{
    insurer: "Mutuelle du Beffroi",
    policy: "PRO61 872 290",
    ceiling: "1\u00a0500\u00a0000\u00a0€",
    issuer: "Dijon",
  },
  ...{ ceilingImmaterial: "300\u00a0000\u00a0€", excess: "3\u00a0000\u00a0€", certifier: "Qualiterre Audit" },
  ...{ laboratory: "Redoutable Sécurité", number: "7193533", signatory: "Agnès FABRE", currency: "euros" },
  ...{ iban: "FR76 3000 4008 2300 0100 5432 188", bankCode: "30004", branchCode: "00823" },
  ...{ account: "00010054321", ribKey: "88", clientNumber: "1073982", companyNumber: "0596906" },
};
const local = "München HRB 998812 - DUNS 990100012";
const abroad = {
  ...french,
  ...{ name: "Alpenblick Präzision GmbH", siret: null, tva: "DE319988015", localId: "München HRB 998812", siren: "" },
  party: "Alpenblick Präzision GmbH, représentée par MARTIN Claire, Présidente,",
  undersigned: "Je soussigné(e) MARTIN Claire, Présidente, agissant pour le compte d'Alpenblick Präzision GmbH,",
  ...{ identity: local, seatIdentity: local, foreignIdentity: local, identified: ` (${local})`, seatSiret: null },
  ...{
    postCity: "80331 München",
    country: "Allemagne",
    ofCountry: "Allemagne",
    city: "München",
    greffe: "München",
    issuer: "München",
  },
  ...{ court: "tribunal de commerce de München", seat: "12 rue de l'Exemple, 80331 München, Allemagne" },
  ...{ inSeat: " à München", address: "12 rue de l'Exemple, 80331 München, Allemagne", ofGreffe: "de München" },
  ...{ inGreffe: " à München", inCity: " à München", branch: "Agence Entreprises München" },
  ...{ dataLocation: "France", noticeHours: "soixante-douze heures", signatory: "Sébastien MERCIER" },
  ...{ payroll: "171\u00a0552\u00a0€", management: "2012 B 52190", insurer: "Assurances Valmorin" },
  ...{ policy: "DC49 536 263", ceiling: "8\u00a0000\u00a0000\u00a0€", ceilingImmaterial: "500\u00a0000\u00a0€" },
  ...{ certifier: "Bureau Aquilon", laboratory: "Atelier Contre-Mesure", companyNumber: "7817883" },
  firstCertified: "06/04/2015",
};
/** Empty texts stand where a place is left out. */
const empty = Object.fromEntries(
  [
    ...["identity", "seatIdentity", "foreignIdentity", "identified", "naf", "businessEnglish", "workforce", "capital"],
    ...[
      "capitalMention",
      "street",
      "postCity",
      "city",
      "greffe",
      "issuer",
      "court",
      "courtSeal",
      "ofGreffe",
      "inGreffe",
    ],
    ...["inCity", "expires", "validity", "created", "lifeEnd", "iban", "bankCode", "branchCode", "account", "ribKey"],
  ].map((name) => [name, ""]),
);
const nothingKnown = {
  ...abroad,
  ...empty,
  ...{ name: "X", tva: null, duns: null, localId: null, reference: "R", bic: null, bankName: null, inSeat: null },
  ...{ legalForm: "Société", party: "X, représentée par La direction, Représentant légal,", ceo: "La direction" },
  undersigned: "Je soussigné(e) La direction, Représentant légal, agissant pour le compte de X,",
  ...{ ceoRole: "Représentant légal", activity: "Prestations de services", branch: "Agence Entreprises" },
  capitalArticle: "La personne morale est constituée sans capital.",
  ...{ country: "États-Unis", ofCountry: "États-Unis", seat: "États-Unis", address: "États-Unis" },
  ...{ territory: "Monde entier", period: "à compter du 15/01/2025", dataLocation: "Union européenne" },
  ...{ noticeHours: "quarante-huit heures", login: "Authentification multifacteur", payroll: "0\u00a0€" },
  ...{ management: "2001 B 32113", insurer: "Mutuelle du Beffroi", securityCode: "U5NRI-SV36F-H4JR1" },
  ...{ policy: "RC85 935 302", ceilingImmaterial: "300\u00a0000\u00a0€", excess: "2\u00a0500\u00a0€" },
  ...{
    certifier: "Qualiterre Audit",
    laboratory: "Redoutable Sécurité",
    number: "6004429",
    signatory: "Benjamin DUFOUR",
  },
  ...{ companyNumber: "0036137", clientNumber: "1099291", firstCertified: "10/02/2012" },
};

const procedure = { type: "SAUVEGARDE", openingDate: "2025-01-15", court: "tribunal de Lyon" } as const;
const struckOff = (struckOffOn?: string) => ({ status: "STRUCK_OFF" as const, struckOffOn });
const seat = {
  ...{ siret: "21992014700028", addressLine1: "3 rue du Parc", addressPostCode: "69001", addressCity: "Lyon" },
  addressCountryCode: "FR",
};
const soleTrader = {
  ...{ name: "Lucie Roussel", legalCategoryCode: "1000", ceo: null },
  executives: [{ lastName: "ROUSSEL", firstName: "Lucie", role: "Entrepreneuse individuelle", since: "2012-03-15" }],
};

const ofTrader = {
  ...{ party: "Lucie Roussel, entrepreneuse individuelle,", seatLabel: "Adresse professionnelle" },
  undersigned: "Je soussigné(e) ROUSSEL Lucie, entrepreneuse individuelle,",
};
const inLyon = { seat: "3 rue du Parc, 69001 Lyon", inSeat: " à Lyon", seatSiret: seat.siret, city: "Dijon" };
const ofBeginner = {
  ...{ reportedPeriod: "Période du 02/01/2025 au 15/01/2025", periodEnd: "2 janvier 2025" },
  ...{ auditStart: "02/01/2025", auditEnd: "02/01/2025", created: "02/01/2025" },
};
const judged = (more: object) => ({ collectiveProcedure: { ...procedure, ...more } });
const otherKind = judged({ type: "AUTRE", openingDate: "2024-11-04" });
const noted = (kind: string, day: string) => {
  const opened = kind === "collective" ? kind : `de ${kind}`;
  return { observations: `Jugement du ${day} (tribunal de Lyon) ouvrant une procédure ${opened}.` };
};
const radiated = "Personne radiée du registre";
const british = { currency: "livre sterling (GBP)", account: "BUKB20201555555555", bankCode: "", ribKey: "" };

describe("the facts of a document", () => {
  it.each([
    ["a French company", charpentes, french],
    ["a company abroad", munich, abroad],
    ["a company of which nothing is known", unknown, nothingKnown],
  ])("are those of %s", (_, subject, expected) => {
    expect(factsWith({}, subject)).toEqual(expected);
  });

  it.each<[what: string, Partial<FileSubject>, Partial<ReturnType<typeof factsOf>>]>([
    ["let a sole trader sign in its own name", soleTrader, ofTrader],
    ["name shareholders of a public company", { legalCategoryCode: "5599" }, { partners: "actionnaires" }],
    ["leave out the mark s.a.i.", { legalCategoryLabel: "SA à conseil (s.a.i.)" }, { legalForm: "SA à conseil" }],
    ["leave out its words", { legalCategoryLabel: "SARL (sans autre indication)" }, { legalForm: "SARL" }],
    ["take the DUNS of a company with no other number", { siret: null, localId: null }, { identity: "DUNS 990100012" }],
    ["show a capital in its currency", { capitalCurrency: "USD" }, { capital: "120\u00a0000\u00a0USD" }],
    ["take euros for the currency of a capital", { capitalCurrency: null }, { capital: "120\u00a0000\u00a0€" }],
    ["count one share at least", { capital: 1 }, { capitalArticle: expect.stringContaining("divisé en 1 titres") }],
    ["join two lines of an address", { addressLine2: "Bât. B" }, { street: "12 rue de l'Exemple, Bât. B" }],
    ["take the seat from the evidence, without a second line", { seat, addressLine2: "Bât. B" }, inLyon],
    ["identify the seat by its own number", { seat }, { seatIdentity: "SIRET 21992014700028" }],
    ["name the civil court of Alsace", { greffe: "Strasbourg" }, { courtSeal: "TRIBUNAL\nJUDICIAIRE" }],
    [
      "join the article of a town",
      { greffe: "Le Mans" },
      { ofGreffe: "du Mans", courtSeal: "TRIBUNAL\nDES ACTIVITÉS ÉCONOMIQUES" },
    ],
    ["cover North America for a Canadian company", { addressCountryCode: "CA" }, { territory: "Monde entier" }],
    ["cover it for no other", { addressCountryCode: "CAN" }, { territory: "Monde entier, hors États-Unis et Canada" }],
    ["begin no period before the foundation", { dateCreation: "2025-01-02" }, ofBeginner],
    ["report the first year", { dateCreation: "2024-12-31" }, { reportedPeriod: "Année de reporting 2024" }],
    ["mention a procedure from the day of its judgment", judged({}), noted("sauvegarde", "15 janvier 2025")],
    ["not before", judged({ openingDate: "2025-01-16" }), { observations: "Néant" }],
    ["mention a procedure of another kind", otherKind, noted("collective", "4 novembre 2024")],
    ["mention a strike-off from its day", struckOff("2025-01-15"), { observations: `${radiated} le 15 janvier 2025.` }],
    ["mention none before its day", struckOff("2025-01-16"), { observations: "Néant" }],
    ["mention one without a day", struckOff(), { observations: `${radiated}.` }],
    ["name the currency and the account of an IBAN abroad", { iban: "GB33BUKB20201555555555" }, british],
  ])("%s", (_, change, expected) => {
    expect(factsWith(change)).toMatchObject(expected);
  });

  it("say of security what the company answers in its questionnaire, one way or the other", () => {
    const all = Array.from({ length: 40 }, (_, at) => factsWith({ siren: String(219_920_000 + at) }));
    const said = (name: "securityOfficer" | "noticeHours" | "login" | "backups") =>
      [...new Set(all.map((facts) => facts[name]))].sort();
    expect(said("securityOfficer")).toEqual([
      "La direction assure elle-même la sécurité. Elle tient",
      "Un responsable de la sécurité est désigné. Il tient",
    ]);
    expect(said("noticeHours")).toEqual(["quarante-huit heures", "soixante-douze heures", "vingt-quatre heures"]);
    expect(said("login")).toEqual([
      "Authentification multifacteur",
      "Mots de passe robustes, changés chaque trimestre",
    ]);
    expect(said("backups")).toEqual(["restauration testée", "restauration vérifiée à la demande"]);
  });

  it("name one signatory for an authority, and others for other authorities, countries and issuers", () => {
    const signatoryOf = (change: Partial<FileSubject>) => factsWith(change).signatory;
    expect(signatoryOf({ reference: "X", name: "Autre" })).toBe("Agnès FABRE");
    const cities = ["Dijon", "Lille", "Metz", "Nantes", "Brest", "Paris", "Lyon", "Nice"];
    expect(new Set(cities.map((greffe) => signatoryOf({ greffe }))).size).toBeGreaterThan(5);
    const abroad = ["DE", "PL", "US", "ES"].map((addressCountryCode) =>
      signatoryOf({ documentCode: "A1", addressCountryCode, greffe: null }),
    );
    expect(new Set(abroad).size).toBe(4);
    for (const documentCode of ["ASS_RC_PRO", "ISO_27001", "PENTEST"])
      expect(signatoryOf({ documentCode, greffe: "Lille" })).toBe(signatoryOf({ documentCode }));
    expect(signatoryOf({ greffe: null })).toBe(signatoryOf({ greffe: "Dijon" }));
  });

  it("certify a company since a day of its own, not before it existed, or since the paper where it had none", () => {
    const firstOf = (at: number, change: Partial<FileSubject> = {}) =>
      factsWith({ documentCode: "ISO_27001", siren: String(219_920_000 + at), ...change }).firstCertified;
    const all = Array.from({ length: 90 }, (_, at) => at);
    const years = new Set(all.map((at) => firstOf(at).slice(-4)));
    expect([...years].sort()).toEqual(["2012", "2013", "2014", "2015", "2016", "2017", "2018", "2025"]);
    const renewed = all.filter((at) => firstOf(at, { issueDate: "2028-01-15" }) === firstOf(at));
    expect(renewed).toEqual(all.filter((at) => firstOf(at) !== "15/01/2025"));
    const young = new Set(all.map((at) => firstOf(at, { dateCreation: "2019-01-16" })));
    expect([...young].sort()).toEqual(["15/01/2025", "16/01/2019"]);
    expect(new Set(all.map((at) => firstOf(at, { issueDate: "2009-01-01", dateCreation: null })))).toEqual(
      new Set(["01/01/2009"]),
    );
  });

  const other = { issueDate: "2026-02-03", reference: "KBIS-2", expirationDate: null, fileSize: 7 };
  const ofPaper = ["securityCode", "number"] as const;
  const ofCompany = [
    ...["payroll", "management", "insurer", "policy", "ceiling", "ceilingImmaterial", "excess", "certifier"],
    ...["laboratory", "companyNumber", "clientNumber"],
  ] as const;
  const drawn = (names: readonly string[], change: Partial<FileSubject>) =>
    names.map((name) => factsWith(change)[name as keyof ReturnType<typeof factsOf>]);
  it.each<[what: string, change: Partial<FileSubject>]>([
    ["of another year", other],
    ["of another establishment", { ...other, siret: "21992014700028", name: "Charpentes", addressCity: "Lyon" }],
    ["of an unknown foundation", { ...other, dateCreation: null }],
  ])("keep what is the company's on a paper %s, and give that paper its own codes", (_, change) => {
    const before = { dateCreation: "dateCreation" in change ? null : charpentes.dateCreation };
    expect(drawn(ofCompany, change)).toEqual(drawn(ofCompany, before));
    for (const name of ofPaper) expect(drawn([name], change)).not.toEqual(drawn([name], before));
  });
  it("differ by the company, and by the code of the paper", () => {
    const contract = ["insurer", "policy", "ceiling", "companyNumber"];
    for (const change of [{ siren: "219920188" }, { documentCode: "ASS_DECENNALE" }])
      expect(drawn(contract, change)).not.toEqual(drawn(contract, {}));
    expect(drawn(["clientNumber"], { documentCode: "IBAN", siren: null })).toEqual(drawn(["clientNumber"], {}));
    expect(drawn(["clientNumber"], { iban: "GB33BUKB20201555555555" })).not.toEqual(drawn(["clientNumber"], {}));
  });
});
