import { dice } from "../../test/store/samples.ts";
import { programs, sayMissing } from "../../test/support/postgres.ts";
import { gather } from "./replicas/team.ts";
import { type Attack, add, type Edit, edit, ending, noOutcome, type Outcome, type Row } from "./row.ts";
import { bundledServer } from "./server.ts";

/** A database that has grown makes every comparison slower. */
const roundsOfOneTeam = 25;
/** Only a whole run has a round in which a server is paused for a minute. */
const roundOfTheMinute = 50;

/** Worlds are stored anew after a few writes, because no world here grows to the usual size. */
export const foldingEarly: Edit = {
  file: "src/team/postgres/storage.ts",
  from: "{ least: 1 << 22, most: 1 << 26 }",
  to: "{ least: 30_000, most: 30_000 }",
};

export const replicas: Row = {
  what:
    "three servers on one PostgreSQL under writes of every kind on both planes: each round kills or pauses a server, " +
    "stops or crashes the database, cuts all connections or swallows answers, or does two of these at once",
  holds:
    "no answered write is lost or done twice, an unanswered one is whole or absent, a move of the clock by its parts, " +
    "ids have no gaps, all servers show the same, all invariants hold",
  full: 100,
  short: 6,
  planted: {
    "a write whose answer was lost is made again": {
      file: "src/team/postgres/store.ts",
      from: "if (!isUncertain(error)) throw error;\n    try {",
      to: "if (!isUncertain(error)) throw error;\n    return false as true;\n    try {",
    },
    "a server appends to a log that has grown": [
      edit(`src/team/postgres/change-log.ts
        - where account = $1 and incarnation = $2 and last = $3
        + where account = $1 and incarnation = $2`),
      { file: "src/team/postgres/change-log.ts", from: "returning account\n)", to: "returning account, last\n)" },
      edit(`src/team/postgres/change-log.ts
        - select world.account, $3 + line.nth
        + select world.account, world.last - $4 + line.nth + 0 * $3::bigint`),
    ],
    "requests are answered without a look at the log": {
      file: "src/team/postgres/store.ts",
      from: "    const tail = await this.#tail();\n    if (tail && tail.noted",
      to: "    if (this.#writes.idle) return;\n    const tail = await this.#tail();\n    if (tail && tail.noted",
    },
  },
  async run(attack) {
    sayMissing();
    if (!programs) return { count: 0, failures: [], figures: {} };
    const main = await bundledServer(attack, [foldingEarly]);
    const outcome = noOutcome();
    const kinds = new Set<string>();
    for (let nth = 0; outcome.count < attack.count && outcome.failures.length === 0; nth++)
      await ending((after) => oneTeam({ ...attack, after }, main, outcome, kinds, dice(attack.seed * 1_000 + nth)));
    return { ...outcome, figures: { ...outcome.figures, "kinds of write": kinds.size } };
  },
};

async function oneTeam(
  attack: Attack,
  main: string,
  outcome: Outcome,
  kinds: Set<string>,
  next: (below: number) => number,
): Promise<void> {
  const team = await gather(attack, main, next);
  const { failures } = outcome;
  try {
    for (let nth = 0; nth < roundsOfOneTeam && outcome.count < attack.count && failures.length === 0; nth++) {
      outcome.count++;
      const wrong = await team.round(outcome.count === roundOfTheMinute);
      if (wrong) failures.push(`round ${outcome.count}: ${wrong}`);
      attack.say(`${outcome.count} rounds, ${team.answered()} answered writes of this team`);
    }
  } catch (error) {
    failures.push(`round ${outcome.count}: ${(error as Error).stack}`);
  }
  add(outcome, "answered writes", team.answered());
  add(outcome, "not answered", team.unanswered());
  for (const mishap of team.happened) add(outcome, mishap);
  for (const kind of team.kinds()) kinds.add(kind);
}
