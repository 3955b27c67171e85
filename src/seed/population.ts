import { Temper } from "../../contract/tempers.ts";
import { workingDayBy } from "../directory/calendar.ts";
import type { Chance } from "../directory/chance.ts";
import type { Company, CompanyIdentity } from "../directory/company.ts";
import { internationalIdentity } from "../directory/international.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import type { Territory } from "../directory/territories.ts";
import { isTestCase } from "../directory/test-identifiers.ts";
import { office, workingDraw } from "../domain/people/moments.ts";
import { dayOf, type Moment, parse } from "../domain/time.ts";
import { attributesOf, drawAbroad, identityOfSiren, isCoded, mostFrench } from "../world/newcomers.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import type { StepOf, TimedStep } from "./script.ts";

/** Companies in business that the script does not add itself: mostly French ones, then those of the near countries. */
function* companiesToAdd(world: World, scriptedDuns: ReadonlySet<string>): Generator<CompanyIdentity> {
  const serials = new Map<Territory, number>();
  const known = new Set(scriptedDuns);
  for (let number = 0, index = 0; ; index++) {
    const chance = world.chance("newcomer", index);
    const territory = drawAbroad(chance, number > mostFrench);
    const serial = territory ? (serials.get(territory) ?? 999) + 1 : 0;
    if (territory) serials.set(territory, serial);
    const company = territory
      ? internationalIdentity(territory, serial)
      : identityOfSiren(sirenOf(`2199${String(number++).padStart(4, "0")}`));
    if (company?.status !== "ACTIVE" || known.has(company.duns)) continue;
    known.add(company.duns);
    yield company;
  }
}

function companyOf(type: CompanyIdentity["companyIdType"], value: string): Company {
  const resolution = resolve({ by: identifierKinds[type], value });
  if (!("found" in resolution)) throw new Error(`no reference provider knows ${value}`);
  return resolution.found;
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
  // Chance leaves those of the test identifiers alone: by them every temper stays in the portfolio.
  const left = [...Temper.options];
  for (let index = 0; index < count; index++) {
    const { companyIdType: type, companyIdValue: value, duns } = companies.next().value as CompanyIdentity;
    const company = companyOf(type, value);
    const chance = world.chance("life", duns);
    const drawn = begin + Math.floor(((end - begin) * (index + chance.float() * 0.8)) / (count + 1));
    const next = workingDraw(office, drawn, 0, chance);
    const joined = next < end ? next : workBy(drawn, chance);
    const attributes = attributesOf(world.configuration, company, chance, joined);
    const code = isCoded(chance) ? `FRN-${String(index + 1).padStart(6, "0")}` : undefined;
    const temper = isTestCase(company) && !company.sanctioned ? left.shift() : undefined;
    yield { step: { do: "add", at, as: value, type, value, code, attributes, temper }, moment: joined };
  }
}
