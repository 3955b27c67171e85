import { clockPattern, clockRange } from "../contract/shared.ts";
import { createApp } from "./app.ts";
import { type Connection, connectSandbox } from "./client/connect.ts";
import { SandboxProblem } from "./client/control.ts";
import { exposureRefusal } from "./http/host.ts";
import { abandon, close, createServer, listen } from "./http/server.ts";
import { developmentSecret } from "./sandbox/authentication.ts";
import { createLog } from "./sandbox/log.ts";
import type { Options } from "./sandbox/options.ts";
import { Sandbox } from "./sandbox/sandbox.ts";
import { seedFile } from "./seed/seed-file.ts";
import { memoryStorage } from "./store/memory/memory.ts";
import type { Storage } from "./store/store.ts";

const defaults: Options = {
  port: 0,
  host: "127.0.0.1",
  data: null,
  seed: "portfolio",
  randomSeed: 1,
  now: null,
  freeze: false,
  auth: "strict",
  cors: null,
  allowedHosts: [],
  log: "silent",
  logStyle: null,
  jwtSecret: developmentSecret,
  sandboxKey: null,
};

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

async function openWorlds(sandbox: Sandbox, demo: boolean): Promise<void> {
  // A damaged account file stops the start, not the first request for its account.
  for (const accountId of await sandbox.accounts()) await sandbox.world(accountId);
  if (demo) await sandbox.world("demo");
}

async function openStorage(data: string | null, report: (message: string) => void): Promise<Storage> {
  if (data === null) return memoryStorage();
  const { fileStorage } = await import("./store/file/file.ts");
  return fileStorage(data, { report });
}

/** The name under which this machine reaches a server that listens on a host. */
const reachable = (host: string) =>
  ({ "0.0.0.0": "127.0.0.1", "::": "[::1]" })[host] ?? (host.includes(":") ? `[${host}]` : host);

export interface StartOptions extends Partial<Options> {
  /** Creates the demo account at once, not at its first use. */
  demo?: boolean;
  /** Called when a client asks the server to stop; without it, such a request is refused. */
  onStop?: () => void;
}

function checkOptions({ seed, now, randomSeed }: Options): void {
  seedFile(seed);
  if (now !== null && !clockPattern.test(now))
    throw new Error(
      `now is ${JSON.stringify(now)}, and must be a moment like 2026-01-15T09:00:00, ` +
        `from ${clockRange.from} to ${clockRange.to}, without a zone.`,
    );
  if (!Number.isInteger(randomSeed) || randomSeed < 0 || randomSeed > 4_294_967_295)
    throw new Error(`randomSeed is ${randomSeed}, and must be a whole number from 0 to 4294967295.`);
}

/** Starts a sandbox, by default in memory and on any free port. */
export async function startSandbox({ demo = false, onStop, ...wish }: StartOptions = {}): Promise<RunningSandbox> {
  const options = { ...defaults, ...wish };
  const { host, sandboxKey } = options;
  const ownJwtSecret = options.jwtSecret !== developmentSecret;
  const exposed = exposureRefusal({ host, ownJwtSecret, ownSandboxKey: sandboxKey !== null });
  if (exposed !== undefined) throw new Error(exposed);
  checkOptions(options);
  const log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  const report = (message: string) => log.error(message);
  const storage = await openStorage(options.data, report);
  const sandbox = new Sandbox(options, storage);
  sandbox.onStop = onStop;
  let ready = () => {};
  const server = createServer(createApp(sandbox), new Promise<void>((resolve) => (ready = resolve)));
  try {
    // A port that is taken is found before a world is made, which takes seconds.
    const { port } = await listen(server, { port: options.port, host, report });
    await openWorlds(sandbox, demo);
    ready();
    const connection = connectSandbox({ url: `http://${reachable(host)}:${port}`, key: sandboxKey });
    return {
      ...connection,
      port,
      place: storage.place,
      token: (accountIds = ["demo"], expiresIn = 3600) => sandbox.token(accountIds, expiresIn),
      async close() {
        sandbox.stop();
        await close(server);
        await storage.close();
      },
    };
  } catch (error) {
    abandon(server);
    await storage.close();
    throw error;
  }
}

export type {
  AnswerOptions,
  ClockReading,
  EventFilter,
  EventName,
  Fault,
  JournalEvent,
  OperationId,
  SandboxWorld,
  SeenRequest,
  Target,
} from "./client/world.ts";
export type { Connection, Options };
export { connectSandbox, SandboxProblem };
