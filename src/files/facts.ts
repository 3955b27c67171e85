import { type Chance, chance } from "../directory/chance.ts";
import type { FileSubject } from "./subject.ts";
import {
  addDays,
  countryName,
  dotted,
  grouped,
  lastDayOfPreviousMonth,
  longDate,
  money,
  ofPlace,
  shortDate,
  spaced,
} from "./wording.ts";

/** Every word that a template may leave open, by the name it has between braces there; unknown is empty. */
export type Facts = ReturnType<typeof factsOf>;

const PROCEDURES: Record<string, string> = {
  SAUVEGARDE: "procédure de sauvegarde",
  REDRESSEMENT_JUDICIAIRE: "redressement judiciaire",
  LIQUIDATION_JUDICIAIRE: "liquidation judiciaire",
};
const INSURERS = [
  "Mutuelle du Beffroi",
  "Assurances Valmorin",
  "Compagnie Sextant",
  "La Prévoyante d'Armor",
  "Garantie des Trois Monts",
];
const CERTIFIERS = ["Certivance", "Normalys Certification", "Bureau Aquilon", "Qualiterre Audit"];
const LABORATORIES = ["Redoutable Sécurité", "Atelier Contre-Mesure", "Vauban Audit Numérique"];
const SIGNATORIES = [
  "Hélène Marchetti",
  "Philippe Ozanne",
  "Nadia Ferrand",
  "Étienne Courtois",
  "Solène Guivarc'h",
  "Marc Delattre",
];

export function drawsOf({ evidenceId, reference }: FileSubject): Chance {
  return chance(0, "file", evidenceId, reference);
}

export function factsOf(subject: FileSubject, draws: Chance) {
  const { siret, localId, duns, tva, issueDate, expirationDate, capital, workforce } = subject;
  const currency = subject.capitalCurrency ?? "EUR";
  const city = subject.addressCity ?? "";
  const greffe = subject.greffe || city;
  const identity = siret ? `SIRET ${siret}` : [localId, duns && `DUNS ${duns}`].filter(Boolean).join(" - ");
  const [head] = subject.executives;
  const postCity = [subject.addressPostCode, city].filter(Boolean).join(" ");
  const street = [subject.addressLine1, subject.addressLine2].filter(Boolean).join(", ");
  const country = subject.addressCountryCode === "FR" ? "" : countryName(subject.addressCountryCode);
  const procedure = subject.collectiveProcedure;
  const iban = subject.iban ?? "";
  const french = iban.startsWith("FR");
  const employees = workforce ?? 0;
  const created = subject.dateCreation ?? "";
  return {
    name: subject.name,
    acronym: subject.acronym ?? "",
    legalForm: subject.legalCategoryLabel || "Société",
    siren: spaced(subject.siren, 3),
    siret: siret ?? "",
    tva: tva ?? "",
    duns: duns ?? "",
    localId: localId ?? "",
    identity,
    foreignIdentity: siret ? "" : identity,
    identified: identity ? ` (${identity})` : "",
    naf: dotted(subject.activityCode),
    activity: subject.activityLabel || "Prestations de services",
    ceo: subject.ceo || (head ? `${head.lastName} ${head.firstName}` : "La direction"),
    ceoRole: head?.role ?? "Représentant légal",
    capital: capital === null ? "" : money(capital, currency),
    capitalMention: capital === null ? "" : ` au capital de ${money(capital, currency)}`,
    capitalArticle:
      capital === null
        ? "Le capital social est variable, sans pouvoir descendre au-dessous du dixième du capital le plus élevé atteint."
        : `Le capital social est fixé à ${money(capital, currency)}, divisé en ${grouped(Math.max(1, capital / 10))} titres de même valeur nominale, entièrement souscrits et libérés.`,
    workforce: workforce === null ? "" : grouped(employees),
    payroll: money(employees * draws.int(2_350, 3_900), "EUR"),
    street,
    postCity,
    country,
    address: [street, postCity, country].filter(Boolean).join(", "),
    city,
    greffe,
    ofGreffe: greffe && ofPlace(greffe),
    inGreffe: greffe ? ` à ${greffe}` : "",
    inCity: city ? ` à ${city}` : "",
    ofCountry: countryName(subject.addressCountryCode),
    created: shortDate(created),
    lifeEnd: created ? `${Number(created.slice(0, 4)) + 99}${created.slice(4, 10)}`.split("-").reverse().join("/") : "",
    observations: procedure
      ? `Jugement du ${longDate(procedure.openingDate)} (${procedure.court}) ouvrant une ${PROCEDURES[procedure.type] ?? "procédure collective"}.`.replace(
          "une redressement",
          "un redressement",
        )
      : "Néant",

    documentName: subject.documentName,
    reference: subject.reference,
    issued: shortDate(issueDate),
    issuedLong: longDate(issueDate),
    expires: shortDate(expirationDate),
    validity: expirationDate ? ` Valable jusqu'au ${shortDate(expirationDate)}.` : "",
    period: expirationDate
      ? `du ${shortDate(issueDate)} au ${shortDate(expirationDate)}`
      : `à compter du ${shortDate(issueDate)}`,
    year: issueDate.slice(0, 4),
    previousYear: String(Number(issueDate.slice(0, 4)) - 1),
    periodEnd: longDate(lastDayOfPreviousMonth(issueDate)),
    auditStart: shortDate(addDays(issueDate, -21)),
    auditEnd: shortDate(addDays(issueDate, -14)),

    management: `${created.slice(0, 4) || issueDate.slice(0, 4)} B ${draws.digits(5)}`,
    securityCode: Array.from({ length: 3 }, () =>
      draws.fake((faker) => faker.string.alphanumeric({ length: 5, casing: "upper" })),
    ).join("-"),
    insurer: draws.pick(INSURERS),
    policy: `${draws.pick(["RC", "PRO", "DC"])}${draws.digits(2)} ${draws.digits(3)} ${draws.digits(3)}`,
    ceiling: money(draws.pick([1_500_000, 3_000_000, 5_000_000, 8_000_000]), "EUR"),
    ceilingImmaterial: money(draws.pick([300_000, 500_000, 750_000]), "EUR"),
    excess: money(draws.pick([1_000, 1_500, 2_500, 3_000]), "EUR"),
    certifier: draws.pick(CERTIFIERS),
    laboratory: draws.pick(LABORATORIES),
    signatory: draws.pick(SIGNATORIES),
    number: draws.digits(7),

    iban: spaced(iban, 4),
    bic: subject.bic ?? "",
    bankName: subject.bankName ?? "",
    bankCode: french ? iban.slice(4, 9) : "",
    branchCode: french ? iban.slice(9, 14) : "",
    account: french ? iban.slice(14, 25) : iban.slice(4),
    ribKey: french ? iban.slice(25) : "",
    branch: `Agence Entreprises ${city}`.trim(),
  };
}
