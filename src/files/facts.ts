import { type Chance, chance } from "../directory/chance.ts";
import { unitOf, yearEndOf } from "../directory/days.ts";
import { courtOf, ofName, ofPlace } from "../directory/french-places.ts";
import { languageOf } from "../directory/international.ts";
import { isPublicCompany, isSoleTrader } from "../directory/kinds.ts";
import { liquidatorIn } from "../directory/liquidator.ts";
import { drawPerson } from "../directory/persons.ts";
import { activities } from "../directory/profile.ts";
import { france, territoriesOf } from "../directory/territories.ts";
import { certifiedSince, companyDraws, securityOf } from "../domain/document/company-habits.ts";
import type { FileSubject } from "./subject.ts";
import { addDays, countryName, dotted, grouped, longDate, money, shortDate, spaced } from "./wording.ts";

/** The texts that a template names in braces; an unknown one is null or empty. */
export type Facts = ReturnType<typeof factsOf>;

const PROCEDURES: Record<string, string> = {
  SAUVEGARDE: "une procédure de sauvegarde",
  REDRESSEMENT_JUDICIAIRE: "un redressement judiciaire",
  LIQUIDATION_JUDICIAIRE: "une liquidation judiciaire",
};
const INSURERS =
  "Mutuelle du Beffroi, Assurances Valmorin, Compagnie Sextant, La Prévoyante d'Armor, Garantie des Trois Monts";
const CERTIFIERS = "Certivance, Normalys Certification, Bureau Aquilon, Qualiterre Audit";
const LABORATORIES = "Redoutable Sécurité, Atelier Contre-Mesure, Vauban Audit Numérique";

const currencies = new Intl.DisplayNames("fr", { type: "currency" });

const joined = (parts: readonly (string | null)[], by: string): string => parts.filter(Boolean).join(by);

/** What belongs to one paper, and to its copies in other dossiers; what the company keeps is drawn by the company. */
export const drawsOf = ({ reference }: FileSubject): Chance => chance(0, "file", reference);

/** A day of a company's past that its papers agree on: not before it existed, nor after the paper. */
export function pastDay({ dateCreation, issueDate }: FileSubject, day: string): string {
  const earliest = dateCreation && dateCreation > day ? dateCreation : day;
  return earliest < issueDate ? earliest : issueDate;
}

export function factsOf(subject: FileSubject, draws: Chance) {
  const { name, acronym, siret, tva, duns, localId, documentName, reference, bic, bankName } = subject;
  return {
    ...{ name, acronym, siret, tva, duns, localId, documentName, reference, bic, bankName },
    ...companyFacts(subject),
    ...capitalFacts(subject),
    ...placeFacts(subject),
    ...dateFacts(subject),
    ...securityFacts(subject),
    ...issuerFacts(subject, draws),
    ...accountFacts(subject),
  };
}

function companyFacts(subject: FileSubject) {
  const { name, siret, localId, duns, workforce } = subject;
  const [head] = subject.executives;
  const liquidator = liquidatorIn(subject.executives.filter(({ since }) => since <= subject.issueDate));
  const signer = liquidator ?? head;
  const written = signer && `${signer.lastName} ${signer.firstName}`;
  const ceo = (liquidator ? written : subject.ceo || written) || "La direction";
  const ceoRole = signer?.role ?? "Représentant légal";
  const abroad = joined([localId, duns && `DUNS ${duns}`], " - ");
  const identity = siret ? `SIRET ${siret}` : abroad;
  const seatSiret = subject.seat?.siret ?? siret;
  return {
    legalForm: (subject.legalCategoryLabel || "Société").replace(unspecified, ""),
    partners: isPublicCompany(subject) ? "actionnaires" : "associés",
    ...(isSoleTrader(subject) ? ownerFacts(name, ceo, ceoRole) : representativeFacts(name, ceo, ceoRole)),
    siren: spaced(subject.siren, 3),
    identity,
    seatIdentity: seatSiret ? `SIRET ${seatSiret}` : abroad,
    foreignIdentity: siret ? "" : identity,
    identified: identity ? ` (${identity})` : "",
    naf: dotted(subject.activityCode),
    businessEnglish: activities.find(({ code }) => code === subject.activityCode)?.english ?? "",
    activity: subject.activityLabel || "Prestations de services",
    ceo,
    ceoRole,
    workforce: workforce === null ? "" : grouped(workforce),
    observations: observationsOn(subject),
  };
}

/** The nomenclature marks forms that it does not divide further; no register prints the mark. */
const unspecified = / \((s\.a\.i\.|sans autre indication)\)$/;

/** A sole trader signs in its own name; any other company through its representative. */
const ownerFacts = (name: string, ceo: string, ceoRole: string) => ({
  party: `${name}, ${ceoRole.toLowerCase()},`,
  undersigned: `Je soussigné(e) ${ceo}, ${ceoRole.toLowerCase()},`,
  seatLabel: "Adresse professionnelle",
});
const representativeFacts = (name: string, ceo: string, ceoRole: string) => ({
  party: `${name}, représentée par ${ceo}, ${ceoRole},`,
  undersigned: `Je soussigné(e) ${ceo}, ${ceoRole}, agissant pour le compte ${ofName(name)},`,
  seatLabel: "Siège social",
});

