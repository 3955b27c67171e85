import { accountIdPattern } from "../../contract/shared.ts";
import type { Moment } from "../domain/time.ts";
import type { Storage } from "../store/store.ts";
import { isSearch } from "../sync/search.ts";
import { type Authenticator, createAuthenticator } from "./auth/authentication.ts";
import { issueToken } from "./auth/tokens.ts";
import { consoleCaller, createLog, type Log } from "./log.ts";
import type { Options } from "./options.ts";
import { type LoggedRequest, type Served, slim } from "./requests/request-log.ts";
import { localState, type ServerState } from "./server-state.ts";
import { whenMadeWorldsSettle } from "./worlds/made.ts";
import { Worlds } from "./worlds/worlds.ts";

/** A client that watches the requests would otherwise see its own, probes of scripts, and pages that people open. */
const unlisted = new RegExp(
  "^/(?:_sandbox|(?:health|ready)$|(?:console|docs|bench|skills|examples)/|favicon|" +
    "(?:docs|events|assumptions|recipes|llms[^/]*|[A-Z]+\\.md)(?:\\?|$))",
);

const accountInPath = /^[^?]*?\/api\/v\d+\/account\/([^/?]+)|^[^?]*?\/files\/[^?]*\?(?:.*&)?account=([^&]+)/;
/** The account of a request that reached no operation: a wrong path or method, or the file behind a signed link. */
function accountIn(path: string): string | null {
  const [, ofService, ofLink] = accountInPath.exec(path) ?? [];
  const accountId = ofService ?? ofLink ?? "";
  return accountIdPattern.test(accountId) ? accountId : null;
}

/** In milliseconds. */
const longestProbe = 2_000;

/**
 * sandbox: one server. It holds the options, the worlds of all accounts, and what the server keeps beside them: faults,
 * the request log, coverage and the stream. It has not seen HTTP, and does not know how worlds are stored.
 */
export class Sandbox {
  readonly options: Options;
  readonly storage: Storage;
  readonly worlds: Worlds;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly faults: ServerState["faults"];
  readonly requests: ServerState["requests"];
  readonly searches: ServerState["searches"];
  readonly coverage: ServerState["coverage"];
  readonly stream: ServerState["stream"];
  /** Ends the process; undefined where another program runs the server. */
  onStop: (() => void) | undefined;
  readonly #state: ServerState;
  readonly #stopping = new AbortController();

  constructor(options: Options, storage: Storage, state: ServerState = localState(options)) {
    this.options = options;
    this.storage = storage;
    this.#state = state;
    this.worlds = new Worlds(options, storage, state, this.wall);
    this.faults = state.faults;
    this.requests = state.requests;
    this.searches = state.searches;
    this.coverage = state.coverage;
    this.stream = state.stream;
    this.authenticator = createAuthenticator({ mode: options.auth, secret: options.jwtSecret });
    this.log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  }

  wall(): Moment {
    return Date.now();
  }

  /** Logs a request that was served. */
  seen(served: Served): void {
    served.at = this.wall();
    if (served.operation === null) served.accountId ??= accountIn(served.path);
    if (this.options.log !== "silent") this.log.request(served);
    const { caller, path, refused } = served;
    if (caller === consoleCaller || unlisted.test(path) || (path === "/" && refused === null)) return;
    this.coverage.served(served);
    this.stream.add(this.keep(served));
  }
  /** Adds a request to the log, and a search to the log of searches too. */
  keep(served: Served): LoggedRequest {
    if (isSearch(served)) this.searches.add(slim(served));
    return this.requests.add(served);
  }
  /** Forgets the requests of an account, or of all. */
  async clearRequests(accountId?: string): Promise<void> {
    await this.requests.clear(accountId);
    await this.searches.clear(accountId);
  }
  /** Synchronous, for the faults; the server's own seed while the account is not open. */
  randomSeedOf(accountId: string | undefined): number {
    return this.worlds.cache.get(accountId ?? "")?.origin.randomSeed ?? this.options.randomSeed;
  }
  token(accountIds: readonly string[], expiresIn: number, subject = "demo"): Promise<string> {
    return issueToken({ accountIds, expiresIn, subject, secret: this.options.jwtSecret, now: this.wall() });
  }

  /** Why requests cannot be served now; undefined where they can. */
  async unreadiness(): Promise<string | undefined> {
    if (this.stopping.aborted) return "The server stops.";
    const { probe } = this.storage;
    if (!probe) return undefined;
    return new Promise((resolve) => {
      setTimeout(resolve, longestProbe, "The storage does not answer.").unref();
      probe.call(this.storage).then(
        () => resolve(undefined),
        (error: Error) => resolve(error.message),
      );
    });
  }
  /** Aborted when the server stops, so that streams end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }
  stop(): void {
    this.#stopping.abort();
  }
  /** Writes what is pending, and closes the storage. */
  async close(): Promise<void> {
    await this.worlds.cache.noteUses().catch(() => {});
    await this.#state.close();
    await this.storage.close();
    await whenMadeWorldsSettle();
  }
}
