import { randomUUID } from "node:crypto";
import type { Options } from "../sandbox/options.ts";
import { searchLimits } from "../sandbox/requests/request-log.ts";
import type { ServerState } from "../sandbox/server-state.ts";
import { SerialQueue } from "../store/serial-queue.ts";
import { TeamCoverage } from "./coverage.ts";
import { TeamStream } from "./event-feed.ts";
import { TeamFaults } from "./faults.ts";
import { ChangeLog } from "./postgres/change-log.ts";
import { Database } from "./postgres/connection.ts";
import { KeyValue } from "./postgres/key-value.ts";
import { RequestTable } from "./postgres/request-table.ts";
import { PostgresStorage } from "./postgres/storage.ts";
import { TeamRequestLog } from "./requests.ts";

type LogOptions = Pick<Options, "bodies" | "requestLogBytes">;
type Report = (message: string) => void;

/** In milliseconds: each server sends its requests and counts this often. */
const interval = 250;
/** A server with many requests rests this many times as long as the last sending took, but no longer than a second. */
const restShare = 4;
const longestRest = 1_000;

/**
 * team: everything that exists because there may be another server on the same PostgreSQL database: the storage of the
 * worlds, and the faults, requests, coverage and stream that the servers share. No other folder knows of it; it is
 * loaded when a database is named.
 */
export async function openTeam(address: string, options: LogOptions, report?: Report) {
  const team = teamOn(await Database.open(address), options, report);
  // The other servers know of this one before it serves a request.
  await team.send();
  return team;
}

/** The storage and the state of a server on an open database. */
export function teamOn(
  database: Database,
  options: LogOptions,
  report?: Report,
): { storage: PostgresStorage; state: ServerState; send: () => Promise<void> } {
  const values = new KeyValue(database);
  const table = new RequestTable(database);
  const log = new ChangeLog(database);
  const storage = new PostgresStorage(database, log, values, report);
  const server = randomUUID();
  const requests = new TeamRequestLog(options, table, server);
  const searches = new TeamRequestLog(searchLimits(options), new RequestTable(database, "searches"), server);
  const faults = new TeamFaults(values);
  const coverage = new TeamCoverage(values, table, requests, server);
  const stream = new TeamStream(log, requests);
  const queue = new SerialQueue();
  const send = () =>
    queue
      .run(async () => {
        const until = Date.now();
        const sent = [await requests.flush(), await searches.flush()];
        await coverage.flush();
        if (sent.every(Boolean)) await table.complete(server, until);
      })
      .catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const rest = (milliseconds: number) => {
    timer = setTimeout(async () => {
      const began = performance.now();
      await send();
      if (timer) rest(Math.min(Math.max(interval, restShare * (performance.now() - began)), longestRest));
    }, milliseconds).unref();
  };
  rest(interval);
  const state: ServerState = {
    ...{ faults, requests, searches, coverage, stream },
    // The storage deletes faults and requests with the account; this server may have requests that are not sent yet.
    async forget(accountId) {
      await requests.clear(accountId);
      await searches.clear(accountId);
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await send();
      await table.leave(server).catch(() => {});
    },
  };
  return { storage, state, send };
}
