import type { Chance } from "../directory/chance.ts";
import type { Company, CompanyIdentity } from "../directory/company.ts";
import { frenchIdentity } from "../directory/french.ts";
import { internationalIdentity } from "../directory/international.ts";
import { directoryIdentities } from "../directory/name-search.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { describedTerritories, type Territory, territories } from "../directory/territories.ts";
import { behaviourOfSiren } from "../directory/test-identifiers.ts";
import { labels } from "../domain/configuration.ts";
import { day, hour, type Moment } from "../domain/time.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import type { StepOf, TimedStep } from "./script.ts";

/** Companies in the sandbox's own blocks of numbers, one in four of them abroad. */
function* numberedCompanies(): Generator<CompanyIdentity> {
  for (let number = 0; ; number++) {
    const territory = describedTerritories[number % describedTerritories.length] as Territory;
    const isAbroad = number % 4 === 3 || number > 9_900;
    const company = isAbroad
      ? internationalIdentity(territory, 1_000 + Math.floor(number / 4))
      : identityOfSiren(sirenOf(`2199${String(number).padStart(4, "0")}`));
    if (company) yield company;
  }
}

function identityOfSiren(siren: string): CompanyIdentity | undefined {
  const test = behaviourOfSiren(siren);
  return test?.fails ? undefined : frenchIdentity(siren, test?.traits);
}

/** Companies that the script does not add itself: the directory in random order, then numbered ones. */
function* companiesToAdd(world: World, scriptedDuns: ReadonlySet<string>): Generator<CompanyIdentity> {
  const chance = world.chance("population");
  const listed = directoryIdentities()
    .map((company) => ({ company, at: chance.float() }))
    .sort((a, b) => a.at - b.at)
    .map(({ company }) => company);
  const known = new Set(scriptedDuns);
  for (const company of listed) {
    if (company.status !== "STRUCK_OFF" && !known.has(company.duns)) yield company;
    known.add(company.duns);
  }
  for (const company of numberedCompanies())
    if (company.status !== "STRUCK_OFF" && !known.has(company.duns)) yield company;
}

const oftenCritical = Object.entries({ High: 2, Medium: 5, Low: 3 });
const seldomCritical = Object.entries({ High: 1, Medium: 7, Low: 12 });

/** Weights of the largest yearly amount, in thousands, that is bought of a third party of a large portfolio. */
const ordinaryAmounts = [
  [4, 60],
  [60, 32],
  [400, 8],
] as const;
const mostOf = (chance: Chance, ordinary = false) => (ordinary ? chance.weighted(ordinaryAmounts) : 400);

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

/** Companies join one after another until the end, and each is tended to from time to time. */
export function* populationSteps(
  world: World,
  step: StepOf<"populate">,
  begin: Moment,
  end: Moment,
  scriptedDuns: ReadonlySet<string>,
): Generator<TimedStep> {
  const { at, count, ordinary } = step;
  const companies = companiesToAdd(world, scriptedDuns);
  for (let index = 0; index < count; index++) {
    const { companyIdType: type, companyIdValue: value, duns } = companies.next().value as CompanyIdentity;
    const company = companyOf(type, value);
    const chance = world.chance("life", duns);
    const joined = begin + Math.floor(((end - begin) * (index + chance.float() * 0.8)) / (count + 1));
    const attributes: Record<string, (string | number)[]> = {
      [labels.category]: [company.category],
      [labels.criticality]: [chance.weighted(ordinary ? seldomCritical : oftenCritical)],
      [labels.amount]: [chance.int(1, Math.min(mostOf(chance, ordinary), largestAmount(company))) * 1000],
    };
    const visits = ordinary && chance.bool(0.8) ? 0 : step.visits;
    yield { step: { do: "add", at, as: value, type, value, attributes }, moment: joined };
    for (let visit = 0; visit < visits; visit++) {
      const share = Math.floor(((end - joined) * visit) / visits);
      const moment = joined + chance.int(2, 9) * day + share + chance.int(8, 17) * hour;
      const tending = { do: "tend", at, on: value, answers: 0.85, decides: 0.8 } as const;
      yield { step: tending, moment: Math.min(moment, end) };
    }
  }
}
