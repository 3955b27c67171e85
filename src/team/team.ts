import type { Options } from "../sandbox/options.ts";
import type { Parts, Shared } from "../sandbox/server-state.ts";
import type { SharedStorage } from "../store/store.ts";
import { SharedCoverage } from "./coverage.ts";
import { SharedFaults } from "./faults.ts";
import { SharedRequests } from "./requests.ts";

/** What a server has beside its worlds, shared with the other servers on the same storage. */
export function sharedParts(options: Options, storage: SharedStorage): Parts {
  const requests = new SharedRequests(options, storage);
  const faults = new SharedFaults(storage.notes, Date.now);
  const coverage = new SharedCoverage(storage, requests);
  const shared: Shared = {
    storage,
    news: () => requests.news(),
    forgetNews: () => requests.forgetNews(),
    async flush() {
      await requests.flush();
      await coverage.flush();
    },
  };
  return { faults, requests, coverage, shared };
}
