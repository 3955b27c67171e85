import { randomUUID } from "node:crypto";
import type { WholeRequest } from "../../contract/control.ts";
import {
  type Entry,
  mostRequests,
  type OfWorld,
  passes,
  type RequestFilter,
  Requests,
  type Served,
} from "../sandbox/requests/request-log.ts";
import { servedOf, wholeOf } from "../sandbox/requests/views.ts";
import { Turns } from "../store/serial-queue.ts";
import type { NewRequest, SeenRequest, SharedStorage } from "../store/store.ts";
import { pauses } from "../store/time-slice.ts";
import { SharedCall } from "./coalesce.ts";
import { mostTogether, RequestNews } from "./request-news.ts";
import { wait, wholeWait } from "./wait.ts";

/** In milliseconds: how long a request waits at most for others that are sent with it, if there is little to do. */
const usualPause = 40;
/**
 * The pause after a sending is twice as long, so that sending takes a third of the time at most, but no longer than
 * this.
 */
const longestPause = 1_000;
/**
 * When no request was answered for so long, the rest is sent without pauses. It is longer than a usual pause, because
 * a busy machine may stop a server for some tenths of a second.
 */
const silence = 250;
/** Characters that are sent at once, about. */
const mostAtOnce = 100_000;
/** The same where a reader waits. */
const mostForReaders = 500_000;
/**
 * To copy a request takes longer than most answers, so that copies of all would slow a busy server down. Where more
 * comes than one portion a pause, the time from one sending to the next is this many times the time that one takes, and
 * the longest pause at most.
 */
const timesAsLong = 50;
/** In milliseconds: a server is late when a request waits for longer. It says so, and learns whether a reader waits. */
const lateness = usualPause / 2;
const betweenSaying = 200;
/** In milliseconds: how long a reader waits at most for servers that it has asked. */
const longestWait = 10_000;
/** The log of all servers is brought to its size when a server has sent this share of it. */
const untrimmedShare = 1 / 10;
/** Characters of a request in the log, besides its text, about. */
const leastLength = 1_000;

