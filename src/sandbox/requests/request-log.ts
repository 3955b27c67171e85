import type { Body } from "../../../contract/control.ts";
import type { Refused } from "../../../contract/endpoint.ts";
import type { Moment } from "../../domain/time.ts";

/** Of one account; those without an account count as one more. */
export const mostRequests = 1000;
/** Searches by events of one account: many more, because the audit of clients that poll needs each of them. */
const mostSearches = 20_000;
/** The accounts of which the log remembers that it dropped a request; the oldest are forgotten first. */
const mostDropped = 10_000;
/** The most bytes of a body that are kept. */
export const longestBody = 64 * 1024;
/** The estimated bytes of a request beside its path, its headers and its bodies. */
const overhead = 1024;
const perViolation = 256;

/** A request that was served, as references to what serving it made anyway; reading turns them into text. */
export interface Served {
  readonly requestId: string;
  /** When it ended, by the wall clock. */
  at: Moment;
  readonly method: string;
  /** The address under which the client reached the server, where that is not the server's own. */
  readonly base?: string | null;
  /** The address of the client, where proxies are known. */
  readonly client?: string | null;
  /** With its query. */
  path: string;
  operation: string | null;
  /** 0 when the connection ended before a head was sent. */
  status: number;
  durationMs: number;
  accountId: string | null;
  /** The world that answered it, by `Store.worldId`; null for a request that reached none. */
  worldId: string | null;
  /** The subject of the token. */
  caller: string | null;
  refused: Refused | null;
  /** The kind of the injected fault that struck. */
  fault: string | null;
  /** Whether the header Prefer chose the status. */
  forced: boolean;
  /** The id of the first event that it caused, and how many there are. */
  firstEvent: number;
  events: number;
  /** The account's own time, and the newest event that a search could see, when it was answered. */
  clock: Moment | null;
  lastEventId: number | null;
  /** Names and values in turn. */
  requestHeaders: readonly string[];
  readonly responseHeaders: readonly unknown[];
  /** Null when there is none, or when it is left out. */
  requestBody: Uint8Array | null;
  /** The bytes, a text of one character for each byte, or what makes the text. */
  responseBody: Uint8Array | string | (() => string) | null;
  /** The whole length of a body that was in memory. */
  requestSize: number | null;
  responseSize: number | null;
  /** How much of its bodies a recording has; by their sizes where the request was served here. */
  readonly kept?: { request: Body["kept"] | undefined; response: Body["kept"] | undefined };
}

export interface RequestFilter {
  accountId?: string | undefined;
  operation?: string | undefined;
  status?: number | undefined;
  from?: Moment | undefined;
  to?: Moment | undefined;
}

/** The requests of an account, oldest first: those to its present world, and those to earlier ones. */
export interface OfWorld {
  earlier: Served[];
  requests: Served[];
  /** Whether no request to the present world was dropped. */
  isComplete: boolean;
}

/** The last requests of each account. */
export interface RequestLog {
  /** What the stream remembers of it. */
  add(served: Served): LoggedRequest;
  /** The last ones that pass the filter, oldest first. */
  list(filter?: RequestFilter, limit?: number): Served[] | Promise<Served[]>;
  /** The last one with this id: a client may send the same id twice. */
  find(requestId: string): Served | undefined | Promise<Served | undefined>;
  ofWorld(accountId: string, worldId: string): OfWorld | Promise<OfWorld>;
  /** Notes that requests to a world are missing, as in the log of an opened bundle. */
  noteDropped(accountId: string, worldId: string): void | Promise<void>;
  clear(accountId?: string): void | Promise<void>;
  /** The moment up to which the requests of all servers are in the log; undefined where there is one server. */
  completeUntil(): Promise<Moment> | undefined;
}

/** A request in the log and in the memory of the stream, which may be longer. */
export interface LoggedRequest {
  readonly kind: "request";
  readonly accountId: string | null;
  /** Null once the log has dropped it. */
  served: Served | null;
}

export interface Limits {
  bodies: boolean;
  requestLogBytes: number;
  /** Requests of one account. */
  most?: number;
}

/** The limits of the log of searches, beside those of the request log. */
export const searchLimits = ({ requestLogBytes }: Limits): Required<Limits> => ({
  bodies: false,
  requestLogBytes: requestLogBytes / 2,
  most: mostSearches,
});

/** A search as its log keeps it: what it asked for and how it was answered, without headers and bodies. */
export const slim = (served: Served): Served => ({
  ...served,
  ...{ requestHeaders: [], responseHeaders: [], requestBody: null, responseBody: null },
});

interface Entry extends LoggedRequest {
  readonly bytes: number;
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** The log of one server, in memory: bounded by the number of requests and by their bytes; the oldest go first. */
export class LocalRequestLog implements RequestLog {
  readonly #bodies: boolean;
  readonly #mostBytes: number;
  readonly #most: number;
  #bytes = 0;
  /** Linked, because a Set takes 20 µs to find its oldest entry after thousands of removals. */
  #oldest: Entry | undefined;
  #newest: Entry | undefined;
  /** The same by account, oldest first. */
  readonly #accounts = new Map<string | null, Entry[]>();
  /** The world of the last request of an account that was dropped. */
  readonly #dropped = new Map<string | null, string | null>();

