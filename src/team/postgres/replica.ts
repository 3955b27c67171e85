import type { Change, State } from "../../domain/change.ts";
import { AccountClosed } from "../../store/failures.ts";
import { type Prepared, Tables } from "../../store/memory/tables.ts";
import { rowShape } from "../../store/row-shape.ts";
import { pauses } from "../../store/time-slice.ts";
import { changeOf, type Packing } from "../../store/world-codec.ts";
import type { Entry, Known, Log, NotedTail, Stored, Tail } from "./change-log.ts";
import { reading } from "./errors.ts";

/** An append of this server, until it is known whether it happened. */
export interface Attempt {
  token: string;
  known: Known;
  changes: readonly Change[];
  /** Whether its changes were met in the log. */
  landed: boolean;
  /** Whether the log was read past the place where its changes would be. */
  passed: boolean;
}

interface Whose {
  account: string;
  log: Log;
  packing: Packing;
}

/** The world in memory as of a change of the log. Its methods run one at a time. */
export class Replica {
  readonly account: string;
  readonly life: string;
  readonly tables: Tables;
  /** The attempts of this server whose outcome the log may tell. */
  readonly attempts = new Map<string, Attempt>();
  head: number;
  base: number;
  loads: number;
  /** The length of the changes since the stored world. */
  length = 0;
  closed = false;
  readonly #log: Log;
  readonly #packing: Packing;
  /** Another version wrote the stored world, and perhaps the changes. */
  #isChecked: boolean;

  private constructor({ account, log, packing }: Whose, stored: Omit<Stored, "world">, tables: Tables, shape: string) {
    this.account = account;
    this.#log = log;
    this.#packing = packing;
    this.tables = tables;
    this.life = stored.life;
    this.head = stored.base;
    this.base = stored.base;
    this.loads = stored.loads;
    this.#isChecked = shape !== rowShape;
  }

  /** A world that was just created. */
  static made(whose: Whose, life: string, tables: Tables): Replica {
    const start = { life, loads: 0, loadToken: "", head: 0, base: 0, floor: 0 };
    return new Replica(whose, start, tables, rowShape);
  }
  /** Undefined for an account that does not exist. */
  static async opened(whose: Whose): Promise<Replica | undefined> {
    const { account, log, packing } = whose;
    const stored = await read(log, account);
    if (!stored) return undefined;
    const { state, unread } = await packing.unpack(account, stored.world);
    const tables = await Tables.made(state, unread);
    const replica = new Replica(whose, stored, tables, stored.world.shape);
    await replica.learn(await replica.tail());
    return replica;
  }

  async tail(): Promise<NotedTail | undefined> {
    return reading(this.account, () => this.#log.tail(this.account, this.head));
  }

  /** Takes over what the log has more than memory; rejects with an AccountClosed after a deletion. */
  async learn(tail: Tail | undefined): Promise<void> {
    let next = tail;
    for (;;) {
      if (!next || next.life !== this.life) {
        this.closed = true;
        throw new AccountClosed(this.account);
      }
      if (next.base !== this.base) this.length = 0;
      this.base = next.base;
      if (next.head <= this.head) break;
      if (next.floor > this.head || !(await this.#take(next.entries))) await this.#reload();
      if (next.head <= this.head) break;
      next = await this.tail();
    }
  }

  /** Whether the entries go on from memory. */
  async #take(entries: readonly Entry[]): Promise<boolean> {
    const rest = pauses();
    for (const entry of entries) {
      if (entry.seq <= this.head) continue;
      if (entry.seq !== this.head + 1) return false;
      const change = changeOf(this.account, entry, this.#isChecked);
      const own = this.attempts.get(entry.token);
      if (own) own.landed = true;
      this.#apply(change, entry.text.length);
      const due = rest();
      if (due) await due;
    }
    return true;
  }
  #apply(change: Change, length: number): void {
    this.tables.apply(change);
    this.head++;
    this.length += length;
  }

  /** Applies the changes of an attempt that happened, unless the log has brought them already. */
  async keep({ known, changes }: Attempt, length: number): Promise<void> {
    const rest = pauses();
    while (this.head >= known.head && this.head < known.head + changes.length) {
      this.#apply(changes[this.head - known.head] as Change, 0);
      const due = rest();
      if (due) await due;
    }
    this.length += length;
  }

  /** Reads the stored world, where memory is behind the oldest change of the log or the world was replaced. */
  async #reload(): Promise<void> {
    const stored = await read(this.#log, this.account);
    if (!stored || stored.life !== this.life) return;
    const { state, unread } = await this.#packing.unpack(this.account, stored.world);
    this.tables.load(await this.tables.prepared(state, unread));
    for (const attempt of this.attempts.values()) attempt.passed = true;
    this.#isChecked = stored.world.shape !== rowShape;
    this.head = this.base = stored.base;
    this.loads = stored.loads;
    this.length = 0;
  }

  /** Takes over a world that this server has put in the place of the former one. */
  replaced(world: Prepared, { head, loads }: { head: number; loads: number }): void {
    if (this.head >= head) return;
    this.tables.load(world);
    this.head = this.base = head;
    this.loads = loads;
    this.length = 0;
    this.#isChecked = false;
  }

  async dump(): Promise<{ state: State; from: Known & { base: number } }> {
    await this.tables.whole();
    return { state: this.tables.dump(), from: { life: this.life, base: this.base, head: this.head } };
  }
}

const read = (log: Log, account: string) => reading(account, () => log.read(account));
