import type { WholeRequest } from "../../contract/control.ts";
import type { Moment } from "../domain/time.ts";
import {
  divided,
  type Limits,
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

/** Requests in one statement, and the requests that wait for the next one; the oldest are dropped beyond that. */
const mostTogether = 100;
const mostWaiting = 10 * mostRequests;
/** The table is trimmed when a server has sent this share of what it may hold. */
const untrimmedShare = 1 / 10;

/** A whole request, and what only the server shows of it. */
type Sent = WholeRequest & Required<Pick<Served, "base" | "client" | "worldId">>;

/** The requests of all servers: each sends its own to a table, and readers read the table. */
export class TeamRequestLog implements RequestLog {
  readonly #server: string;
  /** Shortens bodies and limits the memory of what waits. */
  readonly #own: LocalRequestLog;
  readonly #table: RequestTable;
  readonly #mostBytes: number;
  readonly #most: number;
  #waiting: LoggedRequest[] = [];
  /** The accounts of requests that were dropped before they were sent. */
  readonly #incomplete = new Set<string>();
  readonly #queue = new SerialQueue();
  #untrimmed = 0;
  /** The stream has read the requests up to this number; undefined until it begins. */
  #read: number | undefined;

  constructor(limits: Limits, table: RequestTable, server: string) {
    this.#own = new LocalRequestLog(limits);
    this.#table = table;
    this.#mostBytes = limits.requestLogBytes;
    this.#most = limits.most ?? mostRequests;
    this.#server = server;
  }

  add(served: Served): LoggedRequest {
    const logged = this.#own.add(served);
    this.#waiting.push(logged);
    if (this.#waiting.length > mostWaiting) this.#drop(this.#waiting.splice(0, mostRequests));
    return logged;
  }
  #drop(requests: readonly LoggedRequest[]): void {
    for (const { accountId } of requests) this.#incomplete.add(accountId ?? "");
  }
  /**
   * Sends what waits, and returns whether all of it is there. What the database does not take is dropped: sent again,
   * it might be there twice.
   */
  flush(): Promise<boolean> {
    return this.#queue.run(async () => {
      const waiting = this.#waiting;
      this.#waiting = [];
      try {
        while (waiting.length > 0) await this.#send(waiting.splice(0, mostTogether));
        for (const accountId of this.#incomplete) {
          await this.#table.noteDropped(accountId, null);
          this.#incomplete.delete(accountId);
        }
        await this.#trim();
        return true;
      } catch {
        this.#drop(waiting);
        return false;
      }
    });
  }
  async #send(some: readonly LoggedRequest[]): Promise<void> {
    const requests: SentRequest[] = [];
    for await (const { served } of sliced(some)) if (served) requests.push(sentOf(served));
    this.#drop(some.filter(({ served }) => served === null));
    await this.#table.add(this.#server, requests).catch((error) => {
      this.#drop(some);
      throw error;
    });
    this.#untrimmed += requests.reduce((sum, { text }) => sum + text.length, 0);
  }
  async #trim(): Promise<void> {
    if (this.#untrimmed < this.#mostBytes * untrimmedShare) return;
    this.#untrimmed = 0;
    await this.#table.trim(this.#mostBytes, this.#most);
  }
  async completeUntil(): Promise<Moment> {
    return Math.min(Date.now(), (await this.#table.completeUntil(this.#server)) ?? Number.POSITIVE_INFINITY);
  }

  async list(filter: RequestFilter = {}, limit = this.#most): Promise<Served[]> {
    await this.flush();
    const all = await servedInAll(await this.#table.list(this.#most, filter.accountId));
    return all.filter((served) => passes(served, filter)).slice(-limit);
  }
  async find(requestId: string): Promise<Served | undefined> {
    await this.flush();
    const found = await this.#table.find(requestId);
    return found === undefined ? undefined : servedIn(found);
  }
  async ofWorld(accountId: string, worldId: string): Promise<OfWorld> {
    await this.flush();
    const all = await servedInAll(await this.#table.list(this.#most + 1, accountId));
    // One that is too many counts as dropped, because the table is trimmed now and then only.
    const surplus = all.length > this.#most ? all.shift() : undefined;
    return divided(all, worldId, surplus ? surplus.worldId : await this.#table.dropped(accountId));
  }
  noteDropped(accountId: string, worldId: string): Promise<void> {
    return this.#table.noteDropped(accountId, worldId);
  }
  async clear(accountId?: string): Promise<void> {
    await this.flush();
    this.#waiting = this.#waiting.filter((logged) => accountId !== undefined && logged.accountId !== accountId);
    this.#own.clear(accountId);
    await this.#table.clear(accountId);
  }

  /** The requests of other servers since the last call, without their bodies; none at the first. */
  async news(): Promise<LoggedRequest[]> {
    const { upTo, texts } = await this.#table.since(this.#read, this.#server);
    this.#read = upTo;
    return (await servedInAll(texts)).map((served) => {
      // The stream remembers many, and shows no bodies.
      const slim = { ...served, requestBody: null, responseBody: null };
      return { kind: "request", accountId: served.accountId, served: slim };
    });
  }
  /** The next call of `news` begins anew. */
  skipNews(): void {
    this.#read = undefined;
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

async function servedInAll(texts: readonly string[]): Promise<Served[]> {
  const all: Served[] = [];
  for await (const text of sliced(texts)) all.push(servedIn(text));
  return all;
}
