import type { Change, State } from "../../domain/change.ts";
import type { CollectionName } from "../../domain/collections.ts";
import type { Folder } from "../../domain/draft.ts";
import type { Moment } from "../../domain/time.ts";
import { AccountExists, TooManyAccounts } from "../failures.ts";
import { KeyedTurns, Turns } from "../serial-queue.ts";
import type { ResetPoint, Storage, Store } from "../store.ts";
import { inSlices } from "../time-slice.ts";
import { MemorySnapshots } from "./snapshots.ts";
import { Tables, type Undo } from "./tables.ts";

/** A change that a write has committed, as the engine keeps it, and how to take it back. */
export interface Done {
  text: string;
  undo: Undo;
}

/** A world that lasts as long as the process. Engines that keep its changes extend it. */
export class MemoryStore implements Store {
  protected readonly turns = new Turns();
  readonly #tables: Tables;
  #start: State | null;
  #running: Done[] | undefined;

  constructor(tables: Tables, start: State | null = null) {
    this.#tables = tables;
    this.#start = start;
  }

  protected get tables(): Tables {
    return this.#tables;
  }
  /** Whether a write is at work: memory may hold changes that can still be undone. */
  protected get writing(): boolean {
    return this.#running !== undefined;
  }
  get revision(): number {
    return this.#tables.revision;
  }
  get worldId(): string {
    return String(this.#tables.loads);
  }
  get bytes(): number {
    return this.#tables.bytes;
  }
  refresh(): Promise<void> | undefined {
    return undefined;
  }

  readonly get: Store["get"] = async (collection, key) => {
    for (;;) {
      const row = this.#tables.get(collection, key);
      const missing = row === undefined ? this.missing(collection) : undefined;
      if (!missing) return row;
      await missing;
    }
  };
  readonly range: Store["range"] = async (collection, index, group, range) => {
    for (let missing = this.missing(collection); missing; missing = this.missing(collection)) await missing;
    return this.#tables.range(collection, index, group, range);
  };
  readonly page: Store["page"] = async (collection, page) => {
    for (let missing = this.missing(collection); missing; missing = this.missing(collection)) await missing;
    return inSlices(this.#tables.pageSteps(collection, page));
  };
  readonly scan: Store["scan"] = async (collection, scan) => {
    for (let missing = this.missing(collection); missing; missing = this.missing(collection)) await missing;
    return inSlices(this.#tables.scanSteps(collection, scan));
  };
  async folder(thirdpartyId: number): Promise<Folder> {
    return this.#tables.folder(thirdpartyId);
  }
  async dump(): Promise<State> {
    for (let missing = this.missing("events"); missing; missing = this.missing("events")) await missing;
    return this.#tables.dump();
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    let kept: Promise<void> | undefined;
    const result = await this.turns.run(async () => {
      const ready = this.ready();
      if (ready) await ready;
      const running: Done[] = [];
      this.#running = running;
      try {
        return await work();
      } catch (error) {
        for (const { undo } of running.splice(0).toReversed()) undo();
        throw error;
      } finally {
        this.#running = undefined;
        kept = this.keep(running);
      }
    });
    if (kept) await kept;
    return result;
  }

  async commit(change: Change): Promise<void> {
    if (!this.#running) throw new Error("a change is committed outside of a write");
    // The text is made first, so that a change which cannot be written is not applied.
    this.#running.push({ text: this.textOf(change), undo: this.#tables.apply(change) });
  }

  load(state: State, resetPoint: ResetPoint = "unchanged"): Promise<void> {
    return this.turns.run(() => this.replace(state, resetPoint));
  }
  async start(): Promise<State | null> {
    return this.#start;
  }

  /** A read of the collection waits for this promise, and asks again; undefined where all rows are in memory. */
  protected missing(collection: CollectionName): Promise<void> | undefined {
    return collection === "events" ? this.#tables.whole() : undefined;
  }
  /** Called before each write: rejects where nothing can be written. */
  protected ready(): Promise<void> | undefined {
    return undefined;
  }
  /** A change as the engine keeps it. */
  protected textOf(_change: Change): string {
    return "";
  }
  /** Called between two turns with what a write has done: resolves when that would survive a crash. */
  protected keep(_done: readonly Done[]): Promise<void> | undefined {
    return undefined;
  }
  protected async replace(state: State, resetPoint: ResetPoint): Promise<void> {
    this.#tables.load(await this.#tables.prepared(state));
    if (resetPoint !== "unchanged") this.#start = resetPoint === "this" ? state : null;
  }
}

export function memoryStorage(): Storage {
  const stores = new Map<string, Store>();
  const snapshots = new MemorySnapshots();
  const uses = new Map<string, Moment>();
  const turns = new KeyedTurns();
  return {
    place: "memory, nothing is kept",
    snapshots,
    async accounts() {
      return new Map([...stores.keys()].sort().map((accountId) => [accountId, uses.get(accountId) as Moment]));
    },
    async noteUse(accountId, usedAt) {
      if (stores.has(accountId)) uses.set(accountId, usedAt);
    },
    async open(accountId) {
      return stores.get(accountId);
    },
    create(accountId, state, resetPoint = "seed", most = Number.POSITIVE_INFINITY) {
      return turns.run(accountId, async () => {
        if (stores.has(accountId)) throw new AccountExists(accountId);
        if (stores.size >= most) throw new TooManyAccounts(stores.size);
        const store = new MemoryStore(await Tables.made(state), resetPoint === "this" ? state : null);
        stores.set(accountId, store);
        uses.set(accountId, Date.now());
        return store;
      });
    },
    delete(accountId) {
      return turns.run(accountId, async () => {
        snapshots.deleteAll(accountId);
        uses.delete(accountId);
        return stores.delete(accountId);
      });
    },
    async close() {},
  };
}
