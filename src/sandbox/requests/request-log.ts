import type { Body } from "../../../contract/control.ts";
import type { Refused } from "../../../contract/endpoint.ts";
import type { Moment } from "../../domain/time.ts";

/** Of one account; those without an account count as one more. */
export const mostRequests = 1000;
/** Accounts without a request in the log of which it knows how many it has forgotten; the oldest go first. */
const mostForgotten = 10_000;
/** The most bytes of a body that are kept. */
export const longestBody = 64 * 1024;
/** What a request takes beside its path, its headers and its bodies, about. */
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

/** A request in the log, and in the memory of the stream, which may be longer. */
export interface Entry {
  readonly kind: "request";
  readonly accountId: string | null;
  /** Null once the log has let go of it. */
  served: Served | null;
  readonly bytes: number;
  /** Its place among the requests to the same world. */
  readonly nth: number;
  /** Whether the world was replaced after it. */
  isLast: boolean;
  older: Entry | undefined;
  newer: Entry | undefined;
}

export interface OfWorld {
  earlier: Served[];
  requests: Served[];
  forgotten: number;
}

/** The last requests of each account, bounded by their number and, all together, by their bytes; oldest go first. */
export class Requests {
  readonly #bodies: boolean;
  readonly #mostBytes: number;
  #bytes = 0;
  #oldest: Entry | undefined;
  #newest: Entry | undefined;
  /** The same by account, oldest first. */
  readonly #accounts = new Map<string | null, Entry[]>();
  /** How many requests to its present world came before the first one that the log has, where it has none yet. */
  readonly #before = new Map<string | null, number>();

  constructor({ bodies, requestLogBytes }: { bodies: boolean; requestLogBytes: number }) {
    this.#bodies = bodies;
    this.#mostBytes = requestLogBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(served: Served): Entry {
    if (this.#bodies) shorten(served);
    else served.requestBody = served.responseBody = null;
    const { accountId } = served;
    const ofAccount = this.#accounts.get(accountId);
    const former = ofAccount?.at(-1);
    const nth = former && !former.isLast ? former.nth + 1 : this.#takeBefore(accountId);
    const bytes = bytesOf(served);
    const older = this.#newest;
    const entry: Entry = { kind: "request", accountId, served, bytes, nth, isLast: false, older, newer: undefined };
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
    this.#bytes += entry.bytes;
    if (!ofAccount) this.#accounts.set(accountId, [entry]);
    else if (ofAccount.push(entry) > mostRequests) this.#forget(ofAccount[0] as Entry);
    while (this.#bytes > this.#mostBytes && this.#oldest) this.#forget(this.#oldest);
    return entry;
  }

  /** Later requests of the account meet another world, of which so many older ones are forgotten. */
  divide(accountId: string, forgotten = 0): void {
    const last = this.#accounts.get(accountId)?.at(-1);
    if (last) last.isLast = true;
    this.#takeBefore(accountId);
    if (forgotten > 0) this.#before.set(accountId, forgotten);
  }
  #takeBefore(accountId: string | null): number {
    const before = this.#before.get(accountId) ?? 0;
    if (before > 0) this.#before.delete(accountId);
    return before;
  }
  /**
   * The requests that met the account's present world, oldest first, those that met an earlier one, and how many of the
   * present one are forgotten.
   */
  ofWorld(accountId: string): OfWorld {
    const entries = this.#accounts.get(accountId) ?? [];
    const from = entries.findLastIndex(({ isLast }) => isLast) + 1;
    const own = entries.slice(from);
    return {
      earlier: entries.slice(0, from).flatMap(({ served }) => served ?? []),
      requests: own.flatMap(({ served }) => served ?? []),
      forgotten: own[0]?.nth ?? this.#before.get(accountId) ?? 0,
    };
  }

  /** The oldest entry of an account. */
  #forget(entry: Entry): void {
    const { accountId, older, newer } = entry;
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
    this.#bytes -= entry.bytes;
    const ofAccount = this.#accounts.get(accountId) ?? [];
    ofAccount.shift();
    if (ofAccount.length === 0) {
      this.#accounts.delete(accountId);
      if (!entry.isLast) this.#before.set(accountId, entry.nth + 1);
      if (this.#before.size > mostForgotten) this.#before.delete(this.#before.keys().next().value as string | null);
    }
    entry.served = null;
    entry.older = entry.newer = undefined;
  }

  /** The last so many that pass the filter, oldest first. */
  list(filter: RequestFilter = {}, limit = mostRequests): Served[] {
    const found: Served[] = [];
    for (const served of this.#newestFirst(filter.accountId)) {
      if (found.length === limit) break;
      if (passes(served, filter)) found.push(served);
    }
    return found.reverse();
  }
  /** The last one with this id: a client may send the same id twice. */
  find(requestId: string): Served | undefined {
    for (const served of this.#newestFirst()) if (served.requestId === requestId) return served;
    return undefined;
  }
  *#newestFirst(accountId?: string): Generator<Served> {
    if (accountId === undefined)
      for (let entry = this.#newest; entry; entry = entry.older) yield entry.served as Served;
    else for (const { served } of this.#accounts.get(accountId)?.toReversed() ?? []) yield served as Served;
  }

  clear(accountId?: string): void {
    const entries = accountId === undefined ? [...this.#accounts.values()] : [this.#accounts.get(accountId) ?? []];
    for (const entry of entries.flat()) this.#forget(entry);
    if (accountId === undefined) this.#before.clear();
    else this.#before.delete(accountId);
  }
  /** Of an account that is deleted. */
  forget(accountId: string): void {
    this.clear(accountId);
  }
  /** Resolves when all requests that were answered are in the log. */
  async settled(): Promise<void> {}
}

export const passes = ({ operation, status, at }: Served, filter: RequestFilter): boolean =>
  [undefined, operation].includes(filter.operation) &&
  [undefined, status].includes(filter.status) &&
  at >= (filter.from ?? -Infinity) &&
  at <= (filter.to ?? Infinity);

/** Lets go of what is beyond the longest body. */
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
