import type { DocumentRow } from "../../src/domain/rows.ts";
import { drawFrom } from "../../test/contract/mutations.ts";
import { type Ask, clientOf, control, must, put } from "./client.ts";
import { othersOf } from "./neighbours/others.ts";
import { type Shaped, shapesOf } from "./neighbours/shapes.ts";
import { prepare, type Sizes, send, sendAgain, type Trial, trials } from "./neighbours/worst.ts";
import { type Attack, edit, noOutcome, type Outcome, type Row } from "./row.ts";
import { quickFolder, type Server, serve } from "./server.ts";

/** In milliseconds, for 99 of 100 requests of another account. */
const mostWait = 100;
/** In milliseconds of processor time, for one turn of the event loop. */
const mostTurn = 50;
const sizes: Record<"full" | "short", Sizes> = {
  full: { size: 2_000, upload: 25 * 1024 * 1024, seed: "portfolio", refused: 1_000 },
  short: { size: 60, upload: 4 * 1024 * 1024, seed: "onboarding", refused: 200 },
};

export const neighbours: Row = {
  what:
    "for every operation of both planes, the requests that take it longest: those of a list (the largest upload before " +
    "large worlds are made), and the worst that a search over shapes and sizes of each of its parts finds; while " +
    "another account is asked all the time",
  holds: `no turn of the event loop takes over ${mostTurn} ms of processor time, and the other account is answered within ${mostWait} ms at p99`,
  full: Number.POSITIVE_INFINITY,
  short: 40,
  run,
  planted: {
    "no pauses": { file: "src/store/time-slice.ts", from: "const slice = 10;", to: "const slice = 1e9;" },
    "a body of any number of values": edit(`src/http/request/bodies.ts
      - const [mostValues, mostValuesOfRow] = [5_000, 50_000];
      + const [mostValues, mostValuesOfRow] = [1e9, 1e9];`),
  },
};

async function run(attack: Attack): Promise<Outcome> {
  const isShort = Number.isFinite(attack.count);
  const outcome = noOutcome();
  const found = await search(attack, outcome);
  // Each request has a connection of its own, because some are refused with an end of theirs.
  const server = await serve(attack, { data: quickFolder(attack, "neighbours"), auth: "off", metered: true });
  const { ask } = server;
  const turn = turnOf(server);
  const measure = isShort ? turn : bothOf(turn, await waitOf(server, attack));
  const waits: number[] = [];
  let longest = 0;
  const tryAll = async (all: (nth: number) => Trial[]) => {
    // The first time loads and compiles code; the short form repeats what took long.
    for (const { before, request } of isShort ? [] : all(1)) {
      if (before) await ask(before);
      await ask(request);
    }
    // A repeated request differs, or it would be served from what the first one left.
    const [chosen, ...repeats] = Array.from({ length: isShort ? 8 : 3 }, (_, nth) => all(nth + 2)) as [Trial[]];
    for (const [at, trial] of chosen.entries()) {
      attack.say(trial.about);
      const measured = await tried([trial, ...repeats.map((times) => times[at] as Trial)], ask, measure);
      if (measured.wrong) outcome.failures.push(measured.wrong);
      if (measured.wait !== undefined) waits.push(measured.wait);
      longest = Math.max(longest, measured.turn ?? 0);
    }
    outcome.count += chosen.length;
  };
  const { upload, ...others } = isShort ? sizes.short : sizes.full;
  const uploaded = await send(ask, upload);
  await tryAll((nth) => [sendAgain(uploaded, nth)]);
  const world = await prepare(ask, others, uploaded);
  await tryAll((nth) => [...trials(world, nth), ...found]);
  outcome.figures["ms of processor time in the longest turn of the list"] = Math.round(longest);
  if (waits.length > 0) outcome.figures["ms was the longest p99 of the others"] = Math.round(Math.max(...waits));
  return outcome;
}

