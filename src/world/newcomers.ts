import { type Chance, tableOf } from "../directory/chance.ts";
import type { Company, CompanyIdentity } from "../directory/company.ts";
import { frenchIdentity } from "../directory/french.ts";
import { describedTerritories, type Territory, territories } from "../directory/territories.ts";
import { behaviourOfSiren } from "../directory/test-identifiers.ts";
import { type Configuration, defaultConfiguration, type Role } from "../domain/configuration.ts";
import { day, dayOf, type Moment } from "../domain/time.ts";
import { fittingSetting } from "./fitting.ts";

/** Companies that a client begins to buy from, and what it knows of them. */

/** So many French numbers are there, from 2199 0000 on. */
export const mostFrench = 9_900;

export function identityOfSiren(siren: string): CompanyIdentity | undefined {
  const test = behaviourOfSiren(siren);
  return test?.fails ? undefined : frenchIdentity(siren, test?.traits);
}

const criticalities = Object.entries({ High: 1, Medium: 7, Low: 12 });

/** Weights of the largest yearly amount, in thousands, that is bought of a third party. */
const amounts = [
  [4, 60],
  [60, 32],
  [400, 8],
] as const;

/** Abroad, most suppliers are from the near countries. */
const abroadShare = 0.25;
const nearness: Readonly<Record<string, number>> = { DE: 12, IT: 9, ES: 8, BE: 8, CH: 4, LU: 3, PT: 3, GB: 3, NL: 3 };
const near = tableOf(
  Object.fromEntries(describedTerritories.map(({ country }, at) => [String(at), nearness[country] ?? 0.4])),
);

/** Where the next one is from: mostly from France, which is undefined. */
export function drawAbroad(chance: Chance, isForced = false): Territory | undefined {
  const isAbroad = isForced || chance.bool(abroadShare);
  const territory = describedTerritories[Number(chance.from(near))];
  return isAbroad ? territory : undefined;
}

const units = ["Informatique", "Travaux", "Achats généraux", "Logistique"] as const;
/** What a client knows of a third party beside what the rules read: never all of it. */
function knownOf(configuration: Configuration, chance: Chance, joined: Moment) {
  const drawn = {
    "Business unit": chance.bool(0.7) && chance.pick(units),
    "Référencement interne": chance.bool(0.6) && `REF-${chance.digits(5)}`,
    "Date de début de relation": chance.bool(0.6) && dayOf(joined - chance.int(30, 2500) * day),
    "Fournisseur stratégique": chance.bool(0.05),
  };
  const known = new Set<string>(configuration.attributes.map(({ label }) => label));
  const values = Object.entries(drawn).filter(([label, value]) => value !== false && known.has(label));
  return Object.fromEntries(values.map(([label, value]) => [label, [value]])) as Attributes;
}
type Attributes = Record<string, (string | number | boolean)[]>;

const codedShare = 0.85;
/** Whether another program of the client knows the third party by a code. */
export const isCoded = (chance: Chance): boolean => chance.bool(codedShare);

/** A client buys a quarter of a usual turnover at most, in thousands of euros; one that is secret is estimated. */
function largestAmount({ usualTurnover, turnoverCurrency, workforce }: Company): number {
  const rate = territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1;
  const euros = usualTurnover === null ? 40_000 * Math.max(workforce, 0.6) : usualTurnover / rate;
  return Math.floor(euros / 4000);
}

/** The values by the labels that the account gives to the roles. */
function valuesByRole(configuration: Configuration, values: Partial<Record<Role, string | number>>): Attributes {
  const labelled = Object.entries(values).flatMap(([role, value]) => {
    const usual = defaultConfiguration.roles[role as Role];
    const fitting = usual && fittingSetting(configuration, usual.label, [value]);
    return fitting ? [[fitting.label, fitting.values]] : [];
  });
  return Object.fromEntries(labelled) as Attributes;
}

/** What the client enters about a company when it joins. */
export function attributesOf(configuration: Configuration, company: Company, chance: Chance, joined: Moment) {
  const read = valuesByRole(configuration, {
    category: company.category,
    criticality: chance.weighted(criticalities),
    amount: chance.int(1, Math.min(chance.weighted(amounts), largestAmount(company))) * 1000,
  });
  return { ...read, ...knownOf(configuration, chance, joined) };
}
