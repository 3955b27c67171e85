import { workforces } from "../../directory/profile.ts";

/** The bracket of a number of employees; the owner of a sole proprietorship is not one. */
export function bracketOf(workforce: number): { workforceRangeCode: string; workforceRangeLabel: string } {
  const bracket = workforces.find(({ min, max }) => workforce >= min && workforce <= (max ?? Number.POSITIVE_INFINITY));
  if (!bracket) throw new Error(`no bracket for ${workforce} employees`);
  return { workforceRangeCode: bracket.code, workforceRangeLabel: bracket.label };
}
