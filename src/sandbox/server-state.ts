import { Collector } from "../coverage/collector.ts";
import type { Counted } from "../coverage/counted.ts";
import { type Faults, LocalFaults } from "./faults.ts";
import type { Options } from "./options.ts";
import { LocalRequestLog, type RequestLog, searchLimits } from "./requests/request-log.ts";
import { Stream } from "./stream.ts";

/** Counts what the requests of all accounts use of the contract. */
export interface CoverageCounts extends Pick<Collector, "answered" | "served"> {
  counted(): Counted | Promise<Counted>;
  clear(): void | Promise<void>;
}

/** What a server keeps beside its worlds. */
export interface ServerState {
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** Searches by events, which the request log drops long before. */
  readonly searches: RequestLog;
  readonly coverage: CoverageCounts;
  readonly stream: Stream;
  /** Forgets what is kept of an account that was deleted. */
  forget(accountId: string): Promise<void>;
  /** Writes what is pending; called before the storage is closed. */
  close(): Promise<void>;
}

/** The state of a server that shares it with no other: in memory. */
export function localState(options: Options): ServerState {
  const faults = new LocalFaults();
  const requests = new LocalRequestLog(options);
  const searches = new LocalRequestLog(searchLimits(options));
  return {
    faults,
    requests,
    searches,
    coverage: new Collector(),
    stream: new Stream(),
    async forget(accountId) {
      faults.replace([], accountId);
      requests.clear(accountId);
      searches.clear(accountId);
    },
    async close() {},
  };
}
