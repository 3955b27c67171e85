import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { bundled } from "./build.ts";
import { type Ask, service } from "./client.ts";
import { manyKeys, prepare, type Trial, trials } from "./neighbours/worst.ts";
import type { Attack, Outcome, Row } from "./row.ts";
import { quickFolder, type Server, serve } from "./server.ts";

/** In milliseconds, for 99 of 100 requests of another account. */
const mostWait = 100;
/** The short form depends on no clock: a turn of the event loop may take as long as parsing so many bodies of 1 MB. */
const mostUnits = 5;
const sizes = { full: 2_000, short: 100 };

export const neighbours: Row = {
  what: "one request of the worst kind for every operation of both planes, while another account is asked all the time",
  holds: `the other account is answered within ${mostWait} ms at p99; in the short form, no turn takes long`,
  full: Number.POSITIVE_INFINITY,
  short: 1_000,
  run,
  planted: {
    "no pauses": { file: "src/store/time-slice.ts", from: "const slice = 10;", to: "const slice = 1e9;" },
  },
};

async function run(attack: Attack): Promise<Outcome> {
  const { count, say } = attack;
  const isShort = Number.isFinite(count);
  const server = await serve(attack, { data: quickFolder(attack, "neighbours"), auth: "off", metered: isShort });
  // Each request has a connection of its own, because some are refused with an end of theirs.
  const { ask } = server;
  const failures: string[] = [];
  const waits: number[] = [];
  const world = await prepare(ask, isShort ? sizes.short : sizes.full);
  // The first time loads and compiles code; the short form repeats what took long.
  for (const { before, request } of isShort ? [] : trials(world, 1)) {
    if (before) await ask(before);
    await ask(request);
  }
  const chosen = trials(world, 2).slice(0, count);
  // A repeated request differs, or it would be served from what the first one left.
  const repeats = [trials(world, 3), trials(world, 4)];
  const measure = isShort ? turnOf(server) : await waitOf(server, attack);
  for (const [at, trial] of chosen.entries()) {
    say(trial.about);
    const { wrong, wait } = await tried([trial, ...repeats.map((all) => all[at] as Trial)], ask, measure);
    if (wrong) failures.push(wrong);
    if (wait !== undefined) waits.push(wait);
  }
  const figures: Outcome["figures"] = { operations: new Set(chosen.map(({ operationId }) => operationId)).size };
  if (waits.length > 0) figures["ms was the longest p99 of the others"] = Math.round(Math.max(...waits));
  return { count: chosen.length, failures, figures };
}

/** What is wrong three times is no accident of the machine. */
async function tried(times: readonly Trial[], ask: Ask, measure: Measure): Promise<Measured> {
  let last: Measured = { wrong: undefined };
  for (const { about, before, request, complaint } of times) {
    if (before) await ask(before);
    let status = 0;
    const { wrong, wait } = await measure(async () => {
      ({ status } = await ask(request));
    });
    const odd = complaint(status);
    if (odd) return { wrong: odd };
    last = { wrong: wrong && `${about}: ${wrong}`, wait };
    if (!wrong) break;
  }
  return last;
}

interface Measured {
  wrong: string | undefined;
  /** In milliseconds, at p99. */
  wait?: number | undefined;
}
type Measure = (work: () => Promise<void>) => Promise<Measured>;

function turnOf({ tell }: Server): Measure {
  const usual = unit();
  return async (work) => {
    await tell("longestTurn");
    await work();
    const turn = await tell("longestTurn");
    // A machine may have become slower meanwhile.
    const units = turn > mostUnits * usual ? turn / unit() : 0;
    return { wrong: units > mostUnits ? `a turn took ${units.toFixed(1)} times a body of 1 MB` : undefined };
  };
}

function unit(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    JSON.parse(manyKeys);
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}

/** Asks for the other account from a process of its own. */
async function waitOf({ port }: Server, { node, after }: Attack): Promise<Measure> {
  const main = await bundled({ edits: [], after }, "scripts/reliability/neighbours/probe.ts");
  const path = service("other", "/thirdparties?size=5");
  const probe: ChildProcess = fork(main, [String(port), path], { execPath: node });
  after(() => probe.kill());
  const waits = async () => {
    probe.send("waits");
    const [times] = (await once(probe, "message")) as [number[]];
    return times.sort((a, b) => a - b);
  };
  return async (work) => {
    await waits();
    await work();
    const times = await waits();
    const wait = times[Math.floor(times.length * 0.99)] ?? 0;
    return { wait, wrong: wait > mostWait ? `another account waited ${Math.round(wait)} ms at p99` : undefined };
  };
}
