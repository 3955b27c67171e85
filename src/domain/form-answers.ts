import { z } from "zod";
import { bankOf } from "../directory/banks.ts";
import type { Chance } from "../directory/chance.ts";
import type { BankDetails, Executive } from "../directory/company.ts";
import { readFixture } from "../directory/fixtures.ts";
import { territories, territoriesOf } from "../directory/territories.ts";
import { day, frenchDay, parse } from "./time.ts";
import { employeesOf } from "./workforce.ts";

/** What the answers draw on: a `Company` is one, and so is a third-party row with its bank. */
export interface Answerer {
  name: string;
  siret: string | null;
  tva: string | null;
  duns: string | null;
  localId: string | null;
  legalCategoryCode: string | null;
  ceo: string | null;
  executives: readonly Executive[];
  workforce: number | null;
  turnover: number | null;
  turnoverCurrency: string | null;
  addressCountryCode: string;
  dateCreation: string | null;
  bank: BankDetails | null;
}

export interface AnswerContext {
  /** The day of the answer, `YYYY-MM-DD`. */
  today: string;
  /** Result that the automatic check of bank details must come to; the answers are made to deserve it. */
  outcome?: "valid" | "review" | "invalid" | "pending";
  /** The account that somebody names instead of the company's own, compact: its bank and its currency go with it. */
  iban?: string;
}

type Answers = Record<string, string>;
type Filler = (draw: Drawer) => Answers;

interface Drawer extends Answerer, AnswerContext {
  chance: Chance;
  employees: number;
  /** Who signs: the first executive. */
  signatory: { name: string; role: string };
  yes: (probability: number) => string;
  number: (min: number, max: number) => string;
  /** With one decimal. */
  rate: (min: number, max: number) => string;
  /** A day between so many days ago and so many days ago. */
  past: (most: number, least: number) => string;
}

export function fill(documentCode: string, company: Answerer, chance: Chance, context: AnswerContext): Answers {
  const filler = fillers[documentCode];
  if (!filler) throw new Error(`${documentCode} is not answered by a form`);
  const now = parse(context.today);
  const [head] = company.executives;
  return filler({
    ...company,
    ...context,
    chance,
    employees: employeesOf(company) ?? 0,
    signatory: head
      ? { name: `${head.lastName} ${head.firstName}`, role: head.role }
      : { name: company.ceo ?? company.name, role: "Représentant légal" },
    yes: (probability) => String(chance.bool(probability)),
    number: (min, max) => String(chance.int(min, max)),
    rate: (min, max) => String(chance.int(min * 10, max * 10) / 10),
    past: (most, least) => frenchDay(now - chance.int(least, most) * day),
  });
}

