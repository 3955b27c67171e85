import { z } from "zod";
import { type AssumptionKey, assumptions } from "../../contract/assumptions.ts";
import { readFixture } from "../directory/fixtures.ts";

/**
 * Terms, thresholds and periods that decide what a client sees over time. The specification states none of them, so
 * each row names its assumption.
 */

const about = { assumption: z.enum(Object.keys(assumptions) as [AssumptionKey]), says: z.string() };
const Amount = z.strictObject({ value: z.number(), ...about });
/** What is drawn, with the weight of each; the names here give the order of a draw. */
const mixOf = <const K extends string>(...names: K[]) =>
  z.strictObject({ value: z.record(z.enum(names), z.number()), ...about });
const Range = z.strictObject({ value: z.tuple([z.number(), z.number()]), ...about });

const amounts = z.enum([
  ...(["issueAgePerMonth", "issueAgeDays", "endlessAgeDays", "scannedShare", "listingDays", "delistingDays"] as const),
  ...(["lostShare", "registerDays", "gazetteDays", "gazetteHour"] as const),
  ...(["procedureMonths", "procedureEndDays", "weakFinancialScore", "troubledScore", "troubledDays"] as const),
  ...(["procedureCap", "procedureComplianceCap", "statutoryWeight", "invalidPenalty"] as const),
  ...(["youngMonths", "youngPenalty", "noTurnoverPenalty"] as const),
  ...(["publishedChange", "creditAmount", "hubShare", "scorecardShare"] as const),
]);
const ranges = z.enum([
  ...(["collectionMinutes", "sourceMinutes", "checkSeconds"] as const),
  ...([
    "dismissalDays",
    "liquidationMonths",
    "scorecardScores",
    "scoreSteps",
    "renewalLeadDays",
    "troubledScores",
    "recoveredScores",
  ] as const),
]);

const mixRows = z.strictObject({
  announcements: mixOf("changes", "transfer", "creation", "worsening", "cessation"),
  gazetteChanges: mixOf("capital", "executive", "address", "name"),
  registerChanges: mixOf("workforce", "executive", "address", "activity", "name"),
  openings: mixOf("SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"),
});

export const termRows = readFixture(
  "terms.json",
  z.strictObject({ amounts: z.record(amounts, Amount), ranges: z.record(ranges, Range), mixes: mixRows }),
);

const valuesOf = <N extends string, V>(rows: Record<N, { value: V }>) =>
  Object.fromEntries(Object.entries<{ value: V }>(rows).map(([name, { value }]) => [name, value])) as Record<N, V>;

type Pairs<R> = {
  [N in keyof R]: R[N] extends { value: Record<infer K extends string, number> } ? [K, number][] : never;
};
/** As `weighted` draws from them. */
export const mixes = Object.fromEntries(
  Object.entries(termRows.mixes).map(([name, { value }]) => [name, Object.entries(value)]),
) as Pairs<typeof termRows.mixes>;

export const terms = { ...valuesOf(termRows.amounts), ...valuesOf(termRows.ranges) };
