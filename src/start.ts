/**
 * start: `startSandbox`, the entry of the package. It completes the options, opens the storage (memory, a folder, or a
 * database by `team/`), and listens. The command line and the fixtures for test runners start their servers with it,
 * and so do programs.
 */

import { createApp } from "./app.ts";
import { type Connection, type Coverage, connectionTo, connectSandbox } from "./client/connect.ts";
import type { Place } from "./client/problem.ts";
import { SandboxProblem } from "./client/problem.ts";
import { isBasePath, proxyRefusal } from "./http/server/forwarded.ts";
import { exposureRefusal } from "./http/server/host.ts";
import { abandon, close, createServer, listen } from "./http/server/server.ts";
import { developmentSecret } from "./sandbox/auth/authentication.ts";
import { createLog } from "./sandbox/log.ts";
import { type BundleContents, openBundle } from "./sandbox/open-bundle.ts";
import { completeOptions, type Options, type StartOptions } from "./sandbox/options.ts";
import { Sandbox } from "./sandbox/sandbox.ts";
import { seedFile } from "./seed/seed-file.ts";
import { memoryStorage } from "./store/memory/storage.ts";
import type { Storage } from "./store/store.ts";

/** A server in this process, and a connection to it. */
export interface RunningSandbox extends Connection {
  /** The port on which it listens. */
  port: number;
  /** The data folder, the name of the database, or a text that says that there is none on disk. */
  place: string;
  /** Who acts by itself in the demo account; null where it is made at its first use. */
  people: "all" | "suppliers" | "none" | null;
  /** A new token, by default for the demo account and one hour. */
  token(accountIds?: string[], expiresIn?: number): Promise<string>;
  /** Finishes the requests in flight, writes pending changes, and stops. */
  close(): Promise<void>;
}

/** Opens what must not fail later, and says who acts in the demo account where it is opened, too. */
async function openWorlds(sandbox: Sandbox, demo: boolean, opened: BundleContents | null) {
  if (opened) await openBundle(sandbox, opened);
  // A damaged account file stops the start, not the first request for its account; a database may hold any number.
  if (sandbox.options.database === null)
    for (const accountId of (await sandbox.worlds.accounts()).keys())
      await sandbox.worlds.peeking(accountId, async () => {});
  if (!demo) return null;
  const world = await sandbox.worlds.openOrCreate("demo");
  sandbox.worlds.leave(world);
  return world.origin.people ?? "none";
}

async function openSandbox(options: Options, report: (message: string) => void): Promise<Sandbox> {
  const { data, database } = options;
  if (database === null) return new Sandbox(options, await openStorage(data, report));
  if (data !== null)
    throw new Error("The worlds are kept in a data folder or in a database: leave out one of the two.");
  const { openTeam } = await import("./team/team.ts");
  const { storage, state } = await openTeam(database, options, report);
  return new Sandbox(options, storage, state);
}

/** In milliseconds. */
const betweenMaintenance = 5_000;

async function openStorage(data: string | null, report: (message: string) => void): Promise<Storage> {
  if (data === null) return memoryStorage();
  const { fileStorage } = await import("./store/file/storage.ts");
  return fileStorage(data, { report });
}

/** The name under which this machine reaches a server that listens on a host. */
const reachable = (host: string) =>
  ({ "0.0.0.0": "127.0.0.1", "::": "[::1]" })[host] ?? (host.includes(":") ? `[${host}]` : host);

/** Starts a sandbox, by default in memory and on any free port. */
export async function startSandbox({ onStop, ...wish }: StartOptions = {}): Promise<RunningSandbox> {
  const { demo, bundle, ...options } = completeOptions(wish);
  const { host, sandboxKey } = options;
  const ownJwtSecret = options.jwtSecret !== developmentSecret;
  const refused = exposureRefusal({ ...options, ownJwtSecret });
  const [unknown] = options.trustedProxies.flatMap((proxy) => proxyRefusal(proxy) ?? []);
  const unusable = isBasePath(options.basePath)
    ? undefined
    : `basePath is ${options.basePath}, not a path like /sandbox.`;
  const sentence = refused ?? unknown ?? unusable;
  if (sentence !== undefined) throw new Error(sentence);
  // Throws for a seed that does not exist.
  seedFile(options.seed);
  if (options.configuration) (await import("./seed/own-configuration.ts")).ownConfiguration(options.configuration);
  // Before there is a data folder: a bundle that is refused changes nothing.
  const opened = bundle && (await (await import("./control/read-bundle.ts")).readBundle(bundle));
  const log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  const report = (message: string) => log.error(message);
  const sandbox = await openSandbox(options, report);
  const { storage } = sandbox;
  sandbox.onStop = onStop;
  let ready = () => {};
  const readiness = new Promise<void>((resolve) => (ready = resolve));
  const server = createServer(createApp(sandbox), readiness, (exchange) => sandbox.seen(exchange));
  try {
    // A port that is taken is found before a world is made, which takes seconds.
    const { port } = await listen(server, { port: options.port, host, report });
    const people = await openWorlds(sandbox, demo, opened);
    ready();
    let maintaining: Promise<void> | undefined;
    const maintain = async () => {
      await sandbox.worlds.maintain().catch((error: Error) => report(error.message));
      maintaining = undefined;
    };
    const maintenance = setInterval(() => {
      maintaining ??= maintain();
    }, betweenMaintenance).unref();
    const url = `http://${reachable(host)}:${port}${options.basePath}`;
    const place: Place = { url, key: sandboxKey, worldCache: options.worldCache };
    return {
      ...connectionTo(place),
      port,
      place: storage.place,
      people,
      token: (accountIds = ["demo"], expiresIn = 3600) => sandbox.token(accountIds, expiresIn),
      async close() {
        clearInterval(maintenance);
        place.closed = true;
        sandbox.stop();
        await close(server, report);
        await maintaining;
        await sandbox.close();
      },
    };
  } catch (error) {
    abandon(server);
    await sandbox.close();
    throw error;
  }
}

export type { EventMatch, WaitOptions } from "./client/wait.ts";
export type {
  AnswerOptions,
  ClockReading,
  CompareOptions,
  Comparison,
  Due,
  EventFilter,
  EventName,
  Fault,
  ForkOptions,
  Har,
  JournalEvent,
  ListedSnapshot,
  OperationId,
  PeopleOf,
  PlayedScenario,
  PossibleTrigger,
  RequestFilter,
  SandboxWorld,
  ScenarioName,
  SeenRequest,
  SetFault,
  SnapshotSummary,
  Supplier,
  SyncFinding,
  SyncOptions,
  SyncReport,
  Target,
  WholeRequest,
  WorldFigures,
  WorldOptions,
  WorldState,
} from "./client/world.ts";
export type { Connection, Coverage, Options, StartOptions };
export { connectSandbox, SandboxProblem };
