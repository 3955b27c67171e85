import { execFile } from "node:child_process";
import { join } from "node:path";
import { nodeBinary, nodeVersions } from "../nodes.ts";
import type { Attack, Outcome, Row } from "./row.ts";

const script = join(import.meta.dirname, "run.ts");

/** Runs the other rows, so it is told their names when it runs. */
export const matrixOf = (names: () => readonly string[]): Row => ({
  what: "Node 20, 22, 24 and 26: every other line of this table, in its short form",
  holds: "the same",
  full: nodeVersions.length,
  short: 1,
  run: (attack) => run(attack, names()),
  planted: {},
});

async function run({ count, seed, say }: Attack, names: readonly string[]): Promise<Outcome> {
  const outcome: Outcome = { count: 0, failures: [], figures: {} };
  for (const version of nodeVersions.slice(0, count)) {
    const { exact, printed } = await shortForms(nodeBinary(version), seed, names);
    const lines = printed.split("\n").filter((line) => line.trim() !== "");
    const held = lines.filter((line) => line.includes(", all held;")).length;
    if (held < names.length)
      outcome.failures.push(
        ...lines.filter((line) => !line.includes(", all held;")).map((line) => `${exact}: ${line}`),
      );
    if (held < names.length && outcome.failures.length === 0) outcome.failures.push(`${exact}: only ${held} lines ran`);
    outcome.figures[`on Node ${exact}`] = `${held} of ${names.length} held`;
    outcome.count++;
    say(`Node ${exact}: ${held} of ${names.length} held`);
  }
  return outcome;
}

/** The rows attack with the same Node that serves. */
function shortForms(node: string, seed: number, names: readonly string[]): Promise<{ exact: string; printed: string }> {
  const options = ["--short", "--seed", String(seed), "--only", names.join()];
  return new Promise((resolve) => {
    execFile(node, ["--import", "tsx", script, ...options], { maxBuffer: 2 ** 26 }, (_, stdout, stderr) => {
      execFile(node, ["--version"], (_, version) =>
        resolve({ exact: version.trim().slice(1), printed: stdout || stderr }),
      );
    });
  });
}
