import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { drawFrom } from "../../test/contract/mutations.ts";
import { clientOf } from "./client.ts";
import { type Attack, edit, type Outcome, type Row } from "./row.ts";
import { foldingAt, serve, tokenFor } from "./server.ts";
import { filesOf } from "./soak/files.ts";
import { follow } from "./soak/followers.ts";
import { prepareLoad } from "./soak/load.ts";
import { growth } from "./soak/memory.ts";

const minutes30 = 1_800;
/** Of the wanted requests, below which a whole run has not shown what it should. */
const leastPace = 0.9;

export const soak: Row = {
  what: "Soak, in seconds: 1,000 reads/s and 100 writes/s, running clocks, 50 followers of the stream, worlds reset in turn",
  holds:
    "no error, no follower dropped, memory after garbage collection flat (see the figures), " +
    "the write-ahead logs folded and bounded",
  full: minutes30,
  short: 5,
  run,
  planted: {
    "a leak": {
      file: "src/http/exchange.ts",
      from: 'response.on("close", closed);',
      to: `response.on("close", closed);
    ((globalThis as unknown as { kept: unknown[] }).kept ??= []).push([response, Buffer.alloc(20_000)]);`,
    },
    "a log that is never folded": edit(`src/store/file/account.ts
      - Math.max(this.#context.foldAt, this.#leastLog)
      + 1e12`),
  },
};

/**
 * Fewer and smaller in the short form, so that its few seconds hold some resets and folds. Memory may grow by a larger
 * share there: a world grows until its reset, and the engine's caches still fill.
 */
const whole = { accounts: 10, reads: 1_000, writes: 100, writesToReset: 500, log: 200_000, sample: 5_000, share: 0.03 };
const few = { accounts: 1, reads: 200, writes: 100, writesToReset: 100, log: 10_000, sample: 150, share: 0.15 };
const followed = 50;

async function run(attack: Attack): Promise<Outcome> {
  const { count: seconds, seed, say, after } = attack;
  const scale = seconds >= 60 ? whole : few;
  const data = mkdtempSync(join(tmpdir(), "tiers-sandbox-soak-"));
  after(() => rmSync(data, { recursive: true, force: true }));
  const accounts = Array.from({ length: scale.accounts }, (_, at) => `soak-${at}`);
  const server = await serve(attack, { data, seed: "onboarding", freeze: false }, [foldingAt(scale.log)]);
  const { ask, close } = clientOf(server.port, 32);
  after(close);
  const load = await prepareLoad(ask, accounts, await tokenFor(...accounts), drawFrom(seed));
  const followers = await follow(attack, server.port, accounts, followed);
  const files = filesOf(data, scale.log);
  const samples: { at: number; used: number }[] = [];
  const started = performance.now();
  const wanted = (scale.reads + scale.writes) * seconds;
  load.start(scale);
  // A machine that cannot keep the pace takes longer, and does the same work.
  while (load.answered < wanted && load.failures.length === 0 && !server.ended()) {
    samples.push({ at: load.answered, used: await server.tell("memory") });
    files.look();
    say(`${load.answered} answers of ${wanted}`);
    await wait(scale.sample);
  }
  await load.stop();
  const pace = Math.min(1, (seconds * 1_000) / (performance.now() - started));
  const memory = growth(samples, scale.share);
  const { folds, failures: ofFiles } = files.judged(load.resets);
  const failures = [...load.failures, ...followers.failures, ...ofFiles];
  if (memory.grows) failures.push(`memory grows: ${memory.words}`);
  if (seconds >= minutes30 && pace < leastPace) failures.push(`only ${(100 * pace).toFixed(0)} % of the pace was kept`);
  const figures = {
    answers: load.answered,
    "% of the pace": Math.round(100 * pace),
    "messages to followers": followers.messages,
    resets: load.resets,
    "folds of the logs": folds,
    "of memory after garbage collection": memory.words,
  };
  return { count: seconds, failures, figures };
}
