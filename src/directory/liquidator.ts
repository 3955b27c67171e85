import { chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import { unitOf } from "./days.ts";
import { isLiquidation } from "./kinds.ts";
import { drawPerson } from "./persons.ts";
import { france } from "./territories.ts";

const titles = ["Liquidateur judiciaire", "Liquidatrice judiciaire"] as const;

const isLiquidator = ({ role }: Pick<Executive, "role">): boolean => (titles as readonly string[]).includes(role);

/** The person who signs in the place of the heads, from the judgment of liquidation on. */
export const liquidatorIn = <E extends Pick<Executive, "role">>(executives: readonly E[]): E | undefined =>
  executives.find(isLiquidator);

interface Liquidated {
  siren: string | null;
  duns: string | null;
  executives: readonly Executive[];
}

/** The executives during a procedure: a liquidation adds the liquidator, who leaves with its end. */
export function withLiquidator(company: Liquidated, procedure: { type: string } | null, since: string): Executive[] {
  const heads = company.executives.filter((one) => !isLiquidator(one));
  if (procedure === null || !isLiquidation(procedure)) return heads;
  const named = liquidatorIn(company.executives);
  return [...heads, named ?? { ...drawPerson(chance(0, "liquidator", unitOf(company)), france, titles), since }];
}
