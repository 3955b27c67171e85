import type { Coverage } from "../../../contract/control-coverage.ts";
import { junitDocument, type Suite } from "../../verify/junit.ts";
import { type Part, parts, usedOf } from "./parts.ts";
import { judged, type Least } from "./thresholds.ts";

/** What is covered passes, what is missing is skipped, and a percentage that is not reached fails. */
export function junit(coverage: Coverage, least: Least): string {
  const suites = (Object.keys(parts) as Part[]).map((part): Suite => {
    const reason = parts[part].gap;
    const used = usedOf(coverage, part).map(([name]) => ({ name }));
    return { name: part, cases: [...coverage.missing[part].map((name) => ({ name, reason })), ...used] };
  });
  const thresholds = judged(coverage, least).map(({ name, shortfall }) => ({
    name,
    failures: shortfall === undefined ? [] : [{ type: "coverage", message: shortfall }],
  }));
  const asked = thresholds.length > 0 ? [{ name: "thresholds", cases: thresholds }] : [];
  return junitDocument("tiers-sandbox coverage", [...suites, ...asked]);
}
