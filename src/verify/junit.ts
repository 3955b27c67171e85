import type { Report } from "./ledger.ts";

// XML 1.0 cannot hold most control characters, escaped or not.
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "?")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export interface Case {
  name: string;
  failures?: readonly { type: string; message: string }[];
  /** Why it was skipped. */
  reason?: string | undefined;
  milliseconds?: number;
}

export interface Suite {
  name: string;
  cases: readonly Case[];
}

const time = (cases: readonly Case[]) =>
  `time="${(cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0) / 1000).toFixed(3)}"`;

function caseOf(suite: string, result: Case): string {
  const { name, failures = [], reason } = result;
  const failed = failures.map(
    ({ type, message }) => `      <failure type="${escaped(type)}" message="${escaped(message)}"/>`,
  );
  const inner = reason === undefined ? failed : [`      <skipped message="${escaped(reason)}"/>`];
  const open = `    <testcase classname="${suite}" name="${escaped(name)}" ${time([result])}`;
  return inner.length === 0 ? `${open}/>` : [`${open}>`, ...inner, "    </testcase>"].join("\n");
}

function suiteOf({ name, cases }: Suite): string {
  const failed = cases.filter(({ failures = [] }) => failures.length > 0).length;
  const skipped = cases.filter(({ reason }) => reason !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" skipped="${skipped}" errors="0" ${time(cases)}`;
  const lines = cases.map((each) => caseOf(name, each));
  return [`  <testsuite name="${name}" ${counts}>`, ...lines, "  </testsuite>"].join("\n");
}

/** A report for CI servers. */
export const junitDocument = (name: string, suites: readonly Suite[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" ${time(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.map(suiteOf),
    "</testsuites>\n",
  ].join("\n");

/** A case for each operation, and one for each assumption. */
export function junit({ operations, assumptions }: Report): string {
  const failuresOf = ({ findings }: Report["operations"][number] | Report["assumptions"][number]) =>
    findings.map(({ operationId, where, deviation: { expected, received }, assumption }) => ({
      type: assumption ?? "specification",
      message: `${operationId} ${where}: expected ${expected}, got ${received}`,
    }));
  return junitDocument("tiers-sandbox verify", [
    {
      name: "operations",
      cases: operations.map((result) => ({ ...result, name: result.operationId, failures: failuresOf(result) })),
    },
    {
      name: "assumptions",
      cases: assumptions.map((result) => ({ ...result, name: result.key, failures: failuresOf(result) })),
    },
  ]);
}
