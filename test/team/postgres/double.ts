import { setImmediate as turn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { State } from "../../../src/domain/change.ts";
import type { Packing } from "../../../src/store/world-codec.ts";
import {
  type Body,
  type Entry,
  type Head,
  type HeldLog,
  type Known,
  type Line,
  type Log,
  Lost,
  type NotedTail,
  type Tail,
} from "../../../src/team/postgres/change-log.ts";

/** Faults that can be built into the table. */
export type Planted = "no fence" | "no fence after a fold" | "no tokens";

interface Row extends Head {
  world: Body;
  start: Body | null;
  entries: Entry[];
}
/** Everything that ever happened to the table, which nobody deletes. */
export type Happened =
  | { kind: "world"; life: string; head: number; body: Body }
  | { kind: "change"; life: string; head: number; text: string }
  | { kind: "deleted" };

/**
 * Worlds as plain text, without the threads of a compressor, so that a schedule is the same each time. All events but
 * the last stay unread.
 */
export const plainPacking: Packing = {
  async pack(state) {
    const bytes = Buffer.from(JSON.stringify(state));
    return { bytes, checksum: crc32(bytes), shape: "" };
  },
  async unpack(_, { bytes }) {
    const state = JSON.parse(bytes.toString()) as State;
    const older = state.events.slice(0, -1);
    const unread = async function* () {
      await turn();
      yield older;
    };
    return { state: { ...state, events: state.events.slice(-1) }, unread: older.length > 0 ? unread : undefined };
  },
};

/** The table of one account in memory: what each statement does, at once and whole. */
export class TableDouble {
  row: Row | undefined;
  readonly happened: Happened[] = [];
  readonly #planted: Planted | undefined;

  constructor(planted?: Planted) {
    this.#planted = planted;
  }

  create(life: string, world: Body, start: Body | null): boolean {
    if (this.row) return false;
    const head = { life, loads: 0, loadToken: "", head: 0, base: 0, floor: 0 };
    this.row = { ...head, world, start, entries: [] };
    this.happened.push({ kind: "world", life, head: 0, body: world });
    return true;
  }
  tail(after: number): Tail | undefined {
    if (!this.row) return undefined;
    const { world: _, start: __, entries, ...head } = this.row;
    return { ...head, entries: entries.filter(({ seq }) => seq > after) };
  }
  append({ life, head }: Known, token: string, lines: readonly Line[]): boolean {
    const { row } = this;
    if (!row || (row.life !== life && this.#planted !== "no fence")) return false;
    const isTaken = row.entries.some(({ seq }) => seq > head) || row.head > head;
    // The key of the rows alone keeps out a writer only while the rows are there.
    const isKeyTaken = row.entries.some(({ seq }) => seq === head + 1);
    if (this.#planted === "no fence after a fold" ? isKeyTaken : isTaken && this.#planted !== "no fence") return false;
    for (const line of lines) {
      row.head = this.#planted === "no fence after a fold" ? head + lines.indexOf(line) + 1 : row.head + 1;
      row.entries.push({ ...line, seq: row.head, token: this.#planted === "no tokens" ? "" : token });
      this.happened.push({ kind: "change", life: row.life, head: row.head, text: line.text });
    }
    return true;
  }
  load(life: string, token: string, world: Body, start: Body | null | undefined) {
    const { row } = this;
    if (row?.life !== life) return undefined;
    row.head++;
    Object.assign(row, { loads: row.loads + 1, loadToken: token, world, entries: [] });
    Object.assign(row, { base: row.head, floor: row.head });
    if (start !== undefined) row.start = start;
    this.happened.push({ kind: "world", life, head: row.head, body: world });
    return { head: row.head, loads: row.loads };
  }
  fold({ life, base, head }: Known & { base: number }, world: Body): void {
    const { row } = this;
    if (row?.life !== life || row.base !== base) return;
    Object.assign(row, { floor: base, base: head, world });
    row.entries = row.entries.filter(({ seq }) => seq > base);
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

/** One server's connection to the table. Every statement waits at a gate, where a schedule decides its fate. */
export class LogDouble implements Log {
  readonly #table: TableDouble;
  readonly #gate: Gate;
  readonly #held: { by: LogDouble | undefined };

  constructor(table: TableDouble, gate: Gate, held: { by: LogDouble | undefined }) {
    this.#table = table;
    this.#gate = gate;
    this.#held = held;
  }

  async #do<T>(name: string, statement: () => T): Promise<T> {
    for (;;) {
      let isWaiting = false;
      const fate = await this.#gate(name, () => {
        // It has not met its fate, and comes to the gate once more.
        if (isWaiting) return true;
        if (this.#held.by !== undefined) return false;
        // A lock ends with its connection.
        if (name !== "lock") statement();
        return true;
      });
      // A transaction has the lock, of whichever server: the statement waits for its turn again.
      isWaiting = this.#held.by !== undefined && writes.test(name);
      if (isWaiting) continue;
      if (fate === "statement lost" || fate === "answer lost, done later") throw new Lost("CUT", new Error("cut"));
      const answer = statement();
      if (fate === "answer lost") throw new Lost("CUT", new Error("cut"));
      return answer;
    }
  }
  async accounts(): Promise<string[]> {
    return this.#table.row ? ["demo"] : [];
  }
  async heads(): ReturnType<Log["heads"]> {
    return this.#table.row ? [{ account: "demo", ...this.#table.row }] : [];
  }
  create(_account: string, life: string, world: Body, start: Body | null): Promise<boolean> {
    return this.#do("create", () => this.#table.create(life, world, start));
  }
  read(_account: string) {
    return this.#do("read", () => this.#table.row && { ...this.#table.row });
  }
  async tail(_account: string, after: number): Promise<NotedTail | undefined> {
    const tail = await this.#do("tail", () => this.#table.tail(after));
    return tail && { ...tail, notes: "" };
  }
  append(_account: string, known: Known, token: string, lines: readonly Line[]): Promise<boolean> {
    return this.#do("append", () => this.#table.append(known, token, lines));
  }
  async alone<T>(_account: string, work: (held: HeldLog) => Promise<T>): Promise<T> {
    let appended = () => {};
    try {
      await this.#do("lock", () => {
        this.#held.by = this;
      });
      const result = await work({
        tail: async (after) => this.#table.tail(after),
        append: async (known, token, lines) => {
          if (this.#table.row?.head !== known.head || this.#table.row.life !== known.life) return false;
          appended = () => void this.#table.append(known, token, lines);
          return true;
        },
      });
      await this.#do("commit", () => appended());
      return result;
    } finally {
      if (this.#held.by === this) this.#held.by = undefined;
    }
  }
  load(_account: string, life: string, token: string, world: Body, start?: Body | null) {
    return this.#do("load", () => this.#table.load(life, token, world, start));
  }
  fold(_account: string, from: Known & { base: number }, world: Body): Promise<void> {
    return this.#do("fold", () => this.#table.fold(from, world));
  }
  start(_account: string, life: string): Promise<Body | null | undefined> {
    return this.#do("start", () => (this.#table.row?.life === life ? this.#table.row.start : undefined));
  }
  delete(_account: string): Promise<boolean> {
    return this.#do("delete", () => this.#table.delete());
  }
}
const writes = /^(?:append|load|fold|delete|lock)$/;
