/** A change on its way to the log, or out of it. */
export interface Line {
  /** The change as JSON. */
  text: string;
  checksum: number;
}
export interface Entry extends Line {
  seq: number;
  /** Of the append that wrote it: no two appends have the same. */
  token: string;
}

/** A whole world, packed. */
export interface Body {
  bytes: Buffer;
  checksum: number;
  /** The row schemas with which it was written. */
  shape: string;
}

/** Where an account's log stands. */
export interface Head {
  /** Differs for an account that was deleted and created again. */
  life: string;
  /** How many times its world was replaced, and the token of the last time. */
  loads: number;
  loadToken: string;
  /** The number of the last change, and of the last one that the stored world holds. */
  head: number;
  base: number;
  /** The changes after this one are in the log. */
  floor: number;
}
export interface Tail extends Head {
  /** In order, and as far as the log has them. */
  entries: Entry[];
}
export interface NotedTail extends Tail {
  /** Differs when a note of the account, or of all accounts, was changed. */
  notes: string;
}
export interface Stored extends Head {
  world: Body;
}

/** The moment that a writer knows: it may append only while the log still stands there. */
export type Known = Pick<Head, "life" | "head">;

/** The log of one account while no other writer can append to it. */
export interface HeldLog {
  tail(after: number): Promise<Tail | undefined>;
  append(known: Known, token: string, lines: readonly Line[]): Promise<boolean>;
}

/**
 * The tables of the accounts, which several servers write to. A call names one account, and happens whole or not at
 * all. It rejects with a `Refused` when it did not happen, and with a `Lost` when that is not known.
 */
export interface Log {
  accounts(): Promise<string[]>;
  /** Where the log of an account, or of each, stands. */
  heads(account?: string): Promise<(Known & Pick<Head, "loads"> & { account: string })[]>;
  /** Whether there was none. A reset returns to `start`, or with null to the seed. */
  create(account: string, life: string, world: Body, start: Body | null): Promise<boolean>;
  /** The stored world; undefined for an account that does not exist. */
  read(account: string): Promise<Stored | undefined>;
  /** Where the log stands and its changes, as of one moment; undefined for an account that does not exist. */
  tail(account: string, after: number): Promise<NotedTail | undefined>;
  /** Whether the log stood where the writer knew it to stand: if not, nothing was appended. */
  append(account: string, known: Known, token: string, lines: readonly Line[]): Promise<boolean>;
  /** Keeps other writers of the account waiting until `work` is done; what it appended is durable then. */
  alone<T>(account: string, work: (held: HeldLog) => Promise<T>): Promise<T>;
  /** Replaces the world as a change; an undefined `start` leaves the reset point. Undefined after a deletion. */
  load(
    account: string,
    life: string,
    token: string,
    world: Body,
    start?: Body | null,
  ): Promise<Pick<Head, "head" | "loads"> | undefined>;
  /** Stores the world as of `head`, unless another server has since `base`, and drops the changes up to `base`. */
  fold(account: string, from: Known & Pick<Head, "base">, world: Body): Promise<void>;
  start(account: string, life: string): Promise<Body | null | undefined>;
  /** False for an account that does not exist. */
  delete(account: string): Promise<boolean>;
}

/** The database answered that it does not do it: nothing was changed. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.name = "Refused";
    this.code = code;
  }
}

/** The database was not reached, or did not answer: what it was asked for may have happened. */
export class Lost extends Error {
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.name = "Lost";
    this.code = code;
  }
}
