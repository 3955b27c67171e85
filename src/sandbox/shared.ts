import type { SharedStorage } from "../store/store.ts";
import type { Options } from "./options.ts";
import type { Parts, Shared } from "./parts.ts";
import { SharedCoverage } from "./shared-coverage.ts";
import { SharedFaults } from "./shared-faults.ts";
import { SharedRequests } from "./shared-requests.ts";

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
