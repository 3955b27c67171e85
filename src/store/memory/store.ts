import type { Change, State } from "../../domain/change.ts";
import type { Folder } from "../../domain/draft.ts";
import { SerialQueue } from "../serial-queue.ts";
import type { ResetPoint, Store } from "../store.ts";
import type { Tables, Undo } from "./tables.ts";

/** A committed change: its text for the engine that keeps it, and how to undo it. */
export interface Done {
  text: string;
  undo: Undo;
}

/** Counts the worlds of the process, so that an account that is created again has another one. */
let worlds = 0;
const nextWorldId = () => String(++worlds);

/** A world that lasts as long as the process. Engines that keep its changes extend it. */
export class MemoryStore implements Store {
  protected readonly queue = new SerialQueue();
  readonly #tables: Tables;
  #start: State | null;
  #running: Done[] | undefined;
  #worldId = nextWorldId();

  constructor(tables: Tables, start: State | null = null) {
    this.#tables = tables;
    this.#start = start;
  }

  protected get tables(): Tables {
    return this.#tables;
  }
  /** Whether a write is running: its changes are in memory, and may still be undone. */
  protected get writing(): boolean {
    return this.#running !== undefined;
  }
  get worldId(): string {
    return this.#worldId;
  }
  get editedFile(): string | undefined {
    return undefined;
  }
  get revision(): number {
    return this.#tables.revision;
  }
  get bytes(): number {
    return this.#tables.bytes;
  }
  refresh(): Promise<void> | undefined {
    return undefined;
  }

  readonly get: Store["get"] = async (collection, key) => this.#tables.get(collection, key);
  readonly range: Store["range"] = async (collection, index, group, range) =>
    this.#tables.range(collection, index, group, range);
  readonly page: Store["page"] = (collection, page) => this.#tables.page(collection, page);
  readonly scan: Store["scan"] = (collection, scan) => this.#tables.scan(collection, scan);
  async folder(thirdpartyId: number): Promise<Folder> {
    return this.#tables.folder(thirdpartyId);
  }
  async dump(): Promise<State> {
    return this.#tables.dump();
  }

  async write<T>(work: () => Promise<T>): Promise<T> {
    let kept: Promise<void> | undefined;
    const result = await this.queue.run(async () => {
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
    return this.queue.run(() => this.replace(state, resetPoint));
  }
  async start(): Promise<State | null> {
    return this.#start;
  }

  /** Called before each write: rejects where nothing can be written. */
  protected ready(): Promise<void> | undefined {
    return undefined;
  }
  /** A change as the engine keeps it. */
  protected textOf(_change: Change): string {
    return "";
  }
  /** Called with the changes of a write before the next write begins. Resolves when they would survive a crash. */
  protected keep(_done: readonly Done[]): Promise<void> | undefined {
    return undefined;
  }
  protected async replace(state: State, resetPoint: ResetPoint): Promise<void> {
    this.#tables.load(await this.#tables.prepared(state));
    this.#worldId = nextWorldId();
    if (resetPoint !== "unchanged") this.#start = resetPoint === "this" ? state : null;
  }
}
