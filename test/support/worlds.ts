import type { EventName } from "../../contract/events.ts";
import type { Change, State } from "../../src/domain/change.ts";
import type { Configuration } from "../../src/domain/configuration.ts";
import { type Draft, emptyFolder, type Folder } from "../../src/domain/draft.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import type { Actor, EventRow } from "../../src/domain/rows.ts";
import { addDuration, parse } from "../../src/domain/time.ts";
import { makeState } from "../../src/seed/new-world.ts";
import { MemoryStore } from "../../src/store/memory/store.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { addToPortfolio, setAttribute } from "../../src/world/operations.ts";
import { World } from "../../src/world/world.ts";
import "./told-changes.ts";

/** Worlds without a server, for tests of rules. */

export const start = "2026-01-15T09:00:00";

/** Companies of known kinds, as they are added. */
export const companies = {
  it: { companyIdType: "CIT001", companyIdValue: "21996648800021" },
  /** An establishment of the same legal unit, with the number that a transferred head office takes next. */
  sister: { companyIdType: "CIT001", companyIdValue: "21996648800047" },
  builder: { companyIdType: "CIT001", companyIdValue: "21992014700010" },
  soleTrader: { companyIdType: "CIT001", companyIdValue: "21998146100011" },
  cleaner: { companyIdType: "CIT001", companyIdValue: "21992490900019" },
  german: { companyIdType: "CIT002", companyIdValue: "DE999001010" },
  american: { companyIdType: "CIT003", companyIdValue: "991600101" },
  inProcedure: { companyIdType: "CIT001", companyIdValue: "21990002400015" },
  struckOff: { companyIdType: "CIT001", companyIdValue: "21990003200018" },
  withoutBank: { companyIdType: "CIT001", companyIdValue: "21990005700015" },
  sanctioned: { companyIdType: "CIT001", companyIdValue: "21990006500018" },
  /** Founded twelve days before the start. */
  young: { companyIdType: "CIT001", companyIdValue: "21997235300011" },
} as const;
export type Kind = keyof typeof companies;

export interface Wish {
  seed?: string;
  randomSeed?: number;
  size?: number | null;
  people?: "all" | "suppliers" | "none";
  history?: string;
  now?: string;
  accountId?: string;
  configuration?: Configuration;
}

class WatchedStore extends MemoryStore {
  get isWriting(): boolean {
    return this.writing;
  }
}

/** Tests of rules call them without a write around them: a change is then a write of its own. */
export async function worldOf(state: State): Promise<World> {
  const { accountId } = state.world[0] as State["world"][number];
  const store = new WatchedStore(new Tables(state));
  const world = await World.open(accountId, store, { wall: () => parse(start), linkSecret: "secret" });
  const commit = world.commit.bind(world);
  world.commit = (change: Change) => (store.isWriting ? commit(change) : world.write(() => commit(change)));
  return world;
}

/** A world in memory whose clock stands still. */
export async function quietWorld({ now = start, ...wish }: Wish = {}): Promise<World> {
  const usual = { accountId: "quiet", seed: "empty", randomSeed: 1, size: null, frozen: true };
  const world = await worldOf(await makeState({ ...usual, ...wish, now: parse(now), wall: parse(now) }));
  await world.catchUp();
  return world;
}

/** The outcome of an operation; a refusal fails the test with its detail. */
export function granted<T>(outcome: T): Exclude<T, { refused: unknown }> {
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.refused.body.detail}`);
  return outcome as Exclude<T, { refused: unknown }>;
}

type Attributes = Record<string, (string | number | boolean)[]>;
export async function join(world: World, kind: Kind, attributes: Attributes = {}): Promise<number> {
  const { result } = granted(await addToPortfolio(world, { ...companies[kind] }, "tester"));
  for (const [label, values] of Object.entries(attributes))
    granted(await setAttribute(world, result.thirdpartyId, { label, values }, "tester"));
  return result.thirdpartyId;
}

export async function advance(world: World, duration: string): Promise<void> {
  const target = addDuration(world.clock, duration);
  await world.runDueJobs(target);
  await world.setClock(target, true);
}

export const client: Actor = { type: "CLIENT", name: "tester" };

/** Applies rules to the folder of one third party, and holds the folder as it is after each. */
export class Desk {
  folder: Folder;
  readonly world: World;
  readonly thirdpartyId: number;
  constructor(world: World, thirdpartyId: number, folder: Folder = emptyFolder) {
    this.world = world;
    this.thirdpartyId = thirdpartyId;
    this.folder = folder;
  }
  /** Applies a rule and returns the names of its events. */
  async do(rule: (draft: Draft) => unknown, actor: Actor = client): Promise<EventName[]> {
    return (await this.events(rule, actor)).map(({ eventName }) => eventName);
  }
  async events(rule: (draft: Draft) => unknown, actor: Actor = client): Promise<readonly EventRow[]> {
    const { events } = granted(await this.world.change(this.thirdpartyId, actor, rule));
    await this.reread();
    return events;
  }
  async reread(): Promise<this> {
    this.folder = await this.world.store.folder(this.thirdpartyId);
    return this;
  }
  document(code: string) {
    const found = this.folder.documents.findLast(({ documentCode }) => documentCode === code);
    if (!found) throw new Error(`${code} is not required`);
    return found;
  }
  dossier(type: string | null) {
    const found = this.folder.dossiers.findLast(({ dossierTypeCode }) => dossierTypeCode === type);
    if (!found) throw new Error(`there is no dossier of type ${type}`);
    return found;
  }
  get thirdparty() {
    if (!this.folder.thirdparty) throw new Error("there is no third party");
    return this.folder.thirdparty;
  }
}

async function joinedState(kind: Kind, attributes: Attributes, wish: Wish) {
  const world = await quietWorld(wish);
  const thirdpartyId = await join(world, kind, attributes);
  return { state: await world.store.dump(), thirdpartyId };
}

/** Rows are never changed in place, so worlds that begin alike share them. */
const joined = new Map<string, ReturnType<typeof joinedState>>();

/** Adds a third party to a world of its own. */
export async function desk(kind: Kind = "it", attributes: Attributes = {}, wish: Wish = {}): Promise<Desk> {
  const key = JSON.stringify([kind, attributes, wish]);
  const beginning = joined.get(key) ?? joinedState(kind, attributes, wish);
  joined.set(key, beginning);
  const { state, thirdpartyId } = await beginning;
  return new Desk(await worldOf(state), thirdpartyId).reread();
}
