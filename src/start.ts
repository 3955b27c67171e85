import { createApp } from "./app.ts";
import { type Connection, type Coverage, connectSandbox } from "./client/connect.ts";
import { SandboxProblem } from "./client/problem.ts";
import { isBasePath, proxyRefusal } from "./http/arrivals.ts";
import { exposureRefusal } from "./http/host.ts";
import { abandon, close, createServer, listen } from "./http/server.ts";
import { developmentSecret } from "./sandbox/authentication.ts";
import { createLog } from "./sandbox/log.ts";
import { completeOptions, type Options, type StartOptions } from "./sandbox/options.ts";
import { type OpenedWorld, Sandbox } from "./sandbox/sandbox.ts";
import { seedFile } from "./seed/seed-file.ts";
import { memoryStorage } from "./store/memory/memory.ts";
import type { Storage } from "./store/store.ts";

/** A server in this process, and a connection to it. */
export interface RunningSandbox extends Connection {
  port: number;
  /** The data folder, or a text that says that nothing is kept. */
  place: string;
  /** A new token, by default for the demo account and one hour. */
  token(accountIds?: string[], expiresIn?: number): Promise<string>;
  /** Finishes the requests in flight, writes pending changes, and stops. */
  close(): Promise<void>;
}

async function openWorlds(sandbox: Sandbox, demo: boolean, opened: OpenedWorld | null): Promise<void> {
  if (opened) await sandbox.open(opened);
  // A damaged account file stops the start, not the first request for its account.
  for (const accountId of await sandbox.accounts()) await sandbox.lookAt(accountId);
  if (demo) await sandbox.world("demo");
}

/** In milliseconds. */
const untilTended = 5_000;

async function openStorage(data: string | null, report: (message: string) => void): Promise<Storage> {
  if (data === null) return memoryStorage();
  const { fileStorage } = await import("./store/file/file.ts");
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
  const refused = exposureRefusal({ ...options, ownJwtSecret, ownSandboxKey: sandboxKey !== null });
  const [unknown] = options.trustedProxies.flatMap((proxy) => proxyRefusal(proxy) ?? []);
  const unusable = isBasePath(options.basePath)
    ? undefined
    : `basePath is ${options.basePath}, not a path like /sandbox.`;
  const sentence = refused ?? unknown ?? unusable;
  if (sentence !== undefined) throw new Error(sentence);
  // Throws for a seed that does not exist.
  seedFile(options.seed);
  // Before there is a data folder: a bundle that is refused changes nothing.
  const opened = bundle && (await (await import("./control/read-bundle.ts")).readBundle(bundle));
  const log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  const report = (message: string) => log.error(message);
  const storage = await openStorage(options.data, report);
  const sandbox = new Sandbox(options, storage);
  sandbox.onStop = onStop;
  let ready = () => {};
  const readiness = new Promise<void>((resolve) => (ready = resolve));
  const server = createServer(createApp(sandbox), readiness, (exchange) => sandbox.seen(exchange));
  try {
    // A port that is taken is found before a world is made, which takes seconds.
    const { port } = await listen(server, { port: options.port, host, report });
    await openWorlds(sandbox, demo, opened);
    ready();
    const tending = setInterval(
      () => sandbox.tend().catch((error: Error) => report(error.message)),
      untilTended,
    ).unref();
    const connection = connectSandbox({ url: `http://${reachable(host)}:${port}${options.basePath}`, key: sandboxKey });
    return {
      ...connection,
      port,
      place: storage.place,
      token: (accountIds = ["demo"], expiresIn = 3600) => sandbox.token(accountIds, expiresIn),
      async close() {
        clearInterval(tending);
        sandbox.stop();
        await close(server);
        await sandbox.close();
      },
    };
  } catch (error) {
    abandon(server);
    await storage.close();
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
  PlayedScenario,
  PossibleTrigger,
  RequestFilter,
  SandboxWorld,
  ScenarioName,
  SeenRequest,
  SetFault,
  SnapshotSummary,
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
