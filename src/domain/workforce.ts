import { z } from "zod";
import { readFixture } from "../directory/fixtures.ts";

const brackets = readFixture(
  "workforce.json",
  z.array(z.looseObject({ code: z.string(), label: z.string(), min: z.number(), max: z.number().nullable() })),
);

/** The bracket of a number of employees; the owner of a sole proprietorship is not one. */
export function bracketOf(workforce: number): { workforceRangeCode: string; workforceRangeLabel: string } {
  const bracket = brackets.find(({ min, max }) => workforce >= min && workforce <= (max ?? Number.POSITIVE_INFINITY));
  if (!bracket) throw new Error(`no bracket for ${workforce} employees`);
  return { workforceRangeCode: bracket.code, workforceRangeLabel: bracket.label };
}
