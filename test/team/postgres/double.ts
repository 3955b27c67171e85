import type { State } from "../../../src/domain/change.ts";
import { ReadFailed, WriteFailed } from "../../../src/store/failures.ts";
import { rowShape } from "../../../src/store/row-shape.ts";
import type { ResetPoint } from "../../../src/store/store.ts";
import type { Known, LockedLog, Position, StoredWorld, Tail } from "../../../src/team/postgres/change-log.ts";
import type { Shared } from "../../../src/team/postgres/store.ts";

/** Faults that can be built into the table. */
export type Planted = "no fence" | "no fence after a fold" | "no tokens";

interface Row extends Position {
  /** As JSON. */
  world: string;
  start: string | null;
  entries: { seq: number; token: string; text: string }[];
}
/** Everything that ever happened to the table, which is never deleted. */
export type Happened =
  | { kind: "world"; incarnation: string; last: number; text: string }
  | { kind: "change"; incarnation: string; last: number; text: string }
  | { kind: "deleted" };

/** The table of one account in memory: what each statement does, at once and whole. */
export class TableDouble {
  row: Row | undefined;
  readonly happened: Happened[] = [];
  readonly #planted: Planted | undefined;

  constructor(planted?: Planted) {
    this.#planted = planted;
  }

  create(incarnation: string, state: State, resetPoint: ResetPoint = "seed"): boolean {
    if (this.row) return false;
    const world = JSON.stringify(state);
    const position = { incarnation, reloads: 0, loadToken: "", last: 0, storedUpTo: 0, oldestKept: 0 };
    this.row = { ...position, world, start: resetPoint === "this" ? world : null, entries: [] };
    this.happened.push({ kind: "world", incarnation, last: 0, text: world });
    return true;
  }
  read(): StoredWorld | undefined {
    if (!this.row) return undefined;
    const { world, start: _, entries: __, ...position } = this.row;
    return { ...position, state: JSON.parse(world), shape: rowShape };
  }
  tail(after: number): Tail | undefined {
    if (!this.row) return undefined;
    const { world: _, start: __, entries, ...position } = this.row;
    return { ...position, noted: "", entries: entries.filter(({ seq }) => seq > after) };
  }
  append({ incarnation, last }: Known, token: string, texts: readonly string[]): boolean {
    const { row } = this;
    if (!row || (row.incarnation !== incarnation && this.#planted !== "no fence")) return false;
    const isTaken = row.entries.some(({ seq }) => seq > last) || row.last > last;
    // The key of the rows alone keeps out a writer only while the rows are there.
    const isKeyTaken = row.entries.some(({ seq }) => seq === last + 1);
    if (this.#planted === "no fence after a fold" ? isKeyTaken : isTaken && this.#planted !== "no fence") return false;
    for (const [nth, text] of texts.entries()) {
      row.last = this.#planted === "no fence after a fold" ? last + nth + 1 : row.last + 1;
      row.entries.push({ seq: row.last, token, text });
      this.happened.push({ kind: "change", incarnation: row.incarnation, last: row.last, text });
    }
    return true;
  }
  has(wanted: string): boolean {
    return this.row?.entries.some(({ token }) => token === wanted || this.#planted === "no tokens") ?? false;
  }
  load(incarnation: string, loadToken: string, state: State, resetPoint: ResetPoint) {
    const { row } = this;
    if (row?.incarnation !== incarnation) return undefined;
    const last = row.last + 1;
    const world = JSON.stringify(state);
    row.entries = row.entries.filter(({ seq }) => seq > row.storedUpTo);
    row.oldestKept = row.storedUpTo;
    Object.assign(row, { reloads: row.reloads + 1, loadToken, world, last, storedUpTo: last });
    if (resetPoint !== "unchanged") row.start = resetPoint === "this" ? world : null;
    this.happened.push({ kind: "world", incarnation, last, text: world });
    return { last, reloads: row.reloads };
  }
  fold({ incarnation, storedUpTo, last }: Known & Pick<Position, "storedUpTo">, state: State): number {
    const { row } = this;
    const world = JSON.stringify(state);
    if (row?.incarnation !== incarnation || row.storedUpTo !== storedUpTo) return world.length;
    Object.assign(row, { oldestKept: storedUpTo, storedUpTo: last, world });
    row.entries = row.entries.filter(({ seq }) => seq > storedUpTo);
    return world.length;
  }
  start(incarnation: string): State | null | undefined {
    if (this.row?.incarnation !== incarnation) return undefined;
    return this.row.start === null ? null : JSON.parse(this.row.start);
  }
  delete(): boolean {
    const isThere = this.row !== undefined;
    if (this.row) this.happened.push({ kind: "deleted" });
    this.row = undefined;
    return isThere;
  }
}

/** What becomes of a statement and of its answer. */
export type Fate = "answered" | "answer lost" | "statement lost" | "answer lost, done later";

/** Waits for its turn. `later` does what is done later, unless a lock is in its way: it says whether it was done. */
export type Gate = (name: string, later: () => boolean) => Promise<Fate>;

type Log = Shared["log"];

const lost = (name: string) =>
  /^(?:read|tail|has|start)$/.test(name)
    ? new ReadFailed("demo", new Error("cut"), "database")
    : new WriteFailed("demo", new Error("cut"), "uncertain");

/** One server's connection to the table. Every statement waits at a gate, where a schedule decides its fate. */
export class LogDouble implements Log {
  readonly #table: TableDouble;
  readonly #gate: Gate;
  readonly #lock: { by: LogDouble | undefined };

  constructor(table: TableDouble, gate: Gate, lock: { by: LogDouble | undefined }) {
    this.#table = table;
    this.#gate = gate;
    this.#lock = lock;
  }

  async #do<T>(name: string, statement: () => T): Promise<T> {
    for (;;) {
      let isWaiting = false;
      const fate = await this.#gate(name, () => {
        // It has not met its fate, and comes to the gate once more.
        if (isWaiting) return true;
        if (this.#lock.by !== undefined) return false;
        // A lock ends with its connection.
        if (name !== "lock") statement();
        return true;
      });
      // A transaction has the lock, of whichever server: the statement waits for its turn again.
      isWaiting = this.#lock.by !== undefined && writes.test(name);
      if (isWaiting) continue;
      if (fate === "statement lost" || fate === "answer lost, done later") throw lost(name);
      const answer = statement();
      if (fate === "answer lost") throw lost(name);
      return answer;
    }
  }
  create(_account: string, incarnation: string, state: State, resetPoint: ResetPoint): Promise<boolean> {
    return this.#do("create", () => this.#table.create(incarnation, state, resetPoint));
  }
  read(_account: string) {
    return this.#do("read", () => this.#table.read());
  }
  tail(_account: string, after: number): Promise<Tail | undefined> {
    return this.#do("tail", () => this.#table.tail(after));
  }
  append(_account: string, known: Known, token: string, texts: readonly string[]): Promise<boolean> {
    return this.#do("append", () => this.#table.append(known, token, texts));
  }
  has(_account: string, token: string): Promise<boolean> {
    return this.#do("has", () => this.#table.has(token));
  }
  async locked<T>(_account: string, work: (log: LockedLog) => Promise<T>): Promise<T> {
    let appended = () => {};
    try {
      await this.#do("lock", () => {
        this.#lock.by = this;
      });
      const result = await work({
        tail: async (after) => this.#table.tail(after),
        append: async (known, token, texts) => {
          const { row } = this.#table;
          if (row?.last !== known.last || row.incarnation !== known.incarnation) return false;
          appended = () => void this.#table.append(known, token, texts);
          return true;
        },
      });
      await this.#do("commit", () => appended());
      return result;
    } finally {
      if (this.#lock.by === this) this.#lock.by = undefined;
    }
  }
  load(_account: string, incarnation: string, token: string, state: State, resetPoint: ResetPoint) {
    return this.#do("load", () => this.#table.load(incarnation, token, state, resetPoint));
  }
  fold(_account: string, from: Known & Pick<Position, "storedUpTo">, state: State): Promise<number> {
    return this.#do("fold", () => this.#table.fold(from, state));
  }
  start(_account: string, incarnation: string): Promise<State | null | undefined> {
    return this.#do("start", () => this.#table.start(incarnation));
  }
  delete(_account: string): Promise<boolean> {
    return this.#do("delete", () => this.#table.delete());
  }
}
const writes = /^(?:append|load|fold|delete|lock)$/;