/** What the register had noted of the company when the document was issued. */
function observationsOn({ issueDate, status, struckOffOn, collectiveProcedure: procedure }: FileSubject): string {
  if (procedure && procedure.openingDate <= issueDate) {
    const opened = PROCEDURES[procedure.type] ?? "une procédure collective";
    return `Jugement du ${longDate(procedure.openingDate)} (${procedure.court}) ouvrant ${opened}.`;
  }
  if (status !== "STRUCK_OFF" || (struckOffOn && struckOffOn > issueDate)) return "Néant";
  return struckOffOn ? `Personne radiée du registre le ${longDate(struckOffOn)}.` : "Personne radiée du registre.";
}

function capitalFacts({ capital, capitalCurrency }: FileSubject) {
  if (capital === null) {
    return { capital: "", capitalMention: "", capitalArticle: "La personne morale est constituée sans capital." };
  }
  const amount = money(capital, capitalCurrency ?? "EUR");
  const shares = `${grouped(Math.max(1, capital / 10))} titres de même valeur nominale`;
  return {
    capital: amount,
    capitalMention: ` au capital de ${amount}`,
    capitalArticle: `Le capital social est fixé à ${amount}, divisé en ${shares}, entièrement souscrits et libérés.`,
  };
}

function placeFacts(subject: FileSubject) {
  const city = subject.addressCity ?? "";
  const greffe = subject.greffe || city;
  const ofCountry = countryName(subject.addressCountryCode);
  const street = joined([subject.addressLine1, subject.addressLine2], ", ");
  const postCity = joined([subject.addressPostCode, city], " ");
  const country = subject.addressCountryCode === "FR" ? "" : ofCountry;
  const court = greffe && courtOf(greffe, subject.issueDate).replace("T", "t");
  const ofGreffe = greffe && ofPlace(greffe);
  return {
    ...{ street, postCity, country, ofCountry, city, greffe, court },
    ...seatFacts(subject),
    address: joined([street, postCity, country], ", "),
    courtSeal: court.replace(` ${ofGreffe}`, "").replace(" ", "\n").toUpperCase(),
    ofGreffe,
    inGreffe: greffe && ` à ${greffe}`,
    inCity: city && ` à ${city}`,
    branch: `Agence Entreprises ${city}`.trim(),
    // Insurers in Europe seldom cover North America, but for a company that is there.
    territory: /^(US|CA)$/.test(subject.addressCountryCode)
      ? "Monde entier"
      : "Monde entier, hors États-Unis et Canada",
  };
}

/** The head office; the third party itself where the evidence does not say. */
function seatFacts({ seat, ...own }: FileSubject) {
  const { siret, addressLine1, addressPostCode, addressCity, addressCountryCode } = seat ?? own;
  const line2 = seat ? null : own.addressLine2;
  const country = addressCountryCode === "FR" ? "" : countryName(addressCountryCode);
  return {
    seatSiret: siret,
    seat: joined([addressLine1, line2, joined([addressPostCode, addressCity], " "), country], ", "),
    inSeat: addressCity && ` à ${addressCity}`,
  };
}

const HOURS: Record<number, string> = { 24: "vingt-quatre", 48: "quarante-huit", 72: "soixante-douze" };

/** As the company answers in its questionnaire. */
function securityFacts(subject: FileSubject) {
  const { officer, noticeHours, strongLogin, testedBackups, dataLocation } = securityOf(subject.configuration, subject);
  return {
    dataLocation,
    securityOfficer: officer
      ? "Un responsable de la sécurité est désigné. Il tient"
      : "La direction assure elle-même la sécurité. Elle tient",
    noticeHours: `${HOURS[noticeHours]} heures`,
    login: strongLogin ? "Authentification multifacteur" : "Mots de passe robustes, changés chaque trimestre",
    backups: testedBackups ? "restauration testée" : "restauration vérifiée à la demande",
  };
}

function dateFacts(subject: FileSubject) {
  const { dateCreation, issueDate, expirationDate } = subject;
  const [issued, expires] = [shortDate(issueDate), shortDate(expirationDate)];
  const year = issueDate.slice(0, 4);
  const sinceFounded = (day: string) => (dateCreation && dateCreation > day ? dateCreation : day);
  const lastYear = String(Number(year) - 1);
  const isNew = sinceFounded(`${lastYear}-12-31`).slice(0, 4) === year;
  return {
    ...{ issued, expires, year },
    issuedLong: longDate(issueDate),
    validity: expires && ` Valable jusqu'au ${expires}.`,
    period: expires ? `du ${issued} au ${expires}` : `à compter du ${issued}`,
    reportedPeriod: isNew ? `Période du ${shortDate(dateCreation)} au ${issued}` : `Année de reporting ${lastYear}`,
    periodEnd: longDate(sinceFounded(addDays(`${issueDate.slice(0, 7)}-01`, -1))),
    auditStart: shortDate(sinceFounded(addDays(issueDate, -21))),
    auditEnd: shortDate(sinceFounded(addDays(issueDate, -14))),
    ...yearFacts(subject),
    created: shortDate(dateCreation),
    firstCertified: shortDate(firstCertified(subject)),
    lifeEnd: dateCreation ? shortDate(lifeEnd(dateCreation, issueDate)) : "",
  };
}

