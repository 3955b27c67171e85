/** A server that the rows attack. Its parent starts it with settings as JSON, and asks it by messages. */
import { createHash } from "node:crypto";
import { createApp } from "../../src/app.ts";
import { close, createServer, listen } from "../../src/http/server/server.ts";
import { completeOptions } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import type { Asked, Settings } from "./server.ts";

const settings = JSON.parse(process.argv[2] ?? "{}") as Settings;
const realNow = Date.now;
const started = realNow();
let shift = 0;
// The server takes Date.now as its wall clock when it is made.
Date.now = () => (settings.stopped ? started : realNow()) + shift;

const { foldAt, stopped: _stopped, keptAlive: _keptAlive, metered: _metered, ...wish } = settings;
const options = completeOptions({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true, ...wish });
const { data } = options;
const report = (message: string) => console.error(message);
const storage =
  data === null ? memoryStorage() : await fileStorage(data, { report, ...(foldAt !== undefined && { foldAt }) });
const sandbox = new Sandbox(options, storage);
const server = createServer(createApp(sandbox));
if (settings.keptAlive !== undefined) server.keepAliveTimeout = settings.keptAlive;

/** The most processor time between two turns of the event loop while a request was served. */
let longest = 0;
let inFlight = 0;
let mark = process.cpuUsage();
function turn(): void {
  const { user, system } = process.cpuUsage(mark);
  mark = process.cpuUsage();
  longest = Math.max(longest, (user + system) / 1_000);
  if (inFlight > 0) setImmediate(turn);
}
if (settings.metered)
  server.prependListener("request", (_request, response) => {
    response.once("close", () => inFlight--);
    if (inFlight++ > 0) return;
    mark = process.cpuUsage();
    setImmediate(turn);
  });

const hashes = new Map<string, { revision: number; hash: string }>();

async function stored(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const accountId of (await sandbox.worlds.accounts()).keys()) {
    const world = await sandbox.worlds.open(accountId);
    if (!world) continue;
    sandbox.worlds.leave(world);
    const { revision } = world.store;
    const known = hashes.get(accountId);
    const hash = known?.revision === revision ? known.hash : hashOf(await world.store.dump());
    hashes.set(accountId, { revision, hash });
    found[accountId] = `${hash} ${JSON.stringify(await storage.snapshots.list(accountId))}`;
  }
  return { ...found, "/faults": JSON.stringify(sandbox.faults.list()) };
}
const hashOf = (value: unknown) => createHash("sha1").update(JSON.stringify(value)).digest("hex");

const answers: { [K in keyof Asked]: (argument: never) => Promise<Asked[K]> | Asked[K] } = {
  stored,
  rows: async (accountId: string) => (await sandbox.worlds.openOrCreate(accountId)).store.dump(),
  longestTurn: () => {
    const milliseconds = longest;
    longest = 0;
    return milliseconds;
  },
  memory: () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    return { rss, used: heapUsed + external + arrayBuffers };
  },
  shift: (milliseconds: number) => {
    shift += milliseconds;
    return null;
  },
};

process.on("message", async ({ id, ask, argument }: { id: number; ask: keyof Asked; argument: never }) => {
  const answer = await (answers[ask] as (argument: never) => unknown)(argument);
  process.send?.({ id, answer });
});
process.on("disconnect", () => process.exit(1));
process.once("SIGTERM", async () => {
  sandbox.stop();
  await close(server);
  await storage.close();
  process.exit(0);
});
process.send?.({ id: 0, answer: (await listen(server, options)).port });
