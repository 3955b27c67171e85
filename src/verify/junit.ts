import type { Finding, Report } from "./ledger.ts";

// XML 1.0 cannot hold most control characters, escaped or not.
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Case = { name: string; findings: readonly Finding[]; reason?: string | undefined; milliseconds?: number };

const time = (cases: readonly Case[]) =>
  `time="${(cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0) / 1000).toFixed(3)}"`;

function caseOf(suite: string, result: Case): string {
  const { name, findings, reason } = result;
  const failures = findings.map(({ operationId, where, deviation: { expected, received }, assumption }) => {
    const message = `${operationId} ${where}: expected ${expected}, got ${received}`;
    return `      <failure type="${escaped(assumption ?? "specification")}" message="${escaped(message)}"/>`;
  });
  const inner = reason === undefined ? failures : [`      <skipped message="${escaped(reason)}"/>`];
  const open = `    <testcase classname="${suite}" name="${escaped(name)}" ${time([result])}`;
  return inner.length === 0 ? `${open}/>` : [`${open}>`, ...inner, "    </testcase>"].join("\n");
}

function suiteOf(name: string, cases: readonly Case[]): string {
  const failed = cases.filter(({ findings }) => findings.length > 0).length;
  const skipped = cases.filter(({ reason }) => reason !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" skipped="${skipped}" errors="0" ${time(cases)}`;
  const lines = cases.map((each) => caseOf(name, each));
  return [`  <testsuite name="${name}" ${counts}>`, ...lines, "  </testsuite>"].join("\n");
}

/** The report for CI servers: a case for each operation, and one for each assumption. */
export function junit({ operations, assumptions }: Report): string {
  const ofOperations = operations.map(({ operationId, ...result }) => ({ name: operationId, ...result }));
  const ofAssumptions = assumptions.map(({ key, ...result }) => ({ name: key, ...result }));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="tiers-sandbox verify" ${time(ofOperations)}>`,
    suiteOf("operations", ofOperations),
    suiteOf("assumptions", ofAssumptions),
    "</testsuites>\n",
  ].join("\n");
}
