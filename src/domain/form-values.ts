import { z } from "zod";
import { bankOf } from "../directory/banks.ts";
import type { Chance } from "../directory/chance.ts";
import { readFixture } from "../directory/fixtures.ts";
import { localBankOf } from "../directory/local-banks.ts";
import { territories, territoriesOf } from "../directory/territories.ts";
import { wordsIn } from "./accents.ts";
import type { Outcome, ThirdpartyRow } from "./rows.ts";
import { day, frenchDay, parse } from "./time.ts";
import { employeesOf } from "./workforce.ts";

/** The fields of a company that the values of a form come from; `Company` and `ThirdpartyRow` have them. */
export type Respondent = Pick<ThirdpartyRow, IdentityField | FigureField> & Pick<ThirdpartyRow["internal"], "bank">;
type IdentityField = "name" | "siret" | "tva" | "duns" | "localId" | "legalCategoryCode" | "ceo" | "executives";
type FigureField = "workforce" | "turnover" | "turnoverCurrency" | "addressCountryCode" | "dateCreation";

export interface FormContext {
  /** The day of the response, `YYYY-MM-DD`. */
  today: string;
  /** The result of the bank check that the values must lead to. */
  outcome?: Outcome;
  /** Another account than the one of the company, compact; its bank and its currency follow. */
  iban?: string;
}

type Values = Record<string, string>;

interface Drawer extends Respondent, FormContext {
  chance: Chance;
  employees: number;
  /** The first executive. */
  signatory: { name: string; role: string };
  yes: (probability: number) => string;
  number: (min: number, max: number) => string;
  /** With one decimal. */
  rate: (min: number, max: number) => string;
  /** A day in the past; `most` and `least` are days before today. */
  past: (most: number, least: number) => string;
}

export function drawValues(documentCode: string, company: Respondent, chance: Chance, context: FormContext): Values {
  const now = parse(context.today);
  const [head] = company.executives;
  const drawer: Drawer = {
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
  };
  const questionnaire = questionnaires[documentCode];
  const values = questionnaire ? fillQuestionnaire(questionnaire, drawer) : forms[documentCode]?.(drawer);
  if (!values) throw new Error(`${documentCode} is not answered by a form`);
  return values;
}

const forms: Record<string, (drawer: Drawer) => Values> = {
  IBAN({ name, bank, iban = bank?.iban ?? "", chance, outcome = "valid", past, yes }) {
    const keeper = bankOf(iban);
    return {
      titulaire_compte: outcome === "review" ? chance.pick(holders) : (bank?.holder ?? name),
      iban: outcome === "invalid" ? withSwappedDigits(iban) : iban,
      bic: keeper?.bic ?? "",
      nom_banque: keeper?.bankName ?? "",
      devise: territoriesOf(iban.slice(0, 2))[0]?.currency ?? "EUR",
      date_effet: past(900, 1),
      compte_affacture: yes(0.06),
    };
  },

  COORD_BANC({ name, bank, addressCountryCode, chance, outcome = "valid", past, yes }) {
    const { routing, number } = bank?.local ?? { routing: "", number: "" };
    const keeper = localBankOf({ country: addressCountryCode, routing });
    return {
      titulaire_compte: outcome === "review" ? chance.pick(holders) : (bank?.holder ?? name),
      // No bank gives so short a number.
      numero_compte: outcome === "invalid" ? number.slice(0, 4) : number,
      code_routage: routing,
      bic: keeper?.bic ?? "",
      nom_banque: keeper?.bankName ?? "",
      pays_banque: addressCountryCode,
      devise: territoriesOf(addressCountryCode)[0]?.currency ?? "USD",
      date_effet: past(900, 1),
      compte_affacture: yes(0.06),
    };
  },

  FICHE_FOURN: ({ chance, signatory, ...company }) => ({
    raison_sociale: company.name,
    numero_siret: company.siret ?? company.localId ?? company.duns ?? "",
    tva_intracom: company.tva ?? (union.has(company.addressCountryCode) ? "Non assujettie" : "Sans objet"),
    contact_nom: signatory.name,
    contact_email: `${slug(signatory.name, ".")}@${slug(company.name, "-")}.example`,
    contact_telephone: telephone(company.addressCountryCode, chance),
    date_creation: frenchDay(parse(company.dateCreation ?? company.today)),
    effectif_total: String(company.employees),
    chiffre_affaires: String(inEuros(company)),
    part_ca_client: company.rate(1, 35),
    sous_traitance: company.yes(0.4),
  }),

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
};