  constructor({ bodies, requestLogBytes, most = mostRequests }: Limits) {
    this.#bodies = bodies;
    this.#mostBytes = requestLogBytes;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(served: Served): LoggedRequest {
    if (this.#bodies) shorten(served);
    else served.requestBody = served.responseBody = null;
    const { accountId } = served;
    const older = this.#newest;
    const entry: Entry = { kind: "request", accountId, served, bytes: bytesOf(served), older, newer: undefined };
    if (older) older.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
    this.#bytes += entry.bytes;
    const ofAccount = this.#accounts.get(accountId);
    if (!ofAccount) this.#accounts.set(accountId, [entry]);
    else if (ofAccount.push(entry) > this.#most) this.#drop(ofAccount[0] as Entry);
    while (this.#bytes > this.#mostBytes && this.#oldest) this.#drop(this.#oldest);
    return entry;
  }

  /** Drops the oldest entry of an account. */
  #drop(entry: Entry): void {
    this.noteDropped(entry.accountId, entry.served?.worldId ?? null);
    this.#remove(entry);
  }
  noteDropped(accountId: string | null, worldId: string | null): void {
    this.#dropped.delete(accountId);
    this.#dropped.set(accountId, worldId);
    if (this.#dropped.size > mostDropped) this.#dropped.delete(this.#dropped.keys().next().value ?? null);
  }
  #remove(entry: Entry): void {
    const { accountId, older, newer } = entry;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    this.#bytes -= entry.bytes;
    const ofAccount = this.#accounts.get(accountId) ?? [];
    ofAccount.shift();
    if (ofAccount.length === 0) this.#accounts.delete(accountId);
    entry.served = null;
    entry.older = entry.newer = undefined;
  }

  list(filter: RequestFilter = {}, limit = this.#most): Served[] {
    const found: Served[] = [];
    for (const served of this.#newestFirst(filter.accountId)) {
      if (found.length === limit) break;
      if (passes(served, filter)) found.push(served);
    }
    return found.reverse();
  }
  find(requestId: string): Served | undefined {
    for (const served of this.#newestFirst()) if (served.requestId === requestId) return served;
    return undefined;
  }
  *#newestFirst(accountId?: string): Generator<Served> {
    if (accountId === undefined)
      for (let entry = this.#newest; entry; entry = entry.older) yield entry.served as Served;
    else for (const { served } of this.#accounts.get(accountId)?.toReversed() ?? []) yield served as Served;
  }
  ofWorld(accountId: string, worldId: string): OfWorld {
    return divided(this.list({ accountId }), worldId, this.#dropped.get(accountId));
  }

  clear(accountId?: string): void {
    const entries = accountId === undefined ? [...this.#accounts.values()] : [this.#accounts.get(accountId) ?? []];
    for (const entry of entries.flat()) this.#remove(entry);
    if (accountId === undefined) this.#dropped.clear();
    else this.#dropped.delete(accountId);
  }
  completeUntil(): undefined {
    return undefined;
  }
}

/**
 * Divides the requests of an account by world. `dropped` is the world of the last request that was dropped: undefined
 * for none, null where that request reached no world.
 */
export function divided(all: Served[], worldId: string, dropped: string | null | undefined): OfWorld {
  const isOfOther = (world: string | null) => world !== null && world !== worldId;
  const from = all.findLastIndex((served) => isOfOther(served.worldId)) + 1;
  const isComplete = from > 0 || dropped === undefined || isOfOther(dropped);
  return { earlier: all.slice(0, from), requests: all.slice(from), isComplete };
}

export const passes = ({ operation, status, at }: Served, filter: RequestFilter): boolean =>
  [undefined, operation].includes(filter.operation) &&
  [undefined, status].includes(filter.status) &&
  at >= (filter.from ?? -Infinity) &&
  at <= (filter.to ?? Infinity);

/** Drops what is beyond the longest body. */
function shorten(served: Served): void {
  const { requestBody, responseBody } = served;
  if (requestBody && requestBody.length > longestBody) served.requestBody = beginningOf(requestBody);
  if (responseBody && typeof responseBody !== "function" && responseBody.length > longestBody)
    served.responseBody = beginningOf(responseBody);
}
/** A copy, because a part of a buffer or of a text would keep the whole. */
const beginningOf = (body: Uint8Array | string): Uint8Array =>
  typeof body === "string"
    ? Buffer.from(body.slice(0, longestBody), "latin1")
    : Uint8Array.from(body.subarray(0, longestBody));

function bytesOf({ path, refused, requestHeaders, requestBody, responseBody, responseSize }: Served): number {
  const answered = typeof responseBody === "function" ? responseSize : responseBody?.length;
  let bytes = overhead + path.length + (requestBody?.length ?? 0) + (answered ?? 0);
  for (const text of requestHeaders) bytes += text.length;
  return bytes + perViolation * (refused?.errors?.length ?? 0);
}