/** Asks for every shape, or for so many drawn ones, and returns the one of each operation that took longest. */
async function search(attack: Attack, outcome: Outcome): Promise<Trial[]> {
  const { count, seed, say, after } = attack;
  const server = await serve(attack, { auth: "off", metered: true });
  const client = clientOf(server.port, 1);
  after(client.close);
  const measure = turnOf(server);
  const draw = drawFrom(seed);
  const found: Trial[] = [];
  const fresh = put(control("shaped"), { seed: "onboarding" });
  await must(client.ask, fresh);
  const { documents } = await server.tell("rows", "shaped");
  const [document] = documents as [DocumentRow];
  const { thirdpartyId, dossierId, documentId } = document;
  const shapes = shapesOf({ accountId: "shaped", name: "kept", id: thirdpartyId, thirdpartyId, dossierId, documentId });
  let longest = 0;
  for (const [operationId, all] of shapes) {
    say(operationId);
    // Some operations change or delete the world.
    await must(client.ask, fresh);
    const share = Math.max(1, Math.round(count / shapes.size));
    const chosen = Number.isFinite(count) ? Array.from({ length: share }, () => all[draw(all.length)] as Shaped) : all;
    let worst: { turn: number; trial: Trial } | undefined;
    for (const { about, request: make } of chosen) {
      const request = make();
      const trial: Trial = {
        operationId,
        about,
        request,
        complaint: (status) => (status < 500 ? undefined : `${status}`),
      };
      const { wrong, turn = 0 } = await tried(Array(Number.isFinite(count) ? 8 : 3).fill(trial), client.ask, measure);
      if (wrong) outcome.failures.push(wrong);
      if (turn > (worst?.turn ?? 0)) worst = { turn, trial };
    }
    outcome.count += chosen.length;
    longest = Math.max(longest, worst?.turn ?? 0);
    if (worst) found.push(worst.trial);
  }
  outcome.figures.operations = shapes.size;
  outcome.figures["ms of processor time in the longest turn that was found"] = Math.round(longest);
  return found;
}

/** What is wrong each time is no accident of the machine, nor of code that was not compiled yet. */
async function tried(times: readonly Trial[], ask: Ask, measure: Measure): Promise<Measured> {
  let last: Measured = { wrong: undefined };
  for (const { about, before, request, complaint } of times) {
    if (before) await ask(before);
    let status = 0;
    const { wrong, ...measured } = await measure(async () => {
      ({ status } = await ask(request));
    });
    const odd = complaint(status);
    if (odd) return { wrong: `${about}: ${odd}` };
    last = { wrong: wrong && `${about}: ${wrong}`, ...measured };
    if (!wrong) break;
  }
  return last;
}

interface Measured {
  wrong: string | undefined;
  /** In milliseconds, at p99. */
  wait?: number | undefined;
  /** In milliseconds of processor time. */
  turn?: number | undefined;
}
type Measure = (work: () => Promise<void>) => Promise<Measured>;

function turnOf({ tell }: Server): Measure {
  return async (work) => {
    await tell("longestTurn");
    await work();
    const turn = await tell("longestTurn");
    const wrong = turn > mostTurn ? `a turn took ${Math.round(turn)} ms of processor time` : undefined;
    return { turn, wrong };
  };
}

const bothOf =
  (turn: Measure, wait: Measure): Measure =>
  async (work) => {
    let inner: Measured = { wrong: undefined };
    const outer = await wait(async () => {
      inner = await turn(work);
    });
    return { ...outer, ...inner, wrong: inner.wrong ?? outer.wrong };
  };

async function waitOf({ port }: Server, attack: Attack): Promise<Measure> {
  const waited = await othersOf(attack, port);
  return async (work) => {
    await waited();
    await work();
    const wait = await waited();
    return { wait, wrong: wait > mostWait ? `another account waited ${Math.round(wait)} ms at p99` : undefined };
  };
}
