import { Collector } from "../coverage/collector.ts";
import type { SharedStorage } from "../store/store.ts";
import type { SharedCoverage } from "../team/coverage.ts";
import type { SharedFaults } from "../team/faults.ts";
import type { SharedRequests } from "../team/requests.ts";
import { Faults } from "./faults.ts";
import type { Options } from "./options.ts";
import { type Entry, Requests } from "./requests/request-log.ts";

/** What a server has beside its worlds, and may share with others. */
export interface Parts {
  faults: Faults | SharedFaults;
  requests: Requests | SharedRequests;
  coverage: Collector | SharedCoverage;
  /** Undefined where no other server writes to the same accounts. */
  shared?: Shared;
}

/** What ties a server to the others on the same storage. */
export interface Shared {
  storage: SharedStorage;
  /** The requests of other servers since the last look. */
  news(): Promise<Entry[]>;
  /** Until the next look, no stream has a reader for them. */
  forgetNews(): void;
  /** Sends what the others have yet to learn of this server. */
  flush(): Promise<void>;
}

export const ownParts = (options: Options): Parts => ({
  faults: new Faults(),
  requests: new Requests(options),
  coverage: new Collector(),
});
