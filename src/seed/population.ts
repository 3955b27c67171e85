import { workingDayBy } from "../directory/calendar.ts";
import { type Chance, tableOf } from "../directory/chance.ts";
import type { Company, CompanyIdentity } from "../directory/company.ts";
import { frenchIdentity } from "../directory/french.ts";
import { internationalIdentity } from "../directory/international.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { describedTerritories, type Territory, territories } from "../directory/territories.ts";
import { behaviourOfSiren } from "../directory/test-identifiers.ts";
import { defaultConfiguration, type Role } from "../domain/configuration.ts";
import { office, workingDraw } from "../domain/people/moments.ts";
import { day, dayOf, type Moment, parse } from "../domain/time.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { fittingSetting } from "./fitting.ts";
import type { StepOf, TimedStep } from "./script.ts";

const mostFrench = 9_900;

function identityOfSiren(siren: string): CompanyIdentity | undefined {
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

/** Companies in business that the script does not add itself: mostly French ones, then those of the near countries. */
function* companiesToAdd(world: World, scriptedDuns: ReadonlySet<string>): Generator<CompanyIdentity> {
  const serials = new Map<Territory, number>();
  const known = new Set(scriptedDuns);
  for (let number = 0, index = 0; ; index++) {
    const chance = world.chance("newcomer", index);
    const isAbroad = number > mostFrench || chance.bool(abroadShare);
    const territory = describedTerritories[Number(chance.from(near))] as Territory;
    const serial = (serials.get(territory) ?? 999) + 1;
    if (isAbroad) serials.set(territory, serial);
    const company = isAbroad
      ? internationalIdentity(territory, serial)
      : identityOfSiren(sirenOf(`2199${String(number++).padStart(4, "0")}`));
    if (company?.status !== "ACTIVE" || known.has(company.duns)) continue;
    known.add(company.duns);
    yield company;
  }
}

const units = ["Informatique", "Travaux", "Achats généraux", "Logistique"] as const;
/** What a client knows of a third party beside what the rules read: never all of it. */
function knownOf(world: World, chance: Chance, joined: Moment): Record<string, (string | number | boolean)[]> {
  const drawn = {
    "Business unit": chance.bool(0.7) && chance.pick(units),
    "Référencement interne": chance.bool(0.6) && `REF-${chance.digits(5)}`,
    "Date de début de relation": chance.bool(0.6) && dayOf(joined - chance.int(30, 2500) * day),
    "Fournisseur stratégique": chance.bool(0.05),
  };
  const known = new Set<string>(world.configuration.attributes.map(({ label }) => label));
  const values = Object.entries(drawn).filter(([label, value]) => value !== false && known.has(label));
  return Object.fromEntries(values.map(([label, value]) => [label, [value]]));
}
const codedShare = 0.85;

function companyOf(type: CompanyIdentity["companyIdType"], value: string): Company {
  const resolution = resolve({ by: identifierKinds[type], value });
  if (!("found" in resolution)) throw new Error(`no reference provider knows ${value}`);
  return resolution.found;
}

/** A client buys a quarter of a usual turnover at most, in thousands of euros; one that is secret is estimated. */
function largestAmount({ usualTurnover, turnoverCurrency, workforce }: Company): number {
  const rate = territories.find(({ currency }) => currency === turnoverCurrency)?.rate ?? 1;
  const euros = usualTurnover === null ? 40_000 * Math.max(workforce, 0.6) : usualTurnover / rate;
  return Math.floor(euros / 4000);
}

/** The values by the labels that the account gives to the roles. */
function attributesOf({ configuration }: World, values: Partial<Record<Role, string | number>>) {
  const labelled = Object.entries(values).flatMap(([role, value]) => {
    const usual = defaultConfiguration.roles[role as Role];
    const fitting = usual && fittingSetting(configuration, usual.label, [value]);
    return fitting ? [[fitting.label, fitting.values]] : [];
  });
  return Object.fromEntries(labelled) as Record<string, (string | number)[]>;
}

/** A moment of work on the day of another moment, or on the last working day before. */
export const workBy = (moment: Moment, chance: Chance): Moment =>
  workingDraw(office, parse(workingDayBy(office.country, dayOf(moment), office.postCode)), 0, chance);

/** Companies join one after another until the end. */
export function* populationSteps(
  world: World,
  { at, count }: StepOf<"populate">,
  begin: Moment,
  end: Moment,
  scriptedDuns: ReadonlySet<string>,
): Generator<TimedStep> {
  const companies = companiesToAdd(world, scriptedDuns);
  for (let index = 0; index < count; index++) {
    const { companyIdType: type, companyIdValue: value, duns } = companies.next().value as CompanyIdentity;
    const company = companyOf(type, value);
    const chance = world.chance("life", duns);
    const drawn = begin + Math.floor(((end - begin) * (index + chance.float() * 0.8)) / (count + 1));
    const next = workingDraw(office, drawn, 0, chance);
    const joined = next < end ? next : workBy(drawn, chance);
    const read = attributesOf(world, {
      category: company.category,
      criticality: chance.weighted(criticalities),
      amount: chance.int(1, Math.min(chance.weighted(amounts), largestAmount(company))) * 1000,
    });
    const attributes = { ...read, ...knownOf(world, chance, joined) };
    const code = chance.bool(codedShare) ? `FRN-${String(index + 1).padStart(6, "0")}` : undefined;
    yield { step: { do: "add", at, as: value, type, value, code, attributes }, moment: joined };
  }
}
