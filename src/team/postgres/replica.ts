import type { Change, State } from "../../domain/change.ts";
import { AccountClosed, Damaged } from "../../store/failures.ts";
import { type Prepared, Tables } from "../../store/memory/tables.ts";
import { changeMismatch } from "../../store/row-check.ts";
import { rowShape } from "../../store/row-shape.ts";
import { sliced } from "../../store/time-slice.ts";
import type { ChangeLog, Known, Position, Tail } from "./change-log.ts";
import { asReadFailed } from "./errors.ts";

/** The world in memory as of a change of the log. Its methods run one at a time. */
export class Replica {
  readonly account: string;
  readonly incarnation: string;
  readonly tables: Tables;
  last: number;
  storedUpTo: number;
  reloads: number;
  /** The characters of the changes since the stored world. */
  length = 0;
  isClosed = false;
  readonly #log: ChangeLog;
  /** The row schemas of the server that stored the world: where they are others, changes are checked too. */
  #shape: string;

  private constructor(
    account: string,
    log: ChangeLog,
    position: Omit<Position, "last">,
    tables: Tables,
    shape: string,
  ) {
    this.account = account;
    this.#log = log;
    this.tables = tables;
    this.incarnation = position.incarnation;
    this.last = this.storedUpTo = position.storedUpTo;
    this.reloads = position.reloads;
    this.#shape = shape;
  }

  /** A world that was just created. */
  static created(account: string, log: ChangeLog, incarnation: string, tables: Tables): Replica {
    const start = { incarnation, reloads: 0, loadToken: "", storedUpTo: 0, oldestKept: 0 };
    return new Replica(account, log, start, tables, rowShape);
  }
  /** Undefined for an account that does not exist. */
  static async opened(account: string, log: ChangeLog): Promise<Replica | undefined> {
    const stored = await asReadFailed(account, () => log.read(account));
    if (!stored) return undefined;
    const replica = new Replica(account, log, stored, await Tables.made(stored.state), stored.shape);
    await replica.learn(await replica.tail());
    return replica;
  }

  tail(): Promise<Tail | undefined> {
    return asReadFailed(this.account, () => this.#log.tail(this.account, this.last));
  }
  /** Whether memory holds all that the log has. */
  isAt(tail: Tail | undefined): boolean {
    return tail?.incarnation === this.incarnation && tail.last === this.last && tail.storedUpTo === this.storedUpTo;
  }

  /** Takes over what the log has more than memory; rejects with an AccountClosed after a deletion. */
  async learn(tail: Tail | undefined): Promise<void> {
    for (let next = tail; ; next = await this.tail()) {
      if (next?.incarnation !== this.incarnation) {
        this.isClosed = true;
        throw new AccountClosed(this.account);
      }
      if (next.storedUpTo !== this.storedUpTo) this.length = 0;
      this.storedUpTo = next.storedUpTo;
      if (next.last <= this.last) return;
      const isFar = next.reloads !== this.reloads || next.oldestKept > this.last;
      if (isFar || !(await this.#take(next))) await this.#reload();
      if (next.last <= this.last) return;
    }
  }
  /** Whether the entries continue from memory. */
  async #take({ entries }: Tail): Promise<boolean> {
    for await (const { seq, text } of sliced(entries)) {
      if (seq <= this.last) continue;
      if (seq !== this.last + 1) return false;
      const change = JSON.parse(text) as Change;
      const wrong = this.#shape === rowShape ? undefined : changeMismatch(change);
      if (wrong) throw new Damaged(this.account, `change ${seq}, ${wrong.pointer}`, wrong.reason);
      this.#apply(change, text.length);
    }
    return true;
  }
  #apply(change: Change, length: number): void {
    this.tables.apply(change);
    this.last += 1;
    this.length += length;
  }

  /** Applies the changes of an append that happened, but for those that the log has brought already. */
  async keep(known: Known, changes: readonly Change[], texts: readonly string[]): Promise<void> {
    for await (const [nth, change] of sliced(changes.entries()))
      if (this.last === known.last + nth) this.#apply(change, texts[nth]?.length ?? 0);
  }

  /** Reads the stored world, where memory is behind the oldest change of the log or the world was replaced. */
  async #reload(): Promise<void> {
    const stored = await asReadFailed(this.account, () => this.#log.read(this.account));
    if (stored?.incarnation !== this.incarnation) return;
    const { state, storedUpTo, reloads, shape } = stored;
    this.#place(await this.tables.prepared(state), storedUpTo, reloads, shape);
  }
  /** Takes over a world with which this server has replaced the former one. */
  replaced(world: Prepared, { last, reloads }: Pick<Position, "last" | "reloads">): void {
    if (this.last < last) this.#place(world, last, reloads, rowShape);
  }
  #place(world: Prepared, last: number, reloads: number, shape: string): void {
    this.tables.load(world);
    this.last = this.storedUpTo = last;
    this.reloads = reloads;
    this.length = 0;
    this.#shape = shape;
  }

  dump(): { state: State; from: Known & Pick<Position, "storedUpTo"> } {
    const { incarnation, storedUpTo, last } = this;
    return { state: this.tables.dump(), from: { incarnation, storedUpTo, last } };
  }
}