/** A company lives for 99 years, and as long again where that is over. */
function lifeEnd(dateCreation: string, issueDate: string): string {
  let year = Number(dateCreation.slice(0, 4)) + 99;
  while (`${year}${dateCreation.slice(4)}` <= issueDate) year += 99;
  return `${year}${dateCreation.slice(4)}`;
}

/** The first and the last day of the fiscal year, without the year itself. */
function yearFacts(subject: FileSubject) {
  const dayAndMonth = (day: string) => longDate(day).replace(/ \d{4}$/, "");
  const end = `2023-${yearEndOf(unitOf(subject))}`;
  return { yearEnd: dayAndMonth(end), yearStart: dayAndMonth(addDays(end, 1)) };
}

function firstCertified(subject: FileSubject): string {
  const { configuration, documentCode, issueDate } = subject;
  return pastDay(subject, certifiedSince(configuration, subject, documentCode) ?? issueDate);
}

/** The same person signs for the same authority. */
function signatoryOf({ documentCode, addressCountryCode, configuration }: FileSubject, authority: string): string {
  const isLocal = configuration.documentTypes.get(documentCode)?.signedBy === "LOCAL_AUTHORITY";
  const home = isLocal ? territoriesOf(addressCountryCode)[0] : undefined;
  const isFrenchOffice = !home || addressCountryCode === "FR";
  const draws = chance(0, "signatory", documentCode, isFrenchOffice ? "FR" : addressCountryCode, authority);
  const { firstName, lastName } = drawPerson(draws, isFrenchOffice ? france : languageOf(home), ["", ""]);
  return `${firstName} ${lastName}`;
}

/** The issuer of the document, and who signs for it. */
function issuerFacts(subject: FileSubject, draws: Chance) {
  const drawn = drawnFacts(subject, draws);
  const { insurer, certifier, laboratory } = drawn;
  const issuers: Record<string, string> = { INSURER: insurer, CERTIFIER: certifier, LABORATORY: laboratory };
  const { signedBy = "" } = subject.configuration.documentTypes.get(subject.documentCode) ?? {};
  const authority = issuers[signedBy] ?? subject.greffe ?? subject.addressCity ?? "";
  return { ...drawn, issuer: authority, signatory: signatoryOf(subject, authority) };
}

/** The order of the draws decides what each of them gives. */
function drawnFacts(subject: FileSubject, draws: Chance) {
  const code = () => draws.fake((faker) => faker.string.alphanumeric({ length: 5, casing: "upper" }));
  return { securityCode: `${code()}-${code()}-${code()}`, number: draws.digits(7), ...keptFacts(subject) };
}

/** A company keeps its contracts, and its numbers at the issuers of its papers. */
function keptFacts(subject: FileSubject) {
  const draws = companyDraws(subject, `${subject.documentCode} kept`);
  const oneOf = (names: string) => draws.pick(names.split(", "));
  return {
    payroll: money((subject.workforce ?? 0) * draws.int(2_350, 3_900), "EUR"),
    insurer: oneOf(INSURERS),
    policy: `${draws.pick(["RC", "PRO", "DC"])}${draws.digits(2)} ${draws.digits(3)} ${draws.digits(3)}`,
    ceiling: money(draws.pick([1_500_000, 3_000_000, 5_000_000, 8_000_000]), "EUR"),
    ceilingImmaterial: money(draws.pick([300_000, 500_000, 750_000]), "EUR"),
    excess: money(draws.pick([1_000, 1_500, 2_500, 3_000]), "EUR"),
    certifier: oneOf(CERTIFIERS),
    laboratory: oneOf(LABORATORIES),
    companyNumber: draws.digits(7),
    management: `${subject.dateCreation?.slice(0, 4) ?? draws.int(1985, 2015)} B ${draws.digits(5)}`,
  };
}

function accountFacts(subject: FileSubject) {
  const iban = subject.iban ?? "";
  const isFrench = iban.startsWith("FR");
  const currency = territoriesOf(iban.slice(0, 2))[0]?.currency ?? "EUR";
  return {
    currency: currency === "EUR" ? "euros" : `${currencies.of(currency)} (${currency})`,
    iban: spaced(iban, 4),
    clientNumber: chance(0, "client of a bank", iban).digits(7),
    bankCode: isFrench ? iban.slice(4, 9) : "",
    branchCode: isFrench ? iban.slice(9, 14) : "",
    account: isFrench ? iban.slice(14, 25) : iban.slice(4),
    ribKey: isFrench ? iban.slice(25) : "",
  };
}