/** Values of questionnaires that depend on the size of the company. */
const computed: Record<string, (drawer: Drawer) => string> = {
  emissions_tco2e: ({ employees, chance }) => String(Math.round(Math.max(employees, 1) * chance.int(8, 60)) / 10),
  taux_frequence_at: ({ employees, rate }) => (employees === 0 ? "0" : rate(0, 45)),
  // The law asks for this index from fifty employees on.
  index_egalite: ({ employees, number }) => (employees < 50 ? "0" : number(70, 99)),
  plan_vigilance: ({ employees }) => String(employees >= 5000),
  rssi: ({ employees, yes }) => yes(employees >= 50 ? 0.8 : 0.35),
};

const Range = z.tuple([z.number(), z.number()]);
const Draw = z.strictObject({
  value: z.string().optional(),
  yes: z.number().optional(),
  number: Range.optional(),
  past: Range.optional(),
  pick: z.array(z.string()).optional(),
  weighted: z.array(z.tuple([z.string(), z.number()])).optional(),
});
const Questionnaire = z.record(z.string(), z.union([z.literal("computed"), Draw]));
const questionnaires = readFixture("questionnaires.json", z.record(z.string(), Questionnaire));

function draw({ value = "", yes, number, past, pick, weighted }: z.output<typeof Draw>, drawer: Drawer): string {
  if (yes !== undefined) return drawer.yes(yes);
  if (number) return drawer.number(...number);
  if (past) return drawer.past(...past);
  if (pick) return drawer.chance.pick(pick);
  return weighted ? drawer.chance.weighted(weighted) : value;
}

function fillQuestionnaire(questionnaire: z.output<typeof Questionnaire>, drawer: Drawer): Values {
  const valueOf = (key: string, how: z.output<typeof Questionnaire>[string]) =>
    how === "computed" ? (computed[key]?.(drawer) ?? "") : draw(how, drawer);
  return Object.fromEntries(Object.entries(questionnaire).map(([key, how]) => [key, valueOf(key, how)]));
}

const union = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "));

function inEuros({ turnover, turnoverCurrency }: Pick<Respondent, "turnover" | "turnoverCurrency">): number {
  const rate = territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1;
  return Math.round((turnover ?? 0) / rate);
}

const dialing = readFixture("dialing.json", z.record(z.string(), z.string()));

/** The French and the British numbering plans reserve ranges for fiction; elsewhere the number is only unlikely. */
function telephone(country: string, chance: Chance): string {
  const [tens, ones] = [chance.digits(2), chance.digits(2)];
  if (country === "GB") return `+44 20 7946 0${tens}${ones.slice(0, 1)}`;
  return `+${dialing[country] ?? "33"} 1 99 00 ${tens} ${ones}`;
}

const holders = ["Société Financière du Pont", "Affacturage Beaulieu", "M. Paul Garrigue", "Holding Les Tilleuls"];

/** Swaps the last two digits that differ: the check digits catch it, and the bank code stays. */
function withSwappedDigits(iban: string): string {
  const at = [...iban].findLastIndex(
    (sign, index) => index >= 4 && /\d\d/.test(sign + iban[index + 1]) && sign !== iban[index + 1],
  );
  if (at < 0) return iban;
  return iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
}

function slug(text: string, joint: string): string {
  const words = wordsIn(text, /[a-z0-9]+/g);
  return (words.join(joint) || "contact").slice(0, 60);
}
