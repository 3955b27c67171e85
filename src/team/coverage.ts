import { randomUUID } from "node:crypto";
import { Collector, isSpoilt, isSuccess, type Pending } from "../coverage/collector.ts";
import { type Counted, sumOf } from "../coverage/counted.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import type { SharedStorage } from "../store/store.ts";
import type { SharedRequests } from "./requests.ts";
import { wholeWait } from "./wait.ts";

const name = "coverage";
/** In milliseconds. */
const pause = 100;

/** What one server has counted. */
interface Sent {
  counted: Counted;
  pending: Pending[];
}

/** Counts what the requests of all servers use of the contract. A period ends when the counts are cleared. */
export class SharedCoverage {
  readonly #storage: SharedStorage;
  readonly #requests: SharedRequests;
  readonly #server = randomUUID();
  readonly #own = new Collector();
  #period = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(storage: SharedStorage, requests: SharedRequests) {
    this.#storage = storage;
    this.#requests = requests;
  }

  /** The period that the last refresh of an account has brought. */
  #collector(): Collector {
    const period = this.#storage.notes.get("", name) ?? "";
    if (period !== this.#period) this.#own.clear();
    this.#period = period;
    this.#timer ??= setTimeout(() => void this.flush(), pause).unref();
    return this.#own;
  }
  readonly answered: Collector["answered"] = (...about) => this.#collector().answered(...about);
  readonly served: Collector["served"] = (served) => this.#collector().served(served);

  /** Sends what this server has counted. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sent: Sent = { counted: this.#own.counted(), pending: this.#own.pending() };
    // What cannot be sent now goes with the next request.
    await this.#storage.seen.count(this.#period, this.#server, JSON.stringify(sent)).catch(() => {});
  }

  async counted(): Promise<Counted> {
    await Promise.all([this.flush(), wholeWait(2 * pause)]);
    // A server that no account was asked of since has not heard of a period that began on another.
    const period = (await this.#storage.notes.list(name)).find(({ accountId }) => accountId === "")?.text ?? "";
    const texts = await this.#storage.seen.counts(period);
    const all = texts.map((text) => JSON.parse(text) as Sent);
    const survived = await this.#survived(all.flatMap(({ pending }) => pending));
    const sum = sumOf([...all.map(({ counted }) => counted), { survived }]);
    return { ...sum, values: Object.fromEntries(Object.keys(sum.values).map((value) => [value, 1])) };
  }
  /** A client may meet a fault on one server and succeed on another: the log of all requests tells. */
  async #survived(pending: readonly Pending[]): Promise<Record<string, number>> {
    const survived: Record<string, number> = {};
    const seen = new Map<string | undefined, readonly Served[]>();
    if (pending.length > 0) await this.#requests.settled();
    for (const { operation, accountId, fault, times } of pending) {
      const ofAccount = seen.get(accountId) ?? (await this.#requests.list({ accountId }));
      seen.set(accountId, ofAccount);
      const same = ofAccount.filter((served) => served.operation === operation);
      const struck = same.findLastIndex((served) => served.fault === fault);
      const isOver = same.some((served, nth) => nth > struck && isSuccess(served.status) && !isSpoilt(served));
      const key = `${fault} ${operation}`;
      if (struck >= 0 && isOver) survived[key] = (survived[key] ?? 0) + times;
    }
    return survived;
  }
  async clear(): Promise<void> {
    await this.#storage.notes.change("", name, () => randomUUID());
    this.#collector();
  }
}
