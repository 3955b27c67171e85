/**
 * seed: worlds made from files. A seed is a script, which is run as a story on a past clock by the operations of a
 * world, or a state, as an export writes it. Imports, scenarios and worlds of any size are made here too. It stores
 * nothing: it returns the rows of a world.
 */

import { z } from "zod";
import { People } from "../../contract/tempers.ts";
import type { State } from "../domain/change.ts";
import { clockAt, readClock } from "../domain/clock.ts";
import { type Configuration, defaultConfiguration, rowOf, storedForm } from "../domain/configuration.ts";
import { sequenceStarts } from "../domain/sequences.ts";
import { day, format, isNever, type Moment, onClock, startOfDay, startOfWeek } from "../domain/time.ts";
import type { MadeWorlds } from "../store/file/made-worlds.ts";
import { MemoryStore } from "../store/memory/store.ts";
import { emptyState, Tables } from "../store/memory/tables.ts";
import { beginGrowth, setPeople } from "../world/people.ts";
import { nextRound, roundKinds } from "../world/rounds.ts";
import { World } from "../world/world.ts";
import { importedState, ofAccount } from "./import.ts";
import { ownConfiguration } from "./own-configuration.ts";
import { readRegularFile } from "./regular-file.ts";
import { Step } from "./script.ts";
import { seedFile, worldFormat } from "./seed-file.ts";
import { before, moveTo, runScript } from "./story.ts";

