import { type Chance, chance } from "../directory/chance.ts";
import { ofPlace } from "../directory/french-places.ts";
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
const SIGNATORIES =
  "Hélène Marchetti, Philippe Ozanne, Nadia Ferrand, Étienne Courtois, Solène Guivarc'h, Marc Delattre";

const joined = (parts: readonly (string | null)[], by: string): string => parts.filter(Boolean).join(by);

export function drawsOf({ evidenceId, reference }: FileSubject): Chance {
  return chance(0, "file", evidenceId, reference);
}

export function factsOf(subject: FileSubject, draws: Chance) {
  const { name, acronym, siret, tva, duns, localId, documentName, reference, bic, bankName } = subject;
  return {
    ...{ name, acronym, siret, tva, duns, localId, documentName, reference, bic, bankName },
    ...companyFacts(subject),
    ...capitalFacts(subject),
    ...placeFacts(subject),
    ...dateFacts(subject),
    ...drawnFacts(subject, draws),
    ...accountFacts(subject),
  };
}

function companyFacts(subject: FileSubject) {
  const { siret, localId, duns, workforce, collectiveProcedure: procedure } = subject;
  const [head] = subject.executives;
  const identity = siret ? `SIRET ${siret}` : joined([localId, duns && `DUNS ${duns}`], " - ");
  const opened = procedure && (PROCEDURES[procedure.type] ?? "une procédure collective");
  return {
    legalForm: subject.legalCategoryLabel || "Société",
    siren: spaced(subject.siren, 3),
    identity,
    foreignIdentity: siret ? "" : identity,
    identified: identity ? ` (${identity})` : "",
    naf: dotted(subject.activityCode),
    activity: subject.activityLabel || "Prestations de services",
    ceo: subject.ceo || (head ? `${head.lastName} ${head.firstName}` : "La direction"),
    ceoRole: head?.role ?? "Représentant légal",
    workforce: workforce === null ? "" : grouped(workforce),
    observations: procedure
      ? `Jugement du ${longDate(procedure.openingDate)} (${procedure.court}) ouvrant ${opened}.`
      : "Néant",
  };
}

function capitalFacts({ capital, capitalCurrency }: FileSubject) {
  if (capital === null) {
    const capitalArticle =
      "Le capital social est variable, sans pouvoir descendre au-dessous du dixième du capital le plus élevé atteint.";
    return { capital: "", capitalMention: "", capitalArticle };
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
  return {
    ...{ street, postCity, country, ofCountry, city, greffe },
    address: joined([street, postCity, country], ", "),
    ofGreffe: greffe && ofPlace(greffe),
    inGreffe: greffe && ` à ${greffe}`,
    inCity: city && ` à ${city}`,
    branch: `Agence Entreprises ${city}`.trim(),
  };
}

function dateFacts({ dateCreation, issueDate, expirationDate }: FileSubject) {
  const [issued, expires] = [shortDate(issueDate), shortDate(expirationDate)];
  const year = issueDate.slice(0, 4);
  return {
    ...{ issued, expires, year },
    issuedLong: longDate(issueDate),
    validity: expires && ` Valable jusqu'au ${expires}.`,
    period: expires ? `du ${issued} au ${expires}` : `à compter du ${issued}`,
    previousYear: String(Number(year) - 1),
    periodEnd: longDate(addDays(`${issueDate.slice(0, 7)}-01`, -1)),
    auditStart: shortDate(addDays(issueDate, -21)),
    auditEnd: shortDate(addDays(issueDate, -14)),
    created: shortDate(dateCreation),
    lifeEnd: dateCreation ? shortDate(`${Number(dateCreation.slice(0, 4)) + 99}${dateCreation.slice(4)}`) : "",
  };
}

/** The order of the draws decides what each of them gives. */
function drawnFacts({ workforce, dateCreation, issueDate }: FileSubject, draws: Chance) {
  const oneOf = (names: string) => draws.pick(names.split(", "));
  const code = () => draws.fake((faker) => faker.string.alphanumeric({ length: 5, casing: "upper" }));
  return {
    payroll: money((workforce ?? 0) * draws.int(2_350, 3_900), "EUR"),
    management: `${(dateCreation || issueDate).slice(0, 4)} B ${draws.digits(5)}`,
    securityCode: `${code()}-${code()}-${code()}`,
    insurer: oneOf(INSURERS),
    policy: `${draws.pick(["RC", "PRO", "DC"])}${draws.digits(2)} ${draws.digits(3)} ${draws.digits(3)}`,
    ceiling: money(draws.pick([1_500_000, 3_000_000, 5_000_000, 8_000_000]), "EUR"),
    ceilingImmaterial: money(draws.pick([300_000, 500_000, 750_000]), "EUR"),
    excess: money(draws.pick([1_000, 1_500, 2_500, 3_000]), "EUR"),
    certifier: oneOf(CERTIFIERS),
    laboratory: oneOf(LABORATORIES),
    signatory: oneOf(SIGNATORIES),
    number: draws.digits(7),
  };
}

function accountFacts(subject: FileSubject) {
  const iban = subject.iban ?? "";
  const isFrench = iban.startsWith("FR");
  return {
    iban: spaced(iban, 4),
    bankCode: isFrench ? iban.slice(4, 9) : "",
    branchCode: isFrench ? iban.slice(9, 14) : "",
    account: isFrench ? iban.slice(14, 25) : iban.slice(4),
    ribKey: isFrench ? iban.slice(25) : "",
  };
}
