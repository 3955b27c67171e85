import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { WholeRequest } from "../../contract/control.ts";
import type { SeenRequest, SharedStorage } from "../store/store.ts";
import { Turns } from "../store/turns.ts";
import { type Entry, mostRequests, passes, type RequestFilter, Requests, type Served } from "./request-log.ts";
import { RequestNews } from "./request-news.ts";
import { servedOf, wholeOf } from "./seen.ts";

/** In milliseconds: how long a request waits at most for others that are sent with it, if there is little to do. */
const usualPause = 40;
/** Writing may take one tenth of the time, unless that keeps requests back for longer than this. */
const share = 10;
const longestPause = 1_000;
/** The log of all servers is brought to its size when a server has sent this share of it. */
const untrimmedShare = 1 / 20;

interface Unsent {
  entry: Entry;
  world: string;
  /** Its place among the requests of its world, where it is the first that is kept. */
  nth: number;
}

interface Settings {
  bodies: boolean;
  requestLogBytes: number;
}

/**
 * The requests of all servers. Each keeps its own as the log of one server does, and sends copies to the others, some
 * at a time and off the path of the requests.
 */
export class SharedRequests {
  readonly #server = randomUUID();
  readonly #news: RequestNews;
  readonly #own: Requests;
  readonly #storage: SharedStorage;
  readonly #most: number;
  #unsent: Unsent[] = [];
  readonly #turns = new Turns();
  #timer: NodeJS.Timeout | undefined;
  #pause = usualPause;
  #untrimmed = 0;
  /** How many requests of a present world were forgotten before this server had any of them. */
  readonly #before = new Map<string, number>();

  constructor(settings: Settings, storage: SharedStorage) {
    this.#own = new Requests(settings);
    this.#storage = storage;
    this.#news = new RequestNews(storage.seen);
    this.#most = settings.requestLogBytes;
  }

  add(served: Served): Entry {
    const entry = this.#own.add(served);
    const world = served.accountId === null ? "" : this.#storage.worldOf(served.accountId);
    const nth = this.#before.get(served.accountId ?? "") ?? 0;
    this.#unsent.push({ entry, world, nth });
    this.#plan();
    return entry;
  }
  /** A request names the world that it met, so that only what was forgotten is noted. */
  divide(accountId: string, forgotten = 0): void {
    if (forgotten > 0) this.#before.set(accountId, forgotten);
    else this.#before.delete(accountId);
  }

  #plan(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#pause).unref();
  }
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    for (const group of groupsOf(this.#unsent.splice(0), this.#server)) {
      this.#untrimmed += group.reduce((sum, { text }) => sum + text.length, 0);
      // A request that cannot be sent is missing in a log that is bounded anyway.
      await this.#storage.seen.add(group, mostRequests).catch(() => {});
    }
    if (this.#untrimmed > this.#most * untrimmedShare) {
      this.#untrimmed = 0;
      await this.#storage.seen.trim(this.#most).catch(() => {});
    }
    this.#pause = Math.min(longestPause, Math.max(usualPause, share * (performance.now() - began)));
  }
  /** Resolves when the requests of this server are sent. */
  flush(): Promise<void> {
    return this.#turns.run(() => this.#send());
  }
  /** The same, and those of servers that are about as busy as this one. */
  async #settled(): Promise<void> {
    await Promise.all([this.flush(), wait(2 * this.#pause)]);
  }

  /** The requests of other servers since the last look. */
  async news(): Promise<Entry[]> {
    const others = (await this.#news.look()).filter((text) => (JSON.parse(text) as Sent).server !== this.#server);
    return others.map((text) => {
      const served = servedIn({ text });
      const { accountId } = served;
      return {
        kind: "request",
        accountId,
        served,
        bytes: 0,
        nth: 0,
        isLast: false,
        older: undefined,
        newer: undefined,
      };
    });
  }

  async list(filter: RequestFilter = {}, limit = mostRequests): Promise<Served[]> {
    await this.#settled();
    const all = (await this.#storage.seen.list(filter.accountId)).map(servedIn);
    return all.filter((served) => passes(served, filter)).slice(-limit);
  }
  async find(requestId: string): Promise<Served | undefined> {
    await this.#settled();
    const found = await this.#storage.seen.find(requestId);
    return found && servedIn(found);
  }
  async ofWorld(accountId: string): Promise<{ requests: Served[]; forgotten: number }> {
    await this.#settled();
    const all = await this.#storage.seen.list(accountId);
    const world = this.#storage.worldOf(accountId);
    const own = all.slice(all.findLastIndex((seen) => seen.world !== world) + 1);
    const forgotten = own.length === 0 ? 0 : Math.min(...own.map(({ nth }) => nth));
    return { requests: own.map(servedIn), forgotten };
  }
  async clear(accountId?: string): Promise<void> {
    await this.#settled();
    this.#own.clear(accountId);
    if (accountId === undefined) this.#before.clear();
    else this.#before.delete(accountId);
    await this.#storage.seen.clear(accountId);
  }
}

/** Requests of the same account and world together, in order; the log may have let go of some. */
function groupsOf(unsent: readonly Unsent[], server: string): SeenRequest[][] {
  const groups = new Map<string, SeenRequest[]>();
  for (const { entry, world, nth } of unsent) {
    const { served } = entry;
    if (!served) continue;
    const accountId = served.accountId ?? "";
    const key = `${accountId} ${world}`;
    const { base = null, client = null } = served;
    const text = JSON.stringify({ ...wholeOf(served), base, client, server } satisfies Sent);
    const seen = { accountId, world, nth, at: served.at, requestId: served.requestId, text };
    groups.set(key, [...(groups.get(key) ?? []), seen]);
  }
  return [...groups.values()];
}

/** A whole request, and what only the server shows of it. */
type Sent = WholeRequest & Required<Pick<Served, "base" | "client">> & { server: string };

function servedIn({ text }: Pick<SeenRequest, "text">): Served {
  const { base, client, server: _, ...whole } = JSON.parse(text) as Sent;
  return { ...servedOf(whole), base, client };
}