const bare = z.strictObject({
  format: z.literal(worldFormat),
  name: z.string(),
  description: z.string(),
  /** The length of the story, which ends at the account's clock. */
  begins: z.string().optional(),
  /** Which people act in the story and from its end on; none when left out. */
  people: People.optional(),
  script: z.array(Step).optional(),
  /** What the account has configured; never beside a state, which has its own. */
  configuration: z.record(z.string(), z.unknown()).optional(),
  state: z.record(z.string(), z.array(z.unknown())).optional(),
});
const Seed = bare.refine(({ state, configuration }) => !state || !configuration, {
  path: ["configuration"],
  error: "cannot go with state, which holds its own",
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

/** What new accounts have configured: as the seed says, else as the server was started; a state has its own. */
export function usualConfiguration(seed: string, ofServer: object | null): Configuration | undefined {
  const { state, configuration } = readSeed(seed);
  if (configuration) return ownConfiguration(configuration, `/configuration of ${seed}`);
  return ofServer === null || state ? undefined : ownConfiguration(ofServer);
}

export interface NewWorld {
  accountId: string;
  seed: string;
  randomSeed: number;
  size: number | null;
  /** Null is the clock of the seed file's state, or else the wall clock. */
  now: Moment | null;
  /** How far back a world of a size begins; as usual for the size when left out. */
  history?: string | undefined;
  /** Who acts from the end of the story on; as in the story when left out. */
  people?: People | undefined;
  /** Undefined is as in the seed file's state, or else running. */
  frozen: boolean | undefined;
  wall: Moment;
  /** The default without one. */
  configuration?: Configuration;
  /** Learns how far the story is, from 0 to 1, when it takes long. */
  progress?: (share: number) => void;
  /** Throws where a world of that many rows and events is larger than the limit. */
  refuse?: (rows: number) => void;
  /** Worlds that this process or another one has made. */
  made?: MadeWorlds | undefined;
}

/** Who acts in new worlds where nothing else is wished: as the seed says, and everybody in a world of a size. */
const defaultPeople = (seed: string, size: number | null): People =>
  size === null ? (readSeed(seed).people ?? "none") : "all";

/** A world without third parties, with its first rounds scheduled. */
function emptyWorld(wish: NewWorld, begins: Moment): State {
  const { accountId, seed, randomSeed, size, history, configuration = defaultConfiguration } = wish;
  const living = { people: defaultPeople(seed, size), ...(size !== null && history !== undefined && { history }) };
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
    world: [
      { key: "world", accountId, seed, randomSeed, size, createdAt, clock, ...living, ...storedForm(configuration) },
    ],
    dossierTypes: configuration.dossierTypes.map(rowOf),
    jobs,
    sequences: [{ name: "jobId", next: sequenceStarts.jobId + jobs.length }],
  };
}

/** How far back worlds of a size begin, by the largest size; a long history of many takes too long to make. */
const histories = [
  { upTo: 1_000, history: "P24M" },
  { upTo: 3_000, history: "P6M" },
  { upTo: Number.POSITIVE_INFINITY, history: "P1M" },
] as const;
const historyOf = ({ size, history }: NewWorld): string =>
  history ?? (histories.find(({ upTo }) => (size ?? 0) <= upTo) as (typeof histories)[number]).history;

/** Above this size chance alone leaves few event types out, and the others are brought about. */
const completeFrom = 300;

/** The script of a world of a given size, which replaces the seed's: third parties join, and people act. */
function populateBySize(count: number, history: string, end: Moment): Step[] {
  const populate = { do: "populate", at: `-${history}`, count } as const;
  // People have the last eighth of the time to follow what is brought about.
  const days = Math.floor((end - before(end, history)) / (8 * day));
  return count < completeFrom ? [populate] : [populate, { do: "complete", at: `-P${days}D` }];
}

const beginOf = (wish: NewWorld, seed: Seed, end: Moment): Moment =>
  wish.size === null ? before(end, seed.begins ?? "P400D") : before(end, historyOf(wish)) - day;

/** Of stories from this length on a world lives through the days of a week in a small part of the time of the story. */
const longStory = 360 * day;
/** The end of the story: the days of a week share a long one, and live on from it. */
const endOf = (wish: NewWorld, seed: Seed, midnight: Moment): Moment =>
  midnight - beginOf(wish, seed, midnight) < longStory ? midnight : startOfWeek(midnight);

async function runStory(seed: Seed, wish: NewWorld, end: Moment): Promise<State> {
  const { accountId, size } = wish;
  const script = size === null ? (seed.script ?? []) : populateBySize(size, historyOf(wish), end);
  const begins = beginOf(wish, seed, end);
  const store = new MemoryStore(new Tables(emptyWorld(wish, begins), { isWeighed: false }));
  const world = await World.open(accountId, store, { wall: () => begins, linkSecret: "" });
  await runScript(world, script, end, wish);
  if (world.origin.people === "all") await world.write(() => beginGrowth(world));
  return store.dump();
}

/** A seed by a path may have changed since another process ran it; all settings of people share one story. */
async function readOrRun(seed: Seed, wish: NewWorld, midnight: Moment, key: string): Promise<State> {
  const { people, made, ...rest } = wish;
  const usual = defaultPeople(wish.seed, wish.size);
  if (people !== undefined && people !== usual)
    return withPeople(await storyOf({ ...rest, made }, midnight), people, midnight);
  const end = endOf(wish, seed, midnight);
  const whole = JSON.stringify([key, end, seed]);
  const kept = await made?.get(whole);
  const state = kept ?? (await runStory(seed, wish, end));
  // No request waits until it is kept.
  if (!kept) void made?.put(whole, state);
  return end === midnight ? state : livedOn(state, end, (world) => moveTo(world, midnight));
}

/** The states at the end of the latest stories, by what they depend on; accounts share their rows. */
const longStories = new Map<string, Promise<State>>();
/** Those without a step, of which a test suite can have many: they take no time, and drive no other one out. */
const emptyStories = new Map<string, Promise<State>>();
const keptStories = 8;

/** The world at the midnight before the account's clock, which all accounts made on one day can share. */
function storyOf(wish: NewWorld, midnight: Moment): Promise<State> {
  const { configuration: own, retired } = storedForm(wish.configuration ?? defaultConfiguration);
  const key = JSON.stringify([
    wish.seed,
    wish.randomSeed,
    wish.size,
    wish.people ?? defaultPeople(wish.seed, wish.size),
    wish.history ?? null,
    own,
    retired,
  ]);
  const seed = readSeed(wish.seed);
  const stories = wish.size === null && !seed.script?.length ? emptyStories : longStories;
  const ofDay = `${key}${midnight}`;
  let story = stories.get(ofDay);
  if (!story) {
    story = readOrRun(seed, wish, midnight, key);
    story.catch(() => stories.delete(ofDay));
  }
  stories.delete(ofDay);
  stories.set(ofDay, story);
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
  const midnight = startOfDay(now);
  const own = imported && wish.people ? await withPeople(imported, wish.people, midnight) : imported;
  const state = own ?? ofAccount(await storyOf(wish, midnight), accountId);
  const start = { seed, createdAt: format(now), clock: clockAt(now, startsFrozen, wall), startsFrozen };
  return { ...state, world: state.world.map((row) => ({ people: "none", ...row, ...start })) };
}

/** The same world with other people, who begin at the end of its story. */
async function withPeople(state: State, people: People, at: Moment): Promise<State> {
  const changed = await livedOn(state, at, (world) => setPeople(world, people));
  return { ...changed, world: state.world.map((row) => ({ ...row, people })) };
}

/** The same world after what `live` does, from a moment at which its clock stands. */
async function livedOn(state: State, at: Moment, live: (world: World) => Promise<unknown>): Promise<State> {
  const [row] = state.world as [State["world"][number]];
  const stopped = { ...row, clock: clockAt(at, true, at) };
  const store = new MemoryStore(await Tables.made({ ...state, world: [stopped] }));
  const world = await World.open(row.accountId, store, { wall: () => at, linkSecret: "" });
  await world.write(() => live(world));
  return store.dump();
}
