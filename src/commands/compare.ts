import type { control } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";
import { command, Usage } from "./command.ts";
import { ask, keyOption, urlOption } from "./running-sandbox.ts";
import { accountId, asUsage } from "./values.ts";

/** An account, or one of its snapshots after a colon. */
function sideOf(word: string): { account: string; snapshot: string | undefined } {
  const [account = "", snapshot, ...others] = word.split(":");
  if (others.length > 0 || snapshot === "") throw new Usage(`compare takes ID or ID:SNAPSHOT, got ${word}.`);
  return { account: asUsage(() => accountId(account), "ID "), snapshot };
}

const text = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value));

function linesOf({ counts, content, totalElements }: Result<typeof control.accounts.compare>): string[] {
  if (totalElements === 0) return ["They are equal."];
  const marks = { added: "+", removed: "-", changed: "~" };
  const rows = content.flatMap(({ collection, id, name, difference, fields, furtherFields }) => [
    `${marks[difference]} ${collection} ${id}${name === null ? "" : `  ${name}`}`,
    ...fields.map(({ path, before, after }) => `    ${path}: ${text(before)} -> ${text(after)}`),
    ...(furtherFields > 0 ? [`    … and ${furtherFields} more`] : []),
  ]);
  const further = totalElements > content.length ? [`… and ${totalElements - content.length} more rows`] : [];
  const sums = counts.map(
    ({ collection, added, removed, changed }) =>
      `${collection}: ${added} added, ${removed} removed, ${changed} changed`,
  );
  return [...rows, ...further, ...sums];
}

export const compare = command({
  name: "compare",
  summary: "Compare two worlds, or a world with its snapshot: the rows that differ.",
  takes: "ID[:SNAPSHOT] [ID[:SNAPSHOT]]",
  words: [1, 2],
  examples: [
    ["compare demo test", "From the world of demo to that of test."],
    ["compare demo:before-renewal demo", "What has changed since the snapshot."],
    ["compare demo:monday demo:tuesday", "Two snapshots."],
  ],
  options: { url: urlOption, key: keyOption },
  async run({ values, argument, others: [second], show }) {
    const before = sideOf(argument);
    const after = second === undefined ? { account: before.account, snapshot: undefined } : sideOf(second);
    const query = {
      ...{ before: before.account, beforeSnapshot: before.snapshot },
      ...{ after: after.account, afterSnapshot: after.snapshot, size: 1000 },
    };
    const found = await ask(values, "accounts.compare", { query });
    show(found, () => linesOf(found));
  },
});
