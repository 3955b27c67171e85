import { chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import { unitOf } from "./days.ts";
import { languageOf } from "./international.ts";
import { isFrench, isLiquidation } from "./kinds.ts";
import { drawPerson } from "./persons.ts";
import { france, languages, territoriesOf } from "./territories.ts";

const inFrance = { ...france, liquidator: ["Liquidateur judiciaire", "Liquidatrice judiciaire"] as const };
const titles: ReadonlySet<string> = new Set(
  [inFrance, ...Object.values(languages)].flatMap(({ liquidator }) => liquidator),
);

const isLiquidator = ({ role }: Pick<Executive, "role">): boolean => titles.has(role);

/** The person who signs in the place of the heads, from the judgment of liquidation on. */
export const liquidatorIn = <E extends Pick<Executive, "role">>(executives: readonly E[]): E | undefined =>
  executives.find(isLiquidator);

interface Liquidated {
  siren: string | null;
  duns: string | null;
  addressCountryCode: string;
  executives: readonly Executive[];
}

/** The executives during a procedure: a liquidation adds the liquidator, who leaves with its end. */
export function withLiquidator(company: Liquidated, procedure: { type: string } | null, since: string): Executive[] {
  const heads = company.executives.filter((one) => !isLiquidator(one));
  if (procedure === null || !isLiquidation(procedure)) return heads;
  return [...heads, liquidatorIn(company.executives) ?? { ...drawLiquidator(company), since }];
}

function drawLiquidator(company: Liquidated): Omit<Executive, "since"> {
  const [home] = isFrench(company) ? [] : territoriesOf(company.addressCountryCode);
  const names = home ? languageOf(home) : inFrance;
  return drawPerson(chance(0, "liquidator", unitOf(company)), names, names.liquidator);
}
