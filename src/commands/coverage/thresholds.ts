import type { Coverage } from "../../../contract/control-coverage.ts";
import { type Part, parts, percentOf, some } from "./parts.ts";

/** The least percentages that were asked for. */
export type Least = Partial<Record<Part, number | undefined>>;

const mostNamed = 5;

/** Each percentage that was asked for, and a sentence where it is not reached. */
export function judged(
  { figures, missing }: Coverage,
  least: Least,
): { name: string; shortfall: string | undefined }[] {
  const asked = Object.entries(least).filter(([, percent]) => percent !== undefined) as [Part, number][];
  return asked.map(([part, percent]) => {
    const { covered, declared } = figures[part];
    const name = `--min-${part} ${percent}`;
    if (100 * covered >= percent * declared) return { name, shortfall: undefined };
    const has = `${parts[part].title}: ${covered} of ${declared} are covered, ${percentOf(figures[part])}`;
    return { name, shortfall: `${has}, and ${name} asks for more; missing are ${some(missing[part], mostNamed)}.` };
  });
}
