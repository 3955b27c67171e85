import { readFileSync } from "node:fs";
import { z } from "zod";
import type { State } from "../domain/change.ts";
import { clockAt } from "../domain/clock.ts";
import { type CollectionName, collections } from "../domain/collections.ts";
import { dossierTypes } from "../domain/configuration.ts";
import type { WorldRow } from "../domain/rows.ts";
import { sequenceStarts } from "../domain/sequences.ts";
import { addDuration, format, type Moment, startOfDay } from "../domain/time.ts";
import { memoryStorage } from "../store/memory/memory.ts";
import { nextRound, roundKinds } from "../world/rounds.ts";
import { World } from "../world/world.ts";
import { Step } from "./script.ts";
import { seedFile, worldFormat } from "./seed-file.ts";
import { replay } from "./story.ts";

const Seed = z.strictObject({
  format: z.literal(worldFormat),
  name: z.string(),
  description: z.string(),
  /** How long before the account's clock the story begins. */
  begins: z.string().optional(),
  script: z.array(Step).optional(),
  state: z.record(z.string(), z.array(z.unknown())).optional(),
});
type Seed = z.output<typeof Seed>;

const read = new Map<string, Seed>();
export function readSeed(name: string): Seed {
  const known = read.get(name);
  if (known) return known;
  const path = seedFile(name);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = Seed.safeParse(json);
  if (!parsed.success)
    throw new Error(
      `${path} is no world: ${parsed.error.issues.map(({ path: at, message }) => `/${at.join("/")}: ${message}`).join("; ")}`,
    );
  read.set(name, parsed.data);
  return parsed.data;
}

export interface WorldWish {
  accountId: string;
  seed: string;
  randomSeed: number;
  size: number | null;
  now: Moment;
  frozen: boolean;
  wall: Moment;
}

/** A world in which nothing has happened yet, with its rounds planned. */
function blank({ accountId, seed, randomSeed, size }: WorldWish, begins: Moment): State {
  const state = Object.fromEntries(
    (Object.keys(collections) as CollectionName[]).map((name) => [name, []]),
  ) as unknown as State;
  const world: WorldRow = {
    key: "world",
    accountId,
    seed,
    randomSeed,
    size,
    createdAt: format(begins),
    clock: clockAt(begins, true, begins),
  };
  state.world.push(world);
  state.dossierTypes.push(...dossierTypes);
  const jobs = roundKinds.map((kind, index) => ({
    jobId: sequenceStarts.jobId + index,
    dueAt: format(nextRound(kind, begins)),
    kind,
    thirdpartyId: null,
    subjectId: null,
  }));
  state.jobs.push(...jobs);
  state.sequences.push({ name: "jobId", next: sequenceStarts.jobId + jobs.length });
  return state;
}

/** Stories end at the midnight before the account's clock, so that one telling serves every account made that day. */
const told = new Map<string, Promise<State>>();
/** Those told last are remembered; rows are shared with the accounts made from them. */
const remembered = 8;
async function tell(seed: Seed, wish: WorldWish, midnight: Moment): Promise<State> {
  const script: readonly Step[] =
    wish.size === null
      ? (seed.script ?? [])
      : [{ do: "populate", at: "-P30D", count: wish.size, visits: 1, ordinary: true }];
  const begins = midnight - (addDuration(midnight, wish.size === null ? (seed.begins ?? "P400D") : "P31D") - midnight);
  const storage = memoryStorage();
  const store = await storage.create(wish.accountId, blank(wish, begins));
  const world = await World.open(wish.accountId, store, { wall: () => begins, linkSecret: "" });
  await replay(world, script, midnight);
  return store.dump();
}

const named = (state: State, accountId: string): State => ({
  ...state,
  thirdparties: state.thirdparties.map((row) => ({ ...row, accountId })),
  dossiers: state.dossiers.map((row) => ({ ...row, accountId })),
});

/** The state that a new account starts from. */
export async function makeState(wish: WorldWish): Promise<State> {
  const seed = readSeed(wish.seed);
  const midnight = startOfDay(wish.now);
  const key = JSON.stringify([wish.seed, wish.randomSeed, wish.size, midnight]);
  let story = told.get(key);
  if (!story) {
    story = tell(seed, wish, midnight);
    story.catch(() => told.delete(key));
  }
  told.delete(key);
  told.set(key, story);
  for (const oldest of [...told.keys()].slice(0, -remembered)) told.delete(oldest);
  const state = named(await story, wish.accountId);
  const clock = clockAt(wish.now, wish.frozen, wish.wall);
  return {
    ...state,
    world: state.world.map((row) => ({ ...row, accountId: wish.accountId, createdAt: format(wish.now), clock })),
  };
}
