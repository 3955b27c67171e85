import { styleText } from "node:util";
import type { Finding, Report } from "./ledger.ts";

const COLOURS = {
  ok: "green",
  confirmed: "green",
  "not reached": "dim",
  "not exercised": "dim",
  FAILED: "red",
  CONTRADICTED: "red",
} as const;
const LONGEST_LABEL = "not exercised".length;

const deviationOf = ({ where, deviation: { expected, received }, times }: Finding): string =>
  `${where}: ${expected} was expected, ${received} came${times > 1 ? ` (${times} times)` : ""}`;
const withOperation = (finding: Finding) => `${finding.operationId} ${deviationOf(finding)}`;
const withAssumption = (finding: Finding) => `${deviationOf(finding)} [${finding.assumption ?? "specification"}]`;

/** The report for a terminal. */
export function readable(report: Report, colour: boolean): string {
  const { target, account, checks, operations, assumptions, findings } = report;
  const paint = (style: "red" | "green" | "dim" | "bold", text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const names = [...operations.map(({ operationId }) => operationId), ...assumptions.map(({ key }) => key)];
  const width = Math.max(...names.map((name) => name.length));
  const line = (label: keyof typeof COLOURS, name: string, text: string) =>
    `  ${paint(COLOURS[label], label.padEnd(LONGEST_LABEL))}  ${name.padEnd(width)}${text && `  ${text}`}`;
  const reached = operations.filter(({ outcome }) => outcome !== "not reached").length;
  const deviations = findings.length === 1 ? "1 deviation" : `${findings.length} deviations`;
  const stated = findings.filter(({ assumption }) => assumption === null);
  return [
    `${target}, account ${account}: ${reached} of ${operations.length} operations, ${checks} checks, ${deviations}.`,
    "",
    paint("bold", "Operations"),
    ...operations.flatMap(({ operationId, outcome, checks: count, findings: own, reason = "" }) => {
      if (outcome === "passed") return line("ok", operationId, `${count} checks`);
      if (outcome === "not reached") return line(outcome, operationId, reason);
      const failed = line("FAILED", operationId, `${own.length} of ${count} checks`);
      return [failed, ...own.map((finding) => `      ${withAssumption(finding)}`)];
    }),
    "",
    paint("bold", "Assumptions"),
    ...assumptions.flatMap(({ key, outcome, times, seen, findings: own, reason = "" }) => {
      if (outcome === "confirmed") return line(outcome, key, `${times} times, first at ${seen}`);
      if (outcome === "not exercised") return line(outcome, key, reason);
      return [line("CONTRADICTED", key, ""), ...own.map((finding) => `      ${withOperation(finding)}`)];
    }),
    ...(stated.length > 0 ? ["", paint("bold", "Against the specification itself")] : []),
    ...stated.map((finding) => `  ${withOperation(finding)}`),
  ].join("\n");
}
