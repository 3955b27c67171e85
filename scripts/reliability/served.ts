/** A server that the rows attack. Its parent starts it with settings as JSON, and asks it by messages. */
import { createHash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { cpSync, existsSync, openSync, readSync, rmSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import type { Asked, Settings } from "./server.ts";

const { stopped, keptAlive, metered, plan: _plan, ...options } = JSON.parse(process.argv[2] ?? "{}") as Settings;
const realNow = Date.now;
const started = realNow();
let shift = 0;
// The server takes Date.now as its wall clock when it is made.
Date.now = () => (stopped ? started : realNow()) + shift;

const ownTimes = `/proc/self/task/${process.pid}/schedstat`;
const times = existsSync(ownTimes) ? openSync(ownTimes, "r") : undefined;
const text = Buffer.alloc(64);
/** In milliseconds, of the thread of the event loop where the system tells: V8 collects garbage on others beside it. */
function processorTime(): number {
  if (times !== undefined)
    return Number.parseInt(text.toString("latin1", 0, readSync(times, text, 0, 64, 0)), 10) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** The most processor time between two turns of the event loop while a request was served. */
let longest = 0;
let inFlight = 0;
let mark = processorTime();
function turn(): void {
  const before = mark;
  mark = processorTime();
  longest = Math.max(longest, mark - before);
  if (inFlight > 0) setImmediate(turn);
}
subscribe("http.server.request.start", (message) => {
  const { server, response } = message as { server: Server; response: ServerResponse };
  if (keptAlive !== undefined) server.keepAliveTimeout = keptAlive;
  if (!metered) return;
  response.once("close", () => inFlight--);
  if (inFlight++ > 0) return;
  mark = processorTime();
  setImmediate(turn);
});

const hashes = new Map<string, { revision: number; hash: string }>();
const hashOf = (value: unknown) => createHash("sha1").update(JSON.stringify(value)).digest("hex");

async function stored({ worlds, storage, faults }: Sandbox): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const accountId of (await worlds.accounts()).keys()) {
    const world = await worlds.open(accountId);
    if (!world) continue;
    worlds.leave(world);
    const { revision } = world.store;
    const known = hashes.get(accountId);
    const hash = known?.revision === revision ? known.hash : hashOf(await world.store.dump());
    hashes.set(accountId, { revision, hash });
    found[accountId] = `${hash} ${JSON.stringify(await storage.snapshots.list(accountId))}`;
  }
  return { ...found, "/faults": JSON.stringify(faults.list()) };
}

type Answers = { [K in Exclude<keyof Asked, "calls" | "plan">]: (argument: never) => Promise<Asked[K]> | Asked[K] };
const running = await startSandbox(options);
const { sandbox } = globalThis as unknown as { sandbox: Sandbox };
let restarted: RunningSandbox | undefined;
const answers: Answers = {
  stored: () => stored(sandbox),
  rows: async (accountId: string) => (await sandbox.worlds.openOrCreate(accountId)).store.dump(),
  longestTurn: () => {
    const milliseconds = longest;
    longest = 0;
    return milliseconds;
  },
  memory: () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  },
  block: (milliseconds: number) => {
    for (const until = realNow() + milliseconds; realNow() < until; );
    return null;
  },
  restart: async (again: boolean) => {
    await restarted?.close();
    restarted = undefined;
    if (!again) return 0;
    const data = `${options.data}-left`;
    rmSync(data, { recursive: true, force: true });
    cpSync(options.data as string, data, { recursive: true });
    rmSync(`${data}/sandbox.lock`);
    restarted = await startSandbox({ ...options, data });
    return restarted.port;
  },
  shift: (milliseconds: number) => {
    shift += milliseconds;
    return null;
  },
};

process.on("message", async ({ id, question, argument }: { id: number; question: keyof Answers; argument: never }) => {
  // The double of the disk answers what is asked about its calls.
  if (question in answers) process.send?.({ id, answer: await answers[question](argument) });
});
process.on("disconnect", () => process.exit(1));
process.once("SIGTERM", async () => {
  await running.close();
  process.exit(0);
});
process.send?.({ id: 0, answer: running.port });
