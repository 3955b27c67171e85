/**
 * seed: worlds made from files. A seed is a script, which is run as a story on a past clock by the operations of a
 * world, or a state, as an export writes it. Imports, scenarios and worlds of any size are made here too. It stores
 * nothing: it returns the rows of a world.
 */

import { z } from "zod";
import type { State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import { dossierTypes } from "../domain/configuration.ts";
import { sequenceStarts } from "../domain/sequences.ts";
import { format, isNever, type Moment, onClock, startOfDay } from "../domain/time.ts";
import type { MadeWorlds } from "../store/file/made-worlds.ts";
import { memoryStorage } from "../store/memory/storage.ts";
import { emptyState } from "../store/memory/tables.ts";
import { nextRound, roundKinds } from "../world/rounds.ts";
import { World } from "../world/world.ts";
import { importedState, ofAccount } from "./import.ts";
import { readRegularFile } from "./regular-file.ts";
import { Step } from "./script.ts";
import { seedFile, worldFormat } from "./seed-file.ts";
import { before, runScript } from "./story.ts";

const Seed = z.strictObject({
  format: z.literal(worldFormat),
  name: z.string(),
  description: z.string(),
  /** The length of the story, which ends at the account's clock. */
  begins: z.string().optional(),
  script: z.array(Step).optional(),
  state: z.record(z.string(), z.array(z.unknown())).optional(),
});
type Seed = z.output<typeof Seed>;

const seeds = new Map<string, Seed>();
export function readSeed(name: string): Seed {
  const known = seeds.get(name);
  if (known) return known;
  const path = seedFile(name);
  let json: unknown;
  try {
    json = JSON.parse(readRegularFile(path).toString());
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message.startsWith(path) ? message : `${path}: ${message}`);
  }
  const parsed = Seed.safeParse(json);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `/${issue.path.join("/")}: ${issue.message}`);
    throw new Error(`${path} is no world: ${issues.join("; ")}`);
  }
  seeds.set(name, parsed.data);
  return parsed.data;
}

export interface NewWorld {
  accountId: string;
  seed: string;
  randomSeed: number;
  size: number | null;
  /** Null is the clock of the seed file's state, or else the wall clock. */
  now: Moment | null;
  /** Undefined is as in the seed file's state, or else running. */
  frozen: boolean | undefined;
  wall: Moment;
  /** Learns how far the story is, from 0 to 1, when it takes long. */
  progress?: (share: number) => void;
  /** Worlds that this process or another one has made. */
  made?: MadeWorlds | undefined;
}

/** A world without third parties, with its first rounds scheduled. */
function emptyWorld({ accountId, seed, randomSeed, size }: NewWorld, begins: Moment): State {
  const createdAt = format(begins);
  const clock = clockAt(begins, true, begins);
  const kinds = roundKinds.filter((kind) => !isNever(nextRound(kind, begins)));
  const jobs = kinds.map((kind, index) => ({
    jobId: sequenceStarts.jobId + index,
    dueAt: format(nextRound(kind, begins)),
    kind,
    thirdpartyId: null,
    subjectId: null,
  }));
  return {
    ...emptyState(),
    world: [{ key: "world", accountId, seed, randomSeed, size, createdAt, clock }],
    dossierTypes: [...dossierTypes],
    jobs,
    sequences: [{ name: "jobId", next: sequenceStarts.jobId + jobs.length }],
  };
}

/** The script of a world of a given size, which replaces the seed's. */
const populateBySize = (count: number): Step[] => [{ do: "populate", at: "-P30D", count, visits: 1, ordinary: true }];

async function runStory(seed: Seed, wish: NewWorld, midnight: Moment): Promise<State> {
  const { accountId, size } = wish;
  const script = size === null ? (seed.script ?? []) : populateBySize(size);
  const begins = before(midnight, size === null ? (seed.begins ?? "P400D") : "P31D");
  const store = await memoryStorage().create(accountId, emptyWorld(wish, begins));
  const world = await World.open(accountId, store, { wall: () => begins, linkSecret: "" });
  await runScript(world, script, midnight, wish.progress);
  return store.dump();
}

/** A seed by a path may have changed since another process ran it. */
async function readOrRun(seed: Seed, wish: NewWorld, midnight: Moment, key: string): Promise<State> {
  const { made } = wish;
  const whole = JSON.stringify([key, seed]);
  const kept = await made?.get(whole);
  if (kept) return kept;
  const state = await runStory(seed, wish, midnight);
  // Nobody waits for it to be kept.
  void made?.put(whole, state);
  return state;
}

/** The states at the end of the latest stories, by what they depend on; accounts share their rows. */
const stories = new Map<string, Promise<State>>();
const keptStories = 8;

/** A story ends at the midnight before the account's clock, so that all accounts made on one day can share it. */
function storyOf(wish: NewWorld, midnight: Moment): Promise<State> {
  const key = JSON.stringify([wish.seed, wish.randomSeed, wish.size, midnight]);
  let story = stories.get(key);
  if (!story) {
    story = readOrRun(readSeed(wish.seed), wish, midnight, key);
    story.catch(() => stories.delete(key));
  }
  stories.delete(key);
  stories.set(key, story);
  for (const oldest of [...stories.keys()].slice(0, -keptStories)) stories.delete(oldest);
  return story;
}

/** The state that a new account starts from: the end of a story, or the seed file's state. */
export async function makeState(wish: NewWorld): Promise<State> {
  const { accountId, seed, wall } = wish;
  const file = readSeed(seed);
  const imported = file.state && (await importedState(file, accountId, (clock) => readClock(clock, wall)));
  const clockBefore = imported?.world[0]?.clock ?? { frozenAt: null, offset: 0 };
  const now = onClock(wish.now ?? readClock(clockBefore, wall));
  const startsFrozen = wish.frozen ?? clockBefore.frozenAt !== null;
  const state = imported ?? ofAccount(await storyOf(wish, startOfDay(now)), accountId);
  const start = { seed, createdAt: format(now), clock: clockAt(now, startsFrozen, wall), startsFrozen };
  return { ...state, world: state.world.map((row) => ({ ...row, ...start })) };
}