/** Where a later question asks for the date of a thing, the thing exists: no date would be left without its answer. */
const fillers: Record<string, Filler> = {
  IBAN({ name, bank, iban = bank?.iban ?? "", chance, outcome = "valid", past, yes }) {
    const keeper = bankOf(iban);
    return {
      titulaire_compte: outcome === "review" ? chance.pick(STRANGERS) : (bank?.holder ?? name),
      iban: outcome === "invalid" ? misspelt(iban) : iban,
      bic: keeper?.bic ?? "",
      nom_banque: keeper?.bankName ?? "",
      devise: currencyOf(iban.slice(0, 2)),
      date_effet: past(900, 1),
      compte_affacture: yes(0.06),
    };
  },

  FICHE_FOURN({
    name,
    siret,
    localId,
    duns,
    tva,
    dateCreation,
    today,
    employees,
    signatory,
    chance,
    rate,
    yes,
    ...company
  }) {
    return {
      raison_sociale: name,
      numero_siret: siret ?? localId ?? duns ?? "",
      tva_intracom: tva ?? (inUnion.has(company.addressCountryCode) ? "Non assujettie" : "Sans objet"),
      contact_nom: signatory.name,
      contact_email: `${slug(signatory.name, ".")}@${slug(name, "-")}.example`,
      contact_telephone: telephone(company.addressCountryCode, chance),
      date_creation: frenchDay(parse(dateCreation ?? today)),
      effectif_total: String(employees),
      chiffre_affaires: String(inEuros(company)),
      part_ca_client: rate(1, 35),
      sous_traitance: yes(0.4),
    };
  },

  LNTE({ employees, chance, today, signatory }) {
    const count = employees > 0 && chance.bool(0.5) ? Math.min(employees, chance.int(1, 6)) : 0;
    return {
      emploie_salaries_etrangers: String(count > 0),
      nombre_salaries: String(count),
      date_declaration: frenchDay(parse(today)),
      signataire_nom: signatory.name,
      signataire_qualite: signatory.role,
    };
  },

  ASLNC: ({ employees, today, signatory }) => ({
    motif_non_cotisant:
      employees === 0 ? "Entreprise sans salarié" : "Cotisations versées à un autre régime obligatoire",
    absence_salaries: String(employees === 0),
    date_declaration: frenchDay(parse(today)),
    signataire_nom: signatory.name,
  }),

  RBE({ legalCategoryCode, signatory, chance, past, yes }) {
    const share = legalCategoryCode === "1000" ? 100 : chance.int(251, 1000) / 10;
    return {
      beneficiaire_nom: signatory.name,
      beneficiaire_naissance: past(68 * 365, 28 * 365),
      part_capital: String(share),
      part_droits_vote: String(share),
      ppe: yes(0.03),
    };
  },

  Q_ETHIQUE: ({ chance, yes, number, past }) => ({
    code_ethique: yes(0.7),
    politique_anticorruption: "true",
    dispositif_alerte: yes(0.6),
    formation_taux: number(20, 100),
    condamnation_5_ans: yes(0.02),
    precisions: chance.pick([
      "Le code est remis à chaque nouvel arrivant et signé.",
      "Formation en ligne renouvelée tous les deux ans.",
      "Sans objet.",
      "Le dispositif d'alerte est ouvert aux sous-traitants.",
    ]),
    date_maj_politique: past(1000, 30),
  }),

  Q_RSE: ({ employees, chance, yes, rate, number, past }) => ({
    politique_rse: yes(0.6),
    bilan_carbone: "true",
    bilan_carbone_date: past(1200, 60),
    emissions_tco2e: String(Math.round(Math.max(employees, 1) * chance.int(8, 60)) / 10),
    energie_renouvelable: number(5, 90),
    iso_14001: yes(0.3),
    taux_frequence_at: employees === 0 ? "0" : rate(0, 45),
    // The law asks for the index from fifty employees on.
    index_egalite: employees < 50 ? "0" : number(70, 99),
    achats_responsables: yes(0.5),
  }),

  Q_VIGILANCE: ({ employees, chance, yes, number, past }) => ({
    plan_vigilance: String(employees >= 5000),
    travail_enfants: yes(0.8),
    travail_force: yes(0.8),
    pays_a_risque: chance.pick(["Aucun", "Turquie", "Chine, Inde", "Bangladesh, Vietnam", "Maroc, Pakistan"]),
    audits_sociaux: number(0, 12),
    mecanisme_alerte: yes(0.6),
    date_cartographie: past(700, 20),
  }),

  Q_CYBER: ({ employees, chance, yes, past }) => ({
    rssi: yes(employees >= 50 ? 0.8 : 0.35),
    pssi: "true",
    pssi_date: past(800, 15),
    iso_27001: yes(0.3),
    mfa: yes(0.75),
    sauvegardes: yes(0.85),
    pentest_annuel: yes(0.45),
    incidents_12_mois: String(
      chance.weighted([
        [0, 14],
        [1, 4],
        [2, 1],
        [3, 1],
      ]),
    ),
    localisation_donnees: chance.pick([
      "France",
      "Union européenne",
      "France et Allemagne",
      "Union européenne et Royaume-Uni",
    ]),
    delai_notification_h: chance.pick(["24", "48", "72"]),
  }),
};

const inUnion = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "),
);

const currencyOf = (country: string): string => territoriesOf(country)[0]?.currency ?? "EUR";

/** The form asks for euros; elsewhere books are kept in another currency. */
function inEuros({ turnover, turnoverCurrency }: Pick<Answerer, "turnover" | "turnoverCurrency">): number {
  const rate = territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1;
  return Math.round((turnover ?? 0) / rate);
}

const dialing = readFixture("dialing.json", z.record(z.string(), z.string()));

/** The French and the British numbering plans keep ranges for fiction; elsewhere such a number is only unlikely. */
function telephone(country: string, chance: Chance): string {
  const [tens, ones] = [chance.digits(2), chance.digits(2)];
  if (country === "GB") return `+44 20 7946 0${tens}${ones.slice(0, 1)}`;
  return `+${dialing[country] ?? "33"} 1 99 00 ${tens} ${ones}`;
}

const STRANGERS = ["Société Financière du Pont", "Affacturage Beaulieu", "M. Paul Garrigue", "Holding Les Tilleuls"];

/** The slip of two neighbours, which the key of an IBAN is made to catch; the last two, so that it still names its bank. */
function misspelt(iban: string): string {
  const at = [...iban].findLastIndex(
    (sign, index) => index >= 4 && /\d\d/.test(sign + iban[index + 1]) && sign !== iban[index + 1],
  );
  if (at < 0) return iban;
  return iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
}

function slug(text: string, joint: string): string {
  const words = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["contact"];
  return words.join(joint).slice(0, 60);
}
