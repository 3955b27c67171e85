import { z } from "zod";
import { readFixture } from "../directory/fixtures.ts";

const brackets = readFixture(
  "workforce.json",
  z.array(z.object({ code: z.string(), label: z.string(), min: z.number(), max: z.number().nullable() })),
);

/** How many people work there beside the owner, where it is known. */
export const employeesOf = ({
  legalCategoryCode,
  workforce,
}: {
  legalCategoryCode: string | null;
  workforce: number | null;
}): number | null => (legalCategoryCode === "1000" ? 0 : workforce);

/** The official bracket that a headcount falls into. */
export function bracketOf(workforce: number): { workforceRangeCode: string; workforceRangeLabel: string } {
  const bracket = brackets.find(({ min, max }) => workforce >= min && workforce <= (max ?? Number.POSITIVE_INFINITY));
  if (!bracket) throw new Error(`no bracket for ${workforce} employees`);
  return { workforceRangeCode: bracket.code, workforceRangeLabel: bracket.label };
}
