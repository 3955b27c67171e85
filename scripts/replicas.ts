import { parseArgs } from "node:util";
import { Rounds } from "../test/support/rounds.ts";

/** Kills, pauses, restarts and cuts off three servers and their database while clients write, round after round. */
const { values } = parseArgs({ options: { rounds: { type: "string" }, seed: { type: "string" } } });
const count = Number(values.rounds ?? 100);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${count} rounds with the seed ${seed}`);
const rounds = await Rounds.begin("dist/bin/main.js", seed);
try {
  for (let round = 1; round <= count && rounds.problems.length === 0; round++) {
    await rounds.round();
    if (round % 10 === 0) console.log(`${round} rounds: ${rounds.answered} answered, ${rounds.unanswered} not`);
  }
} finally {
  await rounds.end();
}
for (const problem of rounds.problems) console.error(problem);
console.log(rounds.problems.length === 0 ? "Nothing was lost." : `Seed ${seed} has found a fault.`);
process.exitCode = rounds.problems.length === 0 ? 0 : 1;