interface Unsent {
  entry: Entry;
  /** When it was answered, on the clock of the process. */
  at: number;
  world: string;
  /** How many requests of its world were forgotten before, where it is the first that is kept. */
  before: number;
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
  /** How many requests of an account and world were taken since the last one that was sent. */
  readonly #skipped = new Map<string, number>();
  readonly #turns = new Turns();
  /** Readers who come together wait together. */
  readonly #settling = new SharedCall(() => this.#settle());
  #timer: NodeJS.Timeout | undefined;
  /** Until the first sending, the database is taken for slow. */
  #pause = longestPause;
  #pauseWhenBusy = usualPause;
  /** When the last sending ended, on the clock of the process. */
  #sentAt = Number.NEGATIVE_INFINITY;
  /** In portions: what came, less one for each pause that has passed; and when that was last brought up to date. */
  #surplus = 0;
  #surplusAt = Number.NEGATIVE_INFINITY;
  /** When this server last said that it is late; undefined while it is not. */
  #saidAt: number | undefined;
  /** What it says may wait for a connection, and the database counts from the moment at which that arrives. */
  #way = usualPause;
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
    const before = this.#before.get(served.accountId ?? "") ?? 0;
    this.#unsent.push({ entry, at: performance.now(), world, before });
    this.#surplus += Math.max(entry.bytes / mostAtOnce, 1 / mostTogether);
    this.#plan();
    return entry;
  }
  /** A request names the world that it met, so that only what was forgotten is noted. */
  divide(accountId: string, forgotten = 0): void {
    if (forgotten > 0) this.#before.set(accountId, forgotten);
    else this.#before.delete(accountId);
  }

  #plan(pause = usualPause): void {
    this.#timer ??= setTimeout(() => void this.#turns.run(() => this.#sendSome()), pause).unref();
  }
  async #sendSome(): Promise<void> {
    this.#timer = undefined;
    const isDue = this.#unsent.length > 0 && this.#isDue();
    let isAsked = (!isDue || this.#isSlow()) && (await this.#say());
    if (isDue && !isAsked) {
      await this.#sendPortion();
      isAsked = await this.#say();
    }
    if (isAsked) await this.#sendAll().catch(() => {});
    if (this.#unsent.length > 0) this.#plan(this.#isSilent() ? 0 : usualPause);
  }
  #isDue(): boolean {
    const now = performance.now();
    const pause = this.#isBusy(now) ? this.#pauseWhenBusy : this.#isSlow() ? this.#pause : 0;
    return this.#isSilent() || now - this.#sentAt >= pause;
  }
  /** Readers have to know of a sending before it begins. */
  #isSlow(): boolean {
    return this.#pause > usualPause;
  }
  async #sendPortion(): Promise<void> {
    const began = performance.now();
    await this.#send(mostAtOnce).catch(() => {});
    this.#sentAt = performance.now();
    const took = this.#sentAt - began;
    this.#pause = Math.min(longestPause, Math.max(usualPause, 2 * took));
    this.#pauseWhenBusy = Math.min(longestPause, timesAsLong * took);
  }
  #isBusy(now: number): boolean {
    const left = this.#surplus - (now - this.#surplusAt) / this.#pause;
    this.#surplusAt = now;
    // However much came, a server is taken for busy no longer than the longest pause when nothing more comes.
    this.#surplus = Math.min(longestPause / this.#pause, Math.max(0, left));
    // Requests may come together after a machine has stopped a server for a while.
    return this.#surplus > silence / this.#pause;
  }
  #isSilent(): boolean {
    const newest = this.#unsent.at(-1);
    return newest !== undefined && performance.now() - newest.at > silence;
  }
  /**
   * Sends the oldest requests that are not sent, and returns how many they are. Where it rejects they are forgotten, in
   * a log that is bounded anyway.
   */
  async #send(mostLength: number): Promise<number> {
    const { taken, groups } = await this.#take(mostLength);
    for (const together of oneWorldEach(groups)) {
      const requests = together.flatMap(([, group]) => group);
      this.#untrimmed += requests.reduce((sum, { text }) => sum + text.length + leastLength, 0);
      await this.#storage.seen.add(requests);
      for (const [key] of together) this.#skipped.delete(key);
    }
    if (this.#untrimmed > this.#most * untrimmedShare) {
      this.#untrimmed = 0;
      await this.#storage.seen.trim(this.#most, mostRequests).catch(() => {});
    }
    return taken;
  }
  /** Of the same account and world together, in order. The server's own log may have let go of some. */
  async #take(mostLength: number): Promise<{ taken: number; groups: Map<string, NewRequest[]> }> {
    const groups = new Map<string, NewRequest[]>();
    const rest = pauses();
    let [taken, kept, length] = [0, 0, 0];
    for (const { entry, world, before } of this.#unsent) {
      if (length > mostLength || kept === mostTogether) break;
      taken += 1;
      const key = `${entry.accountId ?? ""} ${world}`;
      const skipped = this.#skipped.get(key) ?? 0;
      this.#skipped.set(key, skipped + 1);
      if (!entry.served) continue;
      const group = groups.get(key) ?? [];
      group.push({ ...newRequestOf(entry.served, this.#server), world, before, place: skipped });
      groups.set(key, group);
      kept += 1;
      length += group.at(-1)?.text.length ?? 0;
      const due = rest();
      if (due) await due;
    }
    this.#unsent = this.#unsent.slice(taken);
    return { taken, groups };
  }
  async #sendAll(): Promise<void> {
    if (this.#isSlow()) await this.#say(0);
    try {
      for (let left = this.#unsent.length; left > 0; await this.#say()) left -= await this.#send(mostForReaders);
    } finally {
      await this.#say();
    }
  }
  /** Tells the others whether this server is late, now and then; true where a reader waits. */
  async #say(least = lateness): Promise<boolean> {
    const { seen } = this.#storage;
    const now = performance.now();
    const ms = now - (this.#unsent[0]?.at ?? Number.POSITIVE_INFINITY);
    if (ms >= least) {
      if (this.#saidAt !== undefined && now - this.#saidAt < betweenSaying) return false;
      this.#saidAt = now;
      const isAsked = await seen.late(this.#server, ms + 2 * this.#way).catch(() => false);
      this.#way = Math.max(usualPause, performance.now() - now);
      return isAsked;
    }
    if (this.#saidAt === undefined) return false;
    const inTime = () => {
      this.#saidAt = undefined;
    };
    await seen.inTime(this.#server).then(inTime, () => {});
    return false;
  }
  /** Resolves when the requests of this server are sent, or cannot be sent. */
  flush(): Promise<void> {
    return this.#turns.run(() => this.#sendAll().catch(() => {}));
  }
  /** Resolves when those of all servers are sent. */
  async #settle(): Promise<void> {
    // A server that is not late sends a request within this time, unless the database has just become slow.
    await Promise.all([this.flush(), wholeWait(2 * usualPause)]);
    const until = performance.now() + longestWait;
    const ask = (moment?: string) => this.#storage.seen.ask(this.#server, moment).catch(() => undefined);
    for (let moment = await ask(); moment !== undefined && performance.now() < until; moment = await ask(moment))
      await wait(usualPause);
  }

  /** Until the next look, no stream has a reader for the requests of other servers. */
  forgetNews(): void {
    this.#news.forget();
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

  /** Resolves when all requests that any server has answered are in the log; those that read it call this before. */
  settled(): Promise<void> {
    return this.#settling.run();
  }
  async list(filter: RequestFilter = {}, limit = mostRequests): Promise<Served[]> {
    const all = (await this.#storage.seen.list(mostRequests, filter.accountId)).map(servedIn);
    return all.filter((served) => passes(served, filter)).slice(-limit);
  }
  async find(requestId: string): Promise<Served | undefined> {
    const found = await this.#storage.seen.find(requestId);
    return found && servedIn(found);
  }
  async ofWorld(accountId: string): Promise<OfWorld> {
    const all = await this.#storage.seen.list(mostRequests, accountId);
    const world = this.#storage.worldOf(accountId);
    const from = all.findLastIndex((seen) => seen.world !== world) + 1;
    const own = all.slice(from);
    // Late requests of the world before may stand between, after which the log counts anew.
    const forgotten = Math.max(0, ...own.map(({ nth }) => nth + 1 - own.length));
    return { earlier: all.slice(0, from).map(servedIn), requests: own.map(servedIn), forgotten };
  }
  async clear(accountId?: string): Promise<void> {
    await this.settled();
    await this.#clear(accountId);
  }
  /** The same when an account is deleted, without waiting for servers that are late. */
  async forget(accountId: string): Promise<void> {
    await Promise.all([this.flush(), wait(2 * usualPause)]);
    await this.#clear(accountId);
  }
  async #clear(accountId?: string): Promise<void> {
    this.#own.clear(accountId);
    if (accountId === undefined) this.#before.clear();
    else this.#before.delete(accountId);
    await this.#storage.seen.clear(accountId);
  }
}

type Group = [key: string, requests: readonly NewRequest[]];

/** Groups that are sent together: an account whose world was replaced meanwhile has others, which follow. */
function oneWorldEach(groups: ReadonlyMap<string, readonly NewRequest[]>): Group[][] {
  const rounds: Group[][] = [];
  const met = new Map<string, number>();
  for (const [key, requests] of groups) {
    const { accountId } = requests[0] as NewRequest;
    const round = met.get(accountId) ?? 0;
    met.set(accountId, round + 1);
    rounds[round] = [...(rounds[round] ?? []), [key, requests]];
  }
  return rounds;
}

function newRequestOf(served: Served, server: string): Pick<NewRequest, "accountId" | "at" | "requestId" | "text"> {
  const { accountId, at, requestId, base = null, client = null } = served;
  const text = JSON.stringify({ ...wholeOf(served), base, client, server } satisfies Sent);
  return { accountId: accountId ?? "", at, requestId, text };
}

/** A whole request, and what only the server shows of it. */
type Sent = WholeRequest & Required<Pick<Served, "base" | "client">> & { server: string };

function servedIn({ text }: Pick<SeenRequest, "text">): Served {
  const { base, client, server: _, ...whole } = JSON.parse(text) as Sent;
  return { ...servedOf(whole), base, client };
}
