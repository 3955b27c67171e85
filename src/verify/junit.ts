import type { Finding, Report } from "./ledger.ts";

// XML 1.0 has no way to say most control characters, escaped or not.
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface Case {
  name: string;
  findings: readonly Finding[];
  skipped?: string | undefined;
}

const caseOf = (suite: string, { name, findings, skipped }: Case): string => {
  const failures = findings.map(({ operationId, where, deviation: { expected, received }, assumption }) => {
    const message = `${operationId} ${where}: ${expected} was expected, ${received} came`;
    return `      <failure type="${escaped(assumption ?? "specification")}" message="${escaped(message)}"/>`;
  });
  const inner = skipped === undefined ? failures : [`      <skipped message="${escaped(skipped)}"/>`];
  const open = `    <testcase classname="${suite}" name="${escaped(name)}"`;
  return inner.length === 0 ? `${open}/>` : `${open}>\n${inner.join("\n")}\n    </testcase>`;
};

const suiteOf = (name: string, cases: readonly Case[]): string => {
  const failed = cases.filter(({ findings }) => findings.length > 0).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  return `  <testsuite name="${name}" tests="${cases.length}" failures="${failed}" skipped="${skipped}" errors="0">\n${cases.map((each) => caseOf(name, each)).join("\n")}\n  </testsuite>`;
};

/** The report as CI servers read it: a case an operation, and a case an assumption. */
export function junit({ operations, assumptions }: Report): string {
  const suites = [
    suiteOf(
      "operations",
      operations.map(({ operationId, findings, reason }) => ({ name: operationId, findings, skipped: reason })),
    ),
    suiteOf(
      "assumptions",
      assumptions.map(({ key, findings, reason }) => ({ name: key, findings, skipped: reason })),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="tiers-sandbox verify">\n${suites.join("\n")}\n</testsuites>\n`;
}
