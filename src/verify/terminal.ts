import { painted, printable } from "../domain/printable.ts";
import type { Finding, Report, Tally } from "./ledger.ts";

type Style = "red" | "green" | "dim" | "bold";

const LONGEST_LABEL = "not exercised".length;

function deviationOf({ where, deviation: { expected, received }, times, entry }: Finding): string {
  const first = entry === undefined ? [] : [times > 1 ? `first in entry ${entry}` : `entry ${entry}`];
  const often = [...(times > 1 ? [`${times} times`] : []), ...first].join(", ");
  return printable(`${where}: expected ${expected}, got ${received}${often && ` (${often})`}`);
}
const withOperation = (finding: Finding) => `${finding.operationId} ${deviationOf(finding)}`;
const withAssumption = (finding: Finding) => `${deviationOf(finding)} [${finding.assumption ?? "specification"}]`;

/** The report for a terminal. */
export function readable(report: Report, colour: boolean): string {
  const { target, account, checks, operations, assumptions, findings, recording, sandbox } = report;
  const paint = (style: Style, text: string) => (colour ? painted(style, text) : text);
  const names = [...operations.map(({ operationId }) => operationId), ...assumptions.map(({ key }) => key)];
  const width = Math.max(...names.map((name) => name.length));
  const line = (style: Style, label: string, name: string, text: string) =>
    `  ${paint(style, label.padEnd(LONGEST_LABEL))}  ${name.padEnd(width)}${text && `  ${printable(text)}`}`;
  const reached = operations.filter(({ outcome }) => outcome !== "not reached").length;
  const deviations = findings.length === 1 ? "1 deviation" : `${findings.length} deviations`;
  const stated = findings.filter(({ assumption }) => assumption === null);
  return [
    `${target}, account ${account}: ${reached} of ${operations.length} operations, ${checks} checks, ${deviations}.`,
    `Assumptions: ${summaryOf(assumptions)}.`,
    ...(sandbox ? [`It is a sandbox (${sandbox}), and confirms nothing: name the real service.`] : []),
    ...(recording ? ["", paint("bold", "Recording"), ...tallyOf(recording).map((text) => `  ${printable(text)}`)] : []),
    "",
    paint("bold", "Operations"),
    ...operations.flatMap(({ operationId, outcome, checks: count, findings: own, reason = "" }) => {
      if (outcome === "passed") return line("green", "ok", operationId, `${count} checks`);
      if (outcome === "not reached") return line("dim", outcome, operationId, reason);
      const failed = line("red", "FAILED", operationId, `${own.length} of ${count} checks`);
      return [failed, ...own.map((finding) => `      ${withAssumption(finding)}`)];
    }),
    "",
    paint("bold", "Assumptions"),
    ...assumptions.flatMap(({ key, outcome, times, seen, findings: own, reason = "" }) => {
      if (outcome === "confirmed")
        return line("green", outcome, key, `${times === 1 ? "once, at" : `${times} times, first at`} ${seen}`);
      if (outcome === "not exercised") return line("dim", outcome, key, reason);
      return [line("red", "CONTRADICTED", key, ""), ...own.map((finding) => `      ${withOperation(finding)}`)];
    }),
    ...(stated.length > 0 ? ["", paint("bold", "Against the specification itself")] : []),
    ...stated.map((finding) => `  ${withOperation(finding)}`),
    "",
    paint("bold", "Next"),
    ...nextOf(report).map((step) => `  ${step}`),
  ].join("\n");
}

const outcomes = ["confirmed", "contradicted", "not exercised"] as const;
const summaryOf = (assumptions: Report["assumptions"]) =>
  outcomes.map((wanted) => `${assumptions.filter(({ outcome }) => outcome === wanted).length} ${wanted}`).join(", ");

function tallyOf({ entries, judged, withoutBody, leftOut, unknown, sandbox }: Tally): string[] {
  const bodies = withoutBody > 0 ? `, ${withoutBody} of them without the body of the answer` : "";
  return [
    `${entries} entries, ${judged} held against the contract${bodies}.`,
    ...(sandbox ? [`It is of a sandbox (${sandbox}), and confirms nothing: record the real service.`] : []),
    ...leftOut.map(({ reason, entries: count }) => `${count} left out: ${reason}.`),
    ...unknown.map(({ name, entries: count }) => `The contract does not have ${name} (${count}).`),
  ];
}

const confirmed = "the service answers as the sandbox does, first seen where the line says.";

/** What a reader can do about the report. */
function nextOf({ wrote, assumptions, findings, recording, sandbox }: Report): string[] {
  const has = (wanted: (typeof outcomes)[number]) => assumptions.some(({ outcome }) => outcome === wanted);
  const isLeft = has("not exercised");
  const steps: Record<string, boolean> = {
    "A FAILED operation answers otherwise than the specification: report it, or correct contract/.": findings.some(
      ({ assumption }) => assumption === null,
    ),
    "A CONTRADICTED assumption is a guess of the sandbox that is wrong: docs/assumptions.md says what it chose.":
      has("contradicted"),
    "An entry is counted from the first of the file: it has the values, of which only the form is printed here.":
      recording !== undefined && findings.length > 0,
    "What was not exercised says what to record; verify --target asks the service itself.":
      isLeft && recording !== undefined,
    "--write also checks what changes something: only on an account that is for tests.":
      isLeft && !wrote && recording === undefined,
    "What was not exercised needs an account that holds more, or no request shows it.": isLeft && wrote,
    [`A confirmed assumption needs nothing: ${confirmed}`]: (sandbox ?? recording?.sandbox) === undefined,
  };
  return Object.keys(steps).filter((step) => steps[step]);
}
