import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { nodeBinary, nodeVersions } from "../nodes.ts";
import { type Attack, noOutcome, type Outcome, type Row } from "./row.ts";

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

/** The rows attack with the same Node that serves. */
async function run({ count, seed, say }: Attack, names: readonly string[]): Promise<Outcome> {
  const outcome = noOutcome();
  const words = ["--import", "tsx", script, "--short", "--seed", String(seed), "--only", names.join()];
  for (const version of nodeVersions.slice(0, count)) {
    const node = nodeBinary(version);
    const exact = execFileSync(node, ["--version"], { encoding: "utf8" }).trim().slice(1);
    const { stdout, stderr } = spawnSync(node, words, { encoding: "utf8", maxBuffer: 2 ** 26 });
    const lines = (stdout || stderr).split("\n").filter((line) => line.trim() !== "");
    const others = lines.filter((line) => !line.includes(", all held;"));
    const held = lines.length - others.length;
    const wrong = others.length > 0 ? others : [`only ${held} lines ran`];
    if (held < names.length) outcome.failures.push(...wrong.map((line) => `${exact}: ${line}`));
    outcome.figures[`on Node ${exact}`] = `${held} of ${names.length} held`;
    outcome.count++;
    say(`Node ${exact}: ${held} of ${names.length} held`);
  }
  return outcome;
}
