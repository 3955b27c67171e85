import { bankOf } from "../../directory/banks.ts";
import { type Chance, chance } from "../../directory/chance.ts";
import { isAssociation, isFrench } from "../../directory/kinds.ts";
import { liquidatorIn } from "../../directory/liquidator.ts";
import { localBankOf } from "../../directory/local-banks.ts";
import { territoriesOf } from "../../directory/territories.ts";
import { dictionary } from "../configuration/merge.ts";
import { type Draw, defaultConfiguration, type FormField } from "../configuration.ts";
import { day, frenchDay, parse } from "../time.ts";
import { factOf, inEuros, usualValue, withSwappedDigits } from "./company-facts.ts";
import {
  alertsOf,
  companyDraws,
  emissionsOf,
  foreignWorkersOf,
  hasProof,
  ownerOf,
  proofOf,
  securityOf,
  writtenOn,
} from "./company-habits.ts";
import type { Drawer, FormContext, Respondent } from "./drawer.ts";

type Values = Record<string, string>;

type Headed = Pick<Respondent, "name" | "ceo" | "executives">;

/** The first executive, whom a company declares as its owner. */
export function headOf({ name, ceo, executives: [head] }: Headed) {
  return head
    ? { name: `${head.lastName} ${head.firstName}`, role: head.role }
    : { name: ceo ?? name, role: "Représentant légal" };
}

/** The person who signs for a company: its head, or the liquidator. */
export function signatoryOf(company: Headed) {
  const liquidator = liquidatorIn(company.executives);
  return headOf(liquidator ? { ...company, executives: [liquidator] } : company);
}

/** The first day of what a company signs: executives sign from the day of their appointment. */
export const signedFrom = ({ dateCreation, executives }: Pick<Respondent, "dateCreation" | "executives">): string =>
  executives.map(({ since }) => since).reduce((a, b) => (a > b ? a : b), dateCreation ?? "0001-01-01");

/** The answers of a company: all its forms agree on them, but for the mistakes of one. */
export function drawValues(
  documentCode: string,
  fields: readonly FormField[],
  company: Respondent,
  mistakes: Chance,
  context: FormContext,
): Values {
  const now = parse(context.today);
  const founded = Math.min(company.dateCreation ? parse(company.dateCreation) : Number.NEGATIVE_INFINITY, now);
  const known = {
    ...company,
    ...context,
    documentCode,
    mistakes,
    founded,
    employees: company.workforce ?? 0,
    security: securityOf(context.configuration, company),
    signatory: signatoryOf(company),
  };
  const drawerOf = (question: string): Drawer => {
    const chance = companyDraws(company, `${documentCode} ${question}`);
    return {
      ...known,
      chance,
      yes: (probability) => String(chance.bool(probability)),
      number: (min, max) => String(chance.int(min, max)),
      rate: (min, max) => String(chance.int(min * 10, max * 10) / 10),
      past: (most, least) => {
        const [latest, span] = [Math.floor(now / day) - least, most - least + 1];
        return frenchDay(Math.max((latest - ((latest + chance.int(0, span - 1)) % span)) * day, founded));
      },
    };
  };
  // A figure is that of a year.
  const ask = ({ key, type }: FormField) => drawerOf(type === "number" ? `${key} ${context.today.slice(0, 4)}` : key);
  return (
    (hasUsualFields(documentCode, fields) ? forms[documentCode]?.(drawerOf("")) : undefined) ??
    fillQuestionnaire(fields, ask)
  );
}

const keysOf = (fields: readonly FormField[] = []) => fields.map(({ key }) => key).join();
/** Whether an account has kept the questions of a form that is made up as a whole. */
const hasUsualFields = (code: string, fields: readonly FormField[]): boolean =>
  keysOf(fields) === keysOf(defaultConfiguration.forms.get(code));

/** The day from which an account is used; a bank statement is up to 400 days old, and of an account in use. */
function usedSince(account: string, { today, founded }: Drawer): string {
  const opened = Date.UTC(2010, 0, 1) + chance(0, "account", account).int(0, 3650) * day;
  return frenchDay(Math.max(Math.min(opened, parse(today) - 401 * day), founded));
}

