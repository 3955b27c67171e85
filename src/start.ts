import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { type Connection, connectSandbox } from "./client/connect.ts";
import { SandboxProblem } from "./client/control.ts";
import type {
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
import { exposureRefusal } from "./http/host.ts";
import { close, createServer, listen } from "./http/server.ts";
import { developmentSecret } from "./sandbox/authentication.ts";
import { createLog } from "./sandbox/log.ts";
import type { Options } from "./sandbox/options.ts";
import { Sandbox } from "./sandbox/sandbox.ts";
import { fileSnapshots, memorySnapshots, type Snapshots } from "./sandbox/snapshots.ts";
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

/** A sandbox in this process, and the worlds on it. */
export interface RunningSandbox extends Connection {
  port: number;
  /** Where the data lies. */
  place: string;
  /** A token that works now; for the demo account, an hour, unless told otherwise. */
  token(accountIds?: string[], expiresIn?: number): Promise<string>;
  /** Finishes requests in flight, writes what is pending, and stops. */
  close(): Promise<void>;
}

async function openStorage(
  data: string | null,
  report: (message: string) => void,
): Promise<{ storage: Storage; snapshots: Snapshots }> {
  if (data === null) return { storage: memoryStorage(), snapshots: memorySnapshots() };
  const { fileStorage } = await import("./store/file/file.ts");
  return { storage: await fileStorage(data, { report }), snapshots: fileSnapshots(join(data, "snapshots")) };
}

/** Under which name this machine reaches a server that listens there. */
const reachable = (host: string) =>
  ({ "0.0.0.0": "127.0.0.1", "::": "[::1]" })[host] ?? (host.includes(":") ? `[${host}]` : host);

export interface StartOptions extends Partial<Options> {
  /** Whether the demo account is made at once, rather than at its first use. */
  demo?: boolean;
}

/** Starts a sandbox: in memory, on any free port, unless told otherwise. */
export async function startSandbox({ demo = false, ...wish }: StartOptions = {}): Promise<RunningSandbox> {
  const options = { ...defaults, ...wish };
  const { host, jwtSecret, sandboxKey } = options;
  const exposed = exposureRefusal({
    host,
    ownJwtSecret: jwtSecret !== developmentSecret,
    ownSandboxKey: sandboxKey !== null,
  });
  if (exposed !== undefined) throw new Error(exposed);
  seedFile(options.seed);
  const log = createLog({ level: options.log, ...(options.logStyle ? { style: options.logStyle } : {}) });
  const { storage, snapshots } = await openStorage(options.data, (message) => log.error(message));
  try {
    const sandbox = new Sandbox(options, storage, snapshots);
    // A file that is damaged is better heard of now than at the first request for its account.
    for (const accountId of await storage.accounts()) await sandbox.world(accountId);
    if (demo) await sandbox.world("demo");
    const server = createServer(createApp(sandbox));
    const { port } = (await listen(server, options)) as AddressInfo;
    const connection = connectSandbox({ url: `http://${reachable(host)}:${port}`, key: sandboxKey });
    return {
      url: connection.url,
      world: connection.world,
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
    await storage.close();
    throw error;
  }
}

export type {
  AnswerOptions,
  ClockReading,
  Connection,
  EventFilter,
  EventName,
  Fault,
  JournalEvent,
  OperationId,
  Options,
  SandboxWorld,
  SeenRequest,
  Target,
};
// What a test needs beside: to share a running sandbox, and names for what it gets.
export { connectSandbox, SandboxProblem };
