import { randomUUID } from "node:crypto";
import type { WholeRequest } from "../../contract/control.ts";
import type { Moment } from "../domain/time.ts";
import {
  divided,
  LocalRequestLog,
  type LoggedRequest,
  mostRequests,
  type OfWorld,
  passes,
  type RequestFilter,
  type RequestLog,
  type Served,
} from "../sandbox/requests/request-log.ts";
import { detailOf, fromDetail } from "../sandbox/requests/views.ts";
import { SerialQueue } from "../store/serial-queue.ts";
import { sliced } from "../store/time-slice.ts";
import type { RequestTable, SentRequest } from "./postgres/request-table.ts";

/** In milliseconds: each server sends its requests this often. */
const interval = 250;
/** In milliseconds: a server without requests says this often that there are none. */
const betweenSigns = 750;
/** Requests in one statement, and the requests that wait for the next one; the oldest are dropped beyond that. */
const mostTogether = 100;
const mostWaiting = 10 * mostRequests;
/** The table is trimmed when a server has sent this share of what it may hold. */
const untrimmedShare = 1 / 10;

interface Limits {
  bodies: boolean;
  requestLogBytes: number;
}

/** A whole request, and what only the server shows of it. */
type Sent = WholeRequest & Required<Pick<Served, "base" | "client" | "worldId">>;

/**
 * The requests of all servers: each sends its own to a table, four times a second, and readers read the table. A reader
 * learns by `completeUntil` up to when the requests of the other servers are there.
 */
export class TeamRequestLog implements RequestLog {
  readonly #server = randomUUID();
  /** Shortens bodies and limits the memory of what waits. */
  readonly #own: LocalRequestLog;
  readonly #table: RequestTable;
  readonly #mostBytes: number;
  #waiting: LoggedRequest[] = [];
  readonly #queue = new SerialQueue();
  readonly #timer: NodeJS.Timeout;
  #untrimmed = 0;
  #completeUntil = 0;
  /** The number of the last request that the stream has read; undefined until it begins. */
  #read: number | undefined;

  constructor(limits: Limits, table: RequestTable) {
    this.#own = new LocalRequestLog(limits);
    this.#table = table;
    this.#mostBytes = limits.requestLogBytes;
    this.#timer = setInterval(() => void this.flush(), interval).unref();
  }

  add(served: Served): LoggedRequest {
    const logged = this.#own.add(served);
    this.#waiting.push(logged);
    if (this.#waiting.length > mostWaiting) this.#waiting.splice(0, mostRequests);
    return logged;
  }
  /** Sends what waits; what the database does not take is dropped, in a log that is bounded anyway. */
  flush(): Promise<void> {
    return this.#queue.run(() => this.#send().catch(() => {}));
  }
  async #send(): Promise<void> {
    const until = Date.now();
    if (this.#waiting.length === 0 && until < this.#completeUntil + betweenSigns) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += mostTogether) {
      const requests: SentRequest[] = [];
      for await (const { served } of sliced(waiting.slice(at, at + mostTogether)))
        if (served) requests.push(sentOf(served));
      await this.#table.add(this.#server, requests);
      this.#untrimmed += requests.reduce((sum, { text }) => sum + text.length, 0);
    }
    await this.#table.complete(this.#server, until);
    this.#completeUntil = until;
    if (this.#untrimmed < this.#mostBytes * untrimmedShare) return;
    this.#untrimmed = 0;
    await this.#table.trim(this.#mostBytes, mostRequests);
  }
  async completeUntil(): Promise<Moment> {
    return Math.min(Date.now(), (await this.#table.completeUntil(this.#server)) ?? Number.POSITIVE_INFINITY);
  }

  async list(filter: RequestFilter = {}, limit = mostRequests): Promise<Served[]> {
    await this.flush();
    const all = (await this.#table.list(mostRequests, filter.accountId)).map(servedIn);
    return all.filter((served) => passes(served, filter)).slice(-limit);
  }
  async find(requestId: string): Promise<Served | undefined> {
    await this.flush();
    const found = await this.#table.find(requestId);
    return found === undefined ? undefined : servedIn(found);
  }
  async ofWorld(accountId: string, worldId: string): Promise<OfWorld> {
    const all = await this.list({ accountId });
    return divided(all, worldId, await this.#table.dropped(accountId));
  }
  noteDropped(accountId: string, worldId: string): Promise<void> {
    return this.#table.noteDropped(accountId, worldId);
  }
  async clear(accountId?: string): Promise<void> {
    await this.flush();
    this.#own.clear(accountId);
    await this.#table.clear(accountId);
  }

  /** The requests of other servers since the last call; none at the first. */
  async news(): Promise<LoggedRequest[]> {
    this.#read ??= await this.#table.last();
    const found = await this.#table.since(this.#read, this.#server);
    this.#read = found.at(-1)?.id ?? this.#read;
    return found.map(({ text }) => {
      const served = servedIn(text);
      return { kind: "request", accountId: served.accountId, served };
    });
  }
  /** The next call of `news` begins anew. */
  skipNews(): void {
    this.#read = undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.#table.leave(this.#server).catch(() => {});
  }
}

function sentOf(served: Served): SentRequest {
  const { accountId, worldId, at, requestId, base = null, client = null } = served;
  const text = JSON.stringify({ ...detailOf(served), base, client, worldId } satisfies Sent);
  return { account: accountId ?? "", world: worldId, at, request_id: requestId, text };
}

function servedIn(text: string): Served {
  const { base, client, worldId, ...whole } = JSON.parse(text) as Sent;
  return { ...fromDetail(whole), base, client, worldId };
}