const forms: Record<string, (drawer: Drawer) => Values> = {
  IBAN(drawer) {
    const { name, bank, iban = bank?.iban ?? "", mistakes, outcome } = drawer;
    const keeper = bankOf(iban);
    const holder = outcome === "review" ? mistakes.pick(holders) : (bank?.holder ?? name);
    return {
      titulaire_compte: holder,
      iban: outcome === "invalid" ? withSwappedDigits(iban) : iban,
      bic: keeper?.bic ?? "",
      nom_banque: keeper?.bankName ?? "",
      devise: territoriesOf(iban.slice(0, 2))[0]?.currency ?? "EUR",
      date_effet: usedSince(iban, drawer),
      compte_affacture: String(factors.includes(holder)),
    };
  },

  COORD_BANC(drawer) {
    const { name, bank, addressCountryCode, mistakes, outcome } = drawer;
    const { routing, number } = bank?.local ?? { routing: "", number: "" };
    const keeper = localBankOf({ country: addressCountryCode, routing });
    const holder = outcome === "review" ? mistakes.pick(holders) : (bank?.holder ?? name);
    return {
      titulaire_compte: holder,
      // No bank gives so short a number.
      numero_compte: outcome === "invalid" ? number.slice(0, 4) : number,
      code_routage: routing,
      bic: keeper?.bic ?? "",
      nom_banque: keeper?.bankName ?? "",
      pays_banque: addressCountryCode,
      devise: territoriesOf(addressCountryCode)[0]?.currency ?? "USD",
      date_effet: usedSince(`${routing} ${number}`, drawer),
      compte_affacture: String(factors.includes(holder)),
    };
  },

  FICHE_FOURN: (company) => ({
    raison_sociale: company.name,
    numero_siret: company.siret ?? company.localId ?? company.duns ?? "",
    tva_intracom: company.tva ?? (union.has(company.addressCountryCode) ? "Non assujettie" : "Sans objet"),
    contact_nom: company.contact?.name ?? company.signatory.name,
    contact_email: factOf("email", company),
    contact_telephone: factOf("telephone", company),
    date_creation: frenchDay(parse(company.dateCreation ?? company.today)),
    effectif_total: company.workforce === null ? "" : String(company.workforce),
    chiffre_affaires: company.turnover === null ? "" : String(inEuros(company)),
    sous_traitance: company.yes(0.4),
    part_ca_client: shareOfTurnover(company) ?? company.rate(1, 35),
  }),

  LNTE({ today, signatory, ...company }) {
    const count = foreignWorkersOf(company);
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

  RBE({ legalCategoryCode, executives, today, ...company }) {
    const owner = headOf({ ...company, executives }).name;
    const { share, age, exposed } = ownerOf(company, owner);
    const inOffice = executives[0]?.since ?? company.dateCreation ?? today;
    // An association has no owner: its representative is declared.
    const held = isAssociation({ legalCategoryCode }) ? "0" : String(share);
    return {
      beneficiaire_nom: owner,
      beneficiaire_naissance: frenchDay(parse(inOffice) - age * day),
      part_capital: held,
      part_droits_vote: held,
      ppe: String(exposed),
    };
  },
};

/** Values of questionnaires that depend on the size of the company, or that other pieces give as well. */
const computed = new Map<string, (drawer: Drawer) => string>(
  Object.entries({
    emissions_tco2e: (drawer) =>
      String(emissionsOf(drawer).reduce((sum, { category, tonnes }) => sum + (category <= 2 ? tonnes : 0), 0)),
    taux_frequence_at: ({ employees, rate }) => (employees === 0 ? "0" : rate(0, 45)),
    // French law asks for this index from fifty employees on.
    index_egalite: ({ employees, number, ...company }) => (employees < 50 || !isFrench(company) ? "" : number(70, 99)),
    plan_vigilance: ({ employees }) => String(employees >= 5000),
    dispositif_alerte: (drawer) => String(alertsOf(drawer).internal),
    mecanisme_alerte: (drawer) => String(alertsOf(drawer).open),
    // A certified company has a security policy.
    pssi: (drawer) => String(drawer.chance.bool(0.7) || holds(drawer, "ISO_27001")),
    rssi: ({ security }) => String(security.officer),
    mfa: ({ security }) => String(security.strongLogin),
    localisation_donnees: ({ security }) => security.dataLocation,
    sauvegardes: ({ security }) => String(security.testedBackups),
    delai_notification_h: ({ security }) => String(security.noticeHours),
  } satisfies Record<string, (drawer: Drawer) => string>),
);

const holds = (drawer: Drawer, code: string): boolean =>
  drawer.proves?.(code) ?? hasProof(drawer.configuration, drawer, code);

function draw({ fact, yes, number, past, issued, pick, weighted }: Draw, drawer: Drawer): string {
  if (fact) return factOf(fact, drawer);
  if (issued) return dayOfPiece(issued, drawer);
  if (yes !== undefined) return drawer.yes(yes);
  if (number) return drawer.number(...number);
  if (past) return drawer.past(...past);
  if (pick) return drawer.chance.pick(pick);
  return weighted ? drawer.chance.weighted(weighted) : "";
}

/** With the texts that go with the answers so far. */
function fitting({ pick, given = {}, ...how }: Draw, values: Values): Draw {
  const more = Object.entries(given).flatMap(([key, text]) => (values[key] === "true" ? text : []));
  return pick ? { ...how, pick: [...pick, ...more] } : how;
}

function dayOfPiece(documentCode: string, drawer: Drawer): string {
  const { issued = () => undefined, today } = drawer;
  const first = signedFrom(drawer);
  const written = writtenOn(drawer.configuration, drawer, documentCode, today) ?? today;
  return frenchDay(parse(issued(documentCode) ?? (first > written && first <= today ? first : written)));
}

/** Whether a field names no way to make up its value. */
const isOpen = ({ if: _, given: __, ...ways }: Draw): boolean => Object.keys(ways).length === 0;

function fillQuestionnaire(fields: readonly FormField[], ask: (field: FormField) => Drawer): Values {
  const values: Values = dictionary([]);
  for (const field of fields) {
    const { key, draw: how } = field;
    const drawer = ask(field);
    const proof = proofOf(drawer.configuration, drawer.documentCode, key);
    if (proof) values[key] = String(holds(drawer, proof));
    else if (how.if && values[how.if] === "false") values[key] = "";
    else if (how.computed) values[key] = computed.get(key)?.(drawer) ?? "";
    else values[key] = isOpen(how) ? usualValue(field, drawer) : draw(fitting(how, values), drawer);
  }
  return values;
}

const union = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" "));

/** The share of the turnover that the client buys, in percent; undefined when one of the two is unknown. */
function shareOfTurnover({ purchases, ...company }: Respondent & FormContext): string | undefined {
  const turnover = inEuros(company);
  if (!purchases || turnover === 0) return undefined;
  return String(Math.min(Math.max(Math.round((purchases / turnover) * 1000) / 10, 0.1), 100));
}

const factors = ["Affacturage Beaulieu", "Société Financière du Pont"];
const holders = [...factors, "M. Paul Garrigue", "Holding Les Tilleuls"];
