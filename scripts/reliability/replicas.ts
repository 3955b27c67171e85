import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { dice } from "../../test/store/samples.ts";
import { programs, sayMissing } from "../../test/support/postgres.ts";
import { bundled } from "./build.ts";
import { Team } from "./replicas/team.ts";
import type { Attack, Edit, Row } from "./row.ts";

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
    "no answered write is lost or done twice, an unanswered one is whole or absent, ids have no gaps, all servers " +
    "show the same, all invariants hold",
  full: 100,
  short: 20,
  planted: {
    "a write whose answer was lost is made again": {
      file: "src/team/postgres/store.ts",
      from: "if (!isUncertain(error)) throw error;\n    try {",
      to: "if (!isUncertain(error)) throw error;\n    return false as true;\n    try {",
    },
    "a server appends to a log that has grown": [
      {
        file: "src/team/postgres/change-log.ts",
        from: "where account = $1 and incarnation = $2 and last = $3",
        to: "where account = $1 and incarnation = $2",
      },
      { file: "src/team/postgres/change-log.ts", from: "returning account\n)", to: "returning account, last\n)" },
      {
        file: "src/team/postgres/change-log.ts",
        from: "select world.account, $3 + line.nth",
        to: "select world.account, world.last - $4 + line.nth + 0 * $3::bigint",
      },
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
    const main = await bundled("src/main.ts", [foldingEarly, ...attack.edits]);
    const tally: Tally = { rounds: 0, answered: 0, unanswered: 0, kinds: new Set(), mishaps: new Map(), failures: [] };
    try {
      for (let nth = 0; tally.rounds < attack.count && tally.failures.length === 0; nth++)
        await oneTeam(attack, main, tally, dice(attack.seed * 1_000 + nth));
    } finally {
      rmSync(dirname(main), { recursive: true, force: true });
    }
    const { rounds: count, answered, unanswered, kinds, mishaps, failures } = tally;
    const counts = { "answered writes": answered, "not answered": unanswered, "kinds of write": kinds.size };
    return { count, failures, figures: { ...counts, ...Object.fromEntries(mishaps) } };
  },
};

interface Tally {
  rounds: number;
  answered: number;
  unanswered: number;
  kinds: Set<string>;
  mishaps: Map<string, number>;
  failures: string[];
}

async function oneTeam({ count, node, say }: Attack, main: string, tally: Tally, next: (below: number) => number) {
  const team = await Team.gather({ node, main }, next);
  try {
    for (let nth = 0; nth < roundsOfOneTeam && tally.rounds < count; nth++) {
      tally.rounds++;
      const wrong = await team.round(tally.rounds === roundOfTheMinute);
      if (wrong) return void tally.failures.push(`round ${tally.rounds}: ${wrong}`);
      say(`${tally.rounds} rounds, ${team.answered} answered writes of this team`);
    }
  } catch (error) {
    tally.failures.push(`round ${tally.rounds}: ${(error as Error).stack}`);
  } finally {
    await team.end();
    tally.answered += team.answered;
    tally.unanswered += team.unanswered;
    for (const kind of team.kinds) tally.kinds.add(kind);
    for (const [mishap, times] of team.mishaps) tally.mishaps.set(mishap, (tally.mishaps.get(mishap) ?? 0) + times);
  }
}
