import type { State } from "../../domain/change.ts";
import type { Moment } from "../../domain/time.ts";
import type { ResetPoint } from "../../store/store.ts";

/** A change in the log, as JSON. */
export interface Entry {
  seq: number;
  /** Of the append that wrote it: no two appends have the same. */
  token: string;
  text: string;
}

/** Where the changes of an account stand. */
export interface Position {
  /** Differs for an account that was deleted and created again. */
  incarnation: string;
  /** How many times its world was replaced, and the token of the last time. */
  reloads: number;
  loadToken: string;
  /** The number of the last change, and of the last one that the stored world holds. A replacement has a number too. */
  last: number;
  storedUpTo: number;
  /** The changes after this one are in the log. */
  oldestKept: number;
}
export interface Tail extends Position {
  /** In order, and as far as the log has them. */
  entries: Entry[];
  /** Differs when a value of the account, or of all accounts, was changed. */
  noted: string;
}
export interface StoredWorld extends Position {
  state: State;
  /** The checksum of the row schemas with which it was stored. */
  shape: string;
}

/** The position that a writer knows: it may append only while the log still stands there. */
export type Known = Pick<Position, "incarnation" | "last">;

/** Where the changes of one of several accounts stand. */
export type AccountPosition = Known & { account: string };

/** The log of one account while no other writer can append to it. */
export interface LockedLog {
  tail(after: number): Promise<Tail | undefined>;
  append(known: Known, token: string, texts: readonly string[]): Promise<boolean>;
}

/**
 * The changes of all accounts, which several servers append to. A call names one account, and happens whole or not at
 * all. It rejects with a `Refused` when it did not happen, and with a `Lost` when that is not known.
 */
export interface ChangeLog {
  /** The accounts in the order of their ids, each with its last use. */
  accounts(): Promise<Map<string, Moment>>;
  noteUse(account: string, usedAt: Moment): Promise<void>;
  /** Of each account, or of one. */
  positions(account?: string): Promise<AccountPosition[]>;
  /** Whether it is created; `TooManyAccounts` when there are `most` already. */
  create(account: string, incarnation: string, state: State, resetPoint: ResetPoint, most?: number): Promise<boolean>;
  /** The stored world; undefined for an account that does not exist. Rejects with a Damaged. */
  read(account: string): Promise<StoredWorld | undefined>;
  /** The position and the changes after a number, as of one moment; undefined for an account that does not exist. */
  tail(account: string, after: number): Promise<Tail | undefined>;
  /** Whether the log stood where the writer knew it to stand: if not, nothing was appended. */
  append(account: string, known: Known, token: string, texts: readonly string[]): Promise<boolean>;
  /** Whether the changes of an append are in the log. */
  has(account: string, token: string): Promise<boolean>;
  /** Keeps other writers of the account waiting until `work` is done; what it appended is durable then. */
  locked<T>(account: string, work: (log: LockedLog) => Promise<T>): Promise<T>;
  /** Replaces the world as a change without an entry. Undefined after a deletion. */
  load(
    account: string,
    incarnation: string,
    token: string,
    state: State,
    resetPoint: ResetPoint,
  ): Promise<Pick<Position, "last" | "reloads"> | undefined>;
  /**
   * Stores the world as of `last`, unless another server has stored one, and drops the changes of the one before.
   * Returns how many bytes the stored world has.
   */
  fold(account: string, from: Known & Pick<Position, "storedUpTo">, state: State): Promise<number>;
  /** The reset point; null for the seed, undefined for an account that does not exist. Rejects with a Damaged. */
  start(account: string, incarnation: string): Promise<State | null | undefined>;
  /** Whether it is deleted: false where it does not exist, or was used since. */
  delete(account: string, unusedSince?: Moment): Promise<boolean>;
}
