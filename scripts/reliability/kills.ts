import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "../../src/start.ts";
import { dice } from "../../test/store/samples.ts";
import { bundled } from "./build.ts";
import { asking, now, quickFolder, type Server, startServer } from "./disk/server.ts";
import { foldingEarly } from "./disk/stage.ts";
import { Crowd, leftBehind, Soloist } from "./disk/writers.ts";
import type { Attack, Row } from "./row.ts";

const lanes = 2;
/** A folder that has grown makes every start slower. */
const killsInOneFolder = 25;

interface Tally {
  kills: number;
  answered: number;
  atStart: number;
  kinds: Set<string>;
  failures: string[];
}

export const kills: Row = {
  what: "kill -9 of the server at random moments, under writes of every kind on both planes and during its start",
  holds: "no answered write is lost, the one under way is whole or absent, ids have no gaps, all invariants hold",
  full: 1_000,
  short: 12,
  planted: {
    "answered before it is written": {
      file: "src/store/file/file-store.ts",
      from: "await gathered(batch);",
      to: "batch.kept.resolve();\n      await gathered(batch);",
    },
    "a fold leaves out an event": {
      file: "src/store/file/account.ts",
      from: "state.events.filter(({ eventId }) => eventId > lastId)",
      to: "state.events.filter(({ eventId }) => eventId > lastId + 1)",
    },
  },
  async run(attack) {
    const main = await bundled("src/main.ts", [foldingEarly, ...attack.edits]);
    const tally: Tally = { kills: 0, answered: 0, atStart: 0, kinds: new Set(), failures: [] };
    const work = async (lane: number) => {
      for (let nth = 0; tally.kills < attack.count; nth++)
        await oneFolder(attack, main, tally, dice(attack.seed * 1_000 + nth * lanes + lane));
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane))).finally(() =>
      rmSync(dirname(main), { recursive: true, force: true }),
    );
    const { kills: count, answered, atStart, kinds, failures } = tally;
    const figures = { "answered writes": answered, "kinds of write": kinds.size, "killed during a start": atStart };
    return { count, failures, figures };
  },
};

/** Kills the servers of one folder until something does not hold. */
async function oneFolder({ count, node, say }: Attack, main: string, tally: Tally, next: (below: number) => number) {
  const root = quickFolder("kills");
  const data = join(root, "data");
  const twin = await startSandbox({ seed: "onboarding", now, freeze: true, auth: "off" });
  const soloists = ["one", "two"].map((account) => new Soloist(account, asking(twin.url), next));
  const players = new Players(soloists, new Crowd("crowd"));
  let server: Server | undefined;
  let usual = 500;
  try {
    for (let nth = 0; nth < killsInOneFolder && tally.kills < count; nth++) {
      const begun = performance.now();
      server = (await startServer({ node, main, data })) as Server;
      usual = performance.now() - begun;
      const wrong = leftBehind(data) ?? (await players.check(server)) ?? (await players.writeUntilKilled(server, next));
      tally.kills++;
      if (wrong) {
        tally.failures.push(`after kill ${tally.kills}: ${wrong}`);
        break;
      }
      if (next(3) > 0 || tally.kills >= count) continue;
      server = await startServer({ node, main, data, killAfter: next(usual) });
      await server?.kill();
      tally.kills++;
      tally.atStart += Number(server === undefined);
      say(`${tally.kills} kills, ${tally.failures.length} did not hold`);
    }
  } catch (error) {
    tally.failures.push(`after kill ${tally.kills}: ${(error as Error).message}`);
  } finally {
    await server?.kill();
    await twin.close();
    tally.answered += players.answered;
    for (const kind of players.kinds) tally.kinds.add(kind);
    rmSync(root, { recursive: true, force: true });
  }
}

class Players {
  #soloists: Soloist[];
  #crowd: Crowd;

  constructor(soloists: Soloist[], crowd: Crowd) {
    this.#soloists = soloists;
    this.#crowd = crowd;
  }

  get answered(): number {
    return this.#soloists.reduce((sum, { answered }) => sum + answered, this.#crowd.answered);
  }
  get kinds(): string[] {
    return this.#soloists.flatMap(({ kinds }) => [...kinds]);
  }

  async check({ ask }: Server): Promise<string | undefined> {
    for (const player of [...this.#soloists, this.#crowd]) {
      const wrong = await player.check(ask);
      if (wrong) return `${player.account}: ${wrong}`;
    }
    return undefined;
  }

  /** The kill comes some milliseconds after the last of some writes was sent. */
  async writeUntilKilled({ ask, kill }: Server, next: (below: number) => number): Promise<string | undefined> {
    let left = 1 + next(25);
    const delay = next(4) === 0 ? 0 : next(40);
    const written = () => {
      left--;
      if (left === 0) void wait(delay).then(() => kill());
    };
    const alone = this.#soloists.map((soloist) => soloist.write(ask, written));
    const together = [0, 1, 2, 3].map((nth) => this.#crowd.write(ask, nth, () => {}));
    const wrongs = await Promise.all(
      [...alone, ...together].map(async (ended) => (await ended) && kill().then(() => ended)),
    );
    await kill();
    return wrongs.find((wrong) => wrong !== undefined);
  }
}
