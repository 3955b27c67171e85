import { setTimeout as wait } from "node:timers/promises";
import type { State } from "../../src/domain/change.ts";
import { dice } from "../../test/store/samples.ts";
import { wrongs } from "../../test/support/invariants.ts";
import { type Ask, control, get, must, post, put, remove } from "./client.ts";
import { type Attack, add, ending, noOutcome, type Outcome, type Row } from "./row.ts";
import { bundledServer, open, quickFolder, type Server, startServer } from "./server.ts";

/** Where the clock goes, and in bytes how large the world may be: some parts of the way fit. */
const ways = {
  whole: { target: "2034-01-15T09:00:00.000", maxWorldSize: 1_500_000 },
  short: { target: "2029-01-15T09:00:00.000", maxWorldSize: 800_000 },
};
type Way = typeof ways.whole;

export const moves: Row = {
  what: "a clock that goes eight years, while its server is killed, the move is cancelled, or the world may not grow",
  holds:
    "the clock stands at the end of a part, nothing is overdue, all invariants hold, reads go on; moved again, the " +
    "world is the same as after one move",
  full: 100,
  short: 3,
  run,
  planted: {
    "a clock that stood runs after a part": {
      file: "src/world/move-clock.ts",
      from: "freeze ?? world.frozen, isLast",
      to: "isLast && (freeze ?? world.frozen), isLast",
    },
    "a move that is cancelled goes on": {
      file: "src/world/move-clock.ts",
      from: "world.origin.move !== run",
      to: "!run",
    },
    "a limit that nothing looks at while the clock moves": {
      file: "src/world/move-clock.ts",
      from: "const { stopped } = world;",
      to: "const stopped = undefined as string | undefined;",
    },
  },
};

interface Reading {
  now: string;
  nextDue: string | null;
  cancelled?: true;
  stopped?: string;
}
type World = { state: State };
const at = (path: string) => control("demo", path);
const move = (ask: Ask, { target }: Way) => must<Reading>(ask, post(at("/clock"), { set: target }));
const exported = (ask: Ask) => must<World>(ask, get(at("/state")));

async function run(attack: Attack): Promise<Outcome> {
  const outcome = noOutcome();
  const main = await bundledServer(attack);
  const way = attack.count < moves.full ? ways.short : ways.whole;
  const next = dice(attack.seed);
  const start = async (data: string, settings = {}) =>
    (await startServer({ node: attack.node, main, settings: { ...open, demo: true, data, ...settings } })) as Server;
  let whole = "";
  let longest = 0;
  await ending(async (after) => {
    const server = await start(quickFolder({ after }, "moves"));
    after(() => server.kill());
    const began = performance.now();
    await move(server.ask, way);
    longest = performance.now() - began;
    whole = JSON.stringify((await exported(server.ask)).state);
  });
  const kinds = { killed, cancelled, stopped };
  for (; outcome.count < attack.count; outcome.count++) {
    const [kind, disturb] = Object.entries(kinds)[outcome.count % 3] as [string, typeof killed];
    await ending(async (after) => {
      const data = quickFolder({ after }, "moves");
      const begin = async (settings = {}) => {
        const server = await start(data, settings);
        after(() => server.kill());
        return server;
      };
      // A clock that has gone further than it should refuses the next move.
      const wrong = await disturb(begin, way, next(Math.ceil(longest)), whole).catch((error: Error) => error.message);
      add(outcome, kind);
      if (wrong) outcome.failures.push(`round ${outcome.count}, ${kind}: ${wrong}`);
    });
    attack.say(`${outcome.count + 1} of ${attack.count}`);
  }
  return outcome;
}

type Begin = (settings?: object) => Promise<Server>;

/** What is wrong with a world whose clock stands at the end of a part. */
async function wrongWith(ask: Ask): Promise<string | undefined> {
  const { now, nextDue } = await must<Reading>(ask, get(at("/clock")));
  if (nextDue !== null && nextDue <= now) return `${nextDue} is overdue at ${now}`;
  return wrongs((await exported(ask)).state, now)[0];
}
/** Moves the clock the rest of the way. */
async function finished(ask: Ask, way: Way, whole: string): Promise<string | undefined> {
  await move(ask, way);
  return JSON.stringify((await exported(ask)).state) === whole ? undefined : "the world differs from that of one move";
}

async function killed(begin: Begin, way: Way, after: number, whole: string): Promise<string | undefined> {
  const server = await begin();
  const moving = move(server.ask, way).catch(() => undefined);
  await wait(after);
  await server.kill();
  await moving;
  const { ask } = await begin();
  return (await wrongWith(ask)) ?? finished(ask, way, whole);
}

async function cancelled(begin: Begin, way: Way, after: number, whole: string): Promise<string | undefined> {
  const { ask } = await begin();
  const moving = move(ask, way);
  await wait(after);
  const { status } = await ask(remove(at("/clock/move")));
  const reading = await moving;
  if ((status === 200) !== (reading.cancelled === true)) return `answered ${status}, and ${JSON.stringify(reading)}`;
  return (await wrongWith(ask)) ?? finished(ask, way, whole);
}

async function stopped(begin: Begin, way: Way, _after: number, whole: string): Promise<string | undefined> {
  const { target, maxWorldSize } = way;
  const limited = await begin({ maxWorldSize });
  const reading = await move(limited.ask, way);
  if (!reading.stopped || reading.now >= target) return `the clock went to ${reading.now} past the limit`;
  const wrong = await wrongWith(limited.ask);
  const { status } = await limited.ask(put(control("huge", "/state"), "x".repeat(2 * maxWorldSize), json));
  if (status !== 413) return `an import of twice the limit is answered with ${status}`;
  await limited.kill("SIGTERM");
  const { ask } = await begin();
  return wrong ?? finished(ask, way, whole);
}
const json = { "Content-Type": "application/json" };
