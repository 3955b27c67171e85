import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startSandbox } from "../../src/start.ts";
import { dice } from "../../test/store/samples.ts";
import { clientOf } from "./client.ts";
import { leftBehind } from "./disk/observed.ts";
import { foldingEarly } from "./disk/points.ts";
import { crowd, soloist, type Writer } from "./disk/writers.ts";
import { type Attack, add, edit, ending, noOutcome, type Outcome, type Row } from "./row.ts";
import { bundledServer, open, quickFolder, type Server, startServer } from "./server.ts";

type Next = (below: number) => number;

const lanes = 2;
/** A folder that has grown makes every start slower. */
const killsInOneFolder = 25;

export const kills: Row = {
  what: "kill -9 of the server at random moments, under writes of every kind on both planes and during its start",
  holds:
    "no answered write is lost, the one under way is whole or absent, a move of the clock by its parts, ids have no gaps, all invariants hold",
  full: 1_000,
  short: 6,
  planted: {
    "answered before it is written": {
      file: "src/store/file/file-store.ts",
      from: "await gathered(batch);",
      to: "batch.kept.resolve();\n      await gathered(batch);",
    },
    "a fold leaves out an event": edit(`src/store/file/account.ts
      - state.events.filter(({ eventId }) => eventId > lastId)
      + state.events.filter(({ eventId }) => eventId > lastId + 1)`),
  },
  async run(attack) {
    const main = await bundledServer(attack, [foldingEarly]);
    const outcome = noOutcome();
    const kinds = new Set<string>();
    const work = async (lane: number) => {
      for (let nth = 0; outcome.count < attack.count; nth++)
        await ending(async (after) => {
          const next = dice(attack.seed * 1_000 + nth * lanes + lane);
          const writers = await oneFolder({ ...attack, after }, main, outcome, next);
          for (const writer of writers) {
            add(outcome, "answered writes", writer.answered);
            for (const kind of writer.kinds) kinds.add(kind);
          }
        });
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
    return { ...outcome, figures: { ...outcome.figures, "kinds of write": kinds.size } };
  },
};

/** Kills the servers of one folder until something does not hold. */
async function oneFolder(attack: Attack, main: string, outcome: Outcome, next: Next): Promise<Writer[]> {
  const { count, node, say, after } = attack;
  const data = join(quickFolder(attack, "kills"), "data");
  const twin = await startSandbox(open);
  const writers = [...["one", "two"].map((account) => soloist(account, clientOf(twin.port).ask, next)), crowd("crowd")];
  let server: Server | undefined;
  after(async () => {
    await server?.kill();
    await twin.close();
  });
  const start = (killAfter?: number) => startServer({ node, main, settings: { ...open, data, demo: true }, killAfter });
  try {
    for (let nth = 0; nth < killsInOneFolder && outcome.count < count; nth++) {
      const begun = performance.now();
      server = (await start()) as Server;
      const usual = performance.now() - begun;
      const wrong = leftBehind(data) ?? (await checked(writers, server)) ?? (await killed(writers, server, next));
      outcome.count++;
      if (wrong) throw new Error(wrong);
      if (next(3) > 0 || outcome.count >= count) continue;
      server = await start(next(usual));
      await server?.kill();
      outcome.count++;
      add(outcome, "killed during a start", Number(server === undefined));
      say(`${outcome.count} kills, ${outcome.failures.length} did not hold`);
    }
  } catch (error) {
    outcome.failures.push(`after kill ${outcome.count}: ${(error as Error).message}`);
  }
  return writers;
}

async function checked(writers: readonly Writer[], { ask }: Server): Promise<string | undefined> {
  for (const { account, check } of writers) {
    const wrong = await check(ask);
    if (wrong) return `${account}: ${wrong}`;
  }
  return undefined;
}

/** Lets all clients write. The kill comes some milliseconds after the last of some writes was sent. */
async function killed(writers: readonly Writer[], { ask, kill }: Server, next: Next) {
  let left = 1 + next(25);
  const delay = next(4) === 0 ? 0 : next(40);
  const written = () => {
    left--;
    if (left === 0) void wait(delay).then(() => kill());
  };
  const clients = writers.flatMap((writer) => writer.clients.map((write) => write(ask, written)));
  const wrongs = await Promise.all(clients.map(async (ended) => (await ended) && kill().then(() => ended)));
  await kill();
  return wrongs.find((wrong) => wrong !== undefined);
}
