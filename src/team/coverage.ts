import { randomUUID } from "node:crypto";
import { Collector, isSpoilt, isSuccess, type Pending } from "../coverage/collector.ts";
import { type Counted, sumOf } from "../coverage/counted.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import type { CoverageCounts } from "../sandbox/server-state.ts";
import type { KeyValue } from "./postgres/key-value.ts";
import type { RequestTable } from "./postgres/request-table.ts";
import type { TeamRequestLog } from "./requests.ts";

/** The name of the value that says which period is counted; it ends when the counts are cleared. */
const name = "coverage";

/** What one server has counted. */
interface Sent {
  counted: Counted;
  pending: Pending[];
}

/** Counts what the requests of all servers use of the contract. */
export class TeamCoverage implements CoverageCounts {
  readonly #values: KeyValue;
  readonly #table: RequestTable;
  readonly #requests: TeamRequestLog;
  readonly #server: string;
  readonly #own = new Collector();
  #period = "";
  #isSent = true;

  constructor(values: KeyValue, table: RequestTable, requests: TeamRequestLog, server: string) {
    this.#values = values;
    this.#table = table;
    this.#requests = requests;
    this.#server = server;
  }

  /** The counts of the period that the last refresh of an account has brought. */
  #collector(): Collector {
    const period = this.#values.get("", name) ?? "";
    if (period !== this.#period) this.#own.clear();
    this.#period = period;
    this.#isSent = false;
    return this.#own;
  }
  readonly answered: Collector["answered"] = (...about) => this.#collector().answered(...about);
  readonly served: Collector["served"] = (served) => this.#collector().served(served);

  /** Sends what this server has counted. */
  async flush(): Promise<void> {
    if (this.#isSent) return;
    this.#isSent = true;
    const sent: Sent = { counted: this.#own.counted(), pending: this.#own.pending() };
    await this.#table.count(this.#period, this.#server, JSON.stringify(sent)).catch((error) => {
      this.#isSent = false;
      throw error;
    });
  }

  async counted(): Promise<Counted> {
    await this.flush().catch(() => {});
    // A server that has served no account since does not know a period that began on another.
    const period = (await this.#values.list(name)).find(({ accountId }) => accountId === "")?.text ?? "";
    const all = (await this.#table.counts(period)).map((text) => JSON.parse(text) as Sent);
    const survived = await this.#survived(all.flatMap(({ pending }) => pending));
    const sum = sumOf([...all.map(({ counted }) => counted), { survived }]);
    return { ...sum, values: Object.fromEntries(Object.keys(sum.values).map((value) => [value, 1])) };
  }
  /** A client may meet a fault on one server and succeed on another: the log of all requests shows it. */
  async #survived(pending: readonly Pending[]): Promise<Record<string, number>> {
    const survived: Record<string, number> = {};
    const logs = new Map<string, readonly Served[]>();
    for (const { operation, accountId, fault, times } of pending) {
      const log = logs.get(accountId) ?? (await this.#requests.list({ accountId }));
      logs.set(accountId, log);
      const same = log.filter((served) => served.operation === operation);
      const struck = same.findLastIndex((served) => served.fault === fault);
      const isOver = same.some((served, nth) => nth > struck && isSuccess(served.status) && !isSpoilt(served));
      const key = `${fault} ${operation}`;
      if (struck >= 0 && isOver) survived[key] = (survived[key] ?? 0) + times;
    }
    return survived;
  }
  async clear(): Promise<void> {
    const period = randomUUID();
    await this.#values.change("", name, () => period);
    await this.#table.beginPeriod(period);
    this.#collector();
  }
}
