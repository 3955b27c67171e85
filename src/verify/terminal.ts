import { styleText } from "node:util";
import type { AssumptionResult, Finding, OperationResult, Report } from "./ledger.ts";

type Colour = "red" | "green" | "dim" | "bold";

const told = ({ operationId, where, deviation, times, assumption }: Finding, withOperation: boolean): string =>
  `${withOperation ? `${operationId} ` : ""}${where}: ${deviation.expected} was expected, ${deviation.received} came${times > 1 ? ` (${times} times)` : ""}${
    withOperation ? "" : ` [${assumption ?? "specification"}]`
  }`;

/** The report as a person reads it. */
export function readable(
  { target, account, checks, operations, assumptions, findings }: Report,
  colour: boolean,
): string {
  const paint = (style: Colour, text: string) => (colour ? styleText(style, text, { validateStream: false }) : text);
  const width = Math.max(
    ...operations.map(({ operationId }) => operationId.length),
    ...assumptions.map(({ key }) => key.length),
  );
  const reached = operations.filter(({ outcome }) => outcome !== "not reached").length;
  const operationLines = ({ operationId, outcome, checks: count, findings: own, reason }: OperationResult) => {
    const name = operationId.padEnd(width);
    if (outcome === "passed") return [`  ${paint("green", "ok           ")}  ${name}  ${count} checks`];
    if (outcome === "not reached") return [`  ${paint("dim", "not reached  ")}  ${name}  ${reason}`];
    return [
      `  ${paint("red", "FAILED       ")}  ${name}  ${own.length} of ${count} checks`,
      ...own.map((finding) => `      ${told(finding, false)}`),
    ];
  };
  const assumptionLines = ({ key, outcome, times, seen, findings: own, reason }: AssumptionResult) => {
    const name = key.padEnd(width);
    if (outcome === "confirmed")
      return [`  ${paint("green", "confirmed    ")}  ${name}  ${times} times, first at ${seen}`];
    if (outcome === "not exercised") return [`  ${paint("dim", "not exercised")}  ${name}  ${reason}`];
    return [`  ${paint("red", "CONTRADICTED ")}  ${name}`, ...own.map((finding) => `      ${told(finding, true)}`)];
  };
  const stated = findings.filter(({ assumption }) => assumption === null);
  return [
    `${target}, account ${account}: ${reached} of ${operations.length} operations, ${checks} checks, ${findings.length === 1 ? "1 deviation" : `${findings.length} deviations`}.`,
    "",
    paint("bold", "Operations"),
    ...operations.flatMap(operationLines),
    "",
    paint("bold", "Assumptions"),
    ...assumptions.flatMap(assumptionLines),
    ...(stated.length > 0
      ? ["", paint("bold", "Against the specification itself"), ...stated.map((finding) => `  ${told(finding, true)}`)]
      : []),
  ].join("\n");
}
