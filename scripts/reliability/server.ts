import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { State } from "../../src/domain/change.ts";
import { developmentSecret } from "../../src/sandbox/auth/authentication.ts";
import { issueToken } from "../../src/sandbox/auth/tokens.ts";
import type { StartOptions } from "../../src/sandbox/options.ts";
import { bundled } from "./build.ts";
import { type Ask, clientOf } from "./client.ts";
import type { Plan } from "./disk/double/plan.ts";
import type { Attack, Edit } from "./row.ts";

/** The options of the server, and those of the harness around it. */
export interface Settings extends StartOptions {
  /** The wall clock stands still, so that running clocks change nothing by themselves. */
  stopped?: boolean;
  /** Milliseconds for which an idle connection is kept, in the place of the usual ones. */
  keptAlive?: number;
  /** Measures the turns of the event loop. */
  metered?: boolean;
  /** What happens to its calls to the disk, in a bundle with the double. */
  plan?: Plan;
}

/** What the harness can be asked. */
export interface Asked {
  /** What is stored, as one text for each account and one for all the rest. */
  stored: Record<string, string>;
  rows: State;
  /** The longest turn since the last question, in milliseconds of processor time. */
  longestTurn: number;
  /** In bytes, after a garbage collection. */
  memory: number;
  /** Moves the wall clock. */
  shift: null;
  /** Keeps the event loop busy for so many milliseconds. */
  block: null;
  /** Ends the other server of its process, and starts one on a copy of the files; its port. */
  restart: number;
  /** The calls to the disk since the last plan. */
  calls: string[];
  /** The same, and a new plan begins. */
  plan: string[];
}

export interface Server {
  port: number;
  pid: number;
  /** Asks it by HTTP, on a new connection. */
  ask: Ask;
  /** Asks its harness. Rejects when the server is dead. */
  tell: <K extends keyof Asked>(question: K, argument?: unknown) => Promise<Asked[K]>;
  /** The lines of its log. */
  said: () => string;
  /** How it ended, if it did. */
  ended: () => string | undefined;
  /** Resolves with the signal that ended it, if one did. */
  kill: (signal?: NodeJS.Signals) => Promise<NodeJS.Signals | null>;
}

/** The moment at which every clock stands, so that two servers that get the same requests hold the same world. */
const now = "2026-01-15T09:00:00";
const usual: Settings = { seed: "empty", now, freeze: true, log: "error" };
/** Without tokens, and with a world for every account. */
export const open: Settings = { ...usual, seed: "onboarding", auth: "off" };

/** The harness needs the sandbox that a start makes. */
export const revealing: Edit = {
  file: "src/start.ts",
  from: "sandbox.onStop = onStop;",
  to: "sandbox.onStop = onStop;\n  Object.assign(globalThis, { sandbox });",
};
/** Logs are folded after a few writes, because no server here lives until the usual size is reached. */
export const foldingAt = (bytes: number): Edit => ({
  file: "src/store/file/storage.ts",
  from: "foldAt = 1 << 26",
  to: `foldAt = ${bytes}`,
});

/** A program that serves, with planted faults and other edits built in. */
export const bundledServer = (attack: Attack, edits: readonly Edit[] = [], { double = false } = {}): Promise<string> =>
  bundled(attack, "scripts/reliability/served.ts", { edits: [revealing, ...edits], double });

export interface Start {
  node: string;
  main: string;
  settings?: Settings;
  /** In megabytes, the most that V8 keeps. */
  heap?: number;
  /** Kills it that many milliseconds after its start. */
  killAfter?: number;
}

/** Undefined when the server was killed before it listened; an error when it ended by itself. */
export async function startServer({ node, main, settings, heap, killAfter }: Start): Promise<Server | undefined> {
  const flags = ["--expose-gc", ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])];
  const child = spawn(node, [...flags, main, JSON.stringify({ ...usual, ...settings })], {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => (said += chunk));
  // A message to a dead process is an error event too.
  child.on("error", () => {});
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  let ended: string | undefined;
  const died = once(child, "close").then(([code, signal]) => {
    ended = `the server ended with ${signal ?? code}: ${said}`;
    for (const { reject } of waiting.values()) reject(new Error(ended));
    return signal as NodeJS.Signals | null;
  });
  child.on("message", ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  let asked = 0;
  const answerTo = (id: number) =>
    new Promise<never>((resolve, reject) => (ended ? reject(new Error(ended)) : waiting.set(id, { resolve, reject })));
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  const port: number | undefined = await answerTo(0).catch(async (error) => {
    if ((await died) !== "SIGKILL") throw error;
    return undefined;
  });
  clearTimeout(timer);
  if (port === undefined) return undefined;
  return {
    port,
    pid: child.pid as number,
    ask: clientOf(port).ask,
    tell(question, argument) {
      child.send({ id: ++asked, question, argument }, () => {});
      return answerTo(asked);
    },
    said: () => said,
    ended: () => ended,
    kill(signal = "SIGKILL") {
      child.kill(signal);
      return died;
    },
  };
}

/** Starts a server on the Node of the attack, and ends it afterwards. */
export async function serve(attack: Attack, settings: Settings, edits: readonly Edit[] = []): Promise<Server> {
  const main = await bundledServer(attack, edits);
  // A connection that the server ends while a request is on its way would fail the request.
  const kept = { keptAlive: 600_000, ...settings };
  const server = (await startServer({ node: attack.node, main, settings: kept })) as Server;
  attack.after(() => server.kill());
  return server;
}

export const tokenFor = (...accountIds: string[]): Promise<string> =>
  issueToken({ accountIds, subject: "attacker", expiresIn: 86_400, secret: developmentSecret });

/** A temporary folder in memory where there is one: a row that kills processes, not machines, needs no real disk. */
export function quickFolder({ after }: Pick<Attack, "after">, name: string): string {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), `tiers-sandbox-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies a folder to a place, in which there may be another one. */
export function copied(folder: string, place: string): string {
  rmSync(place, { recursive: true, force: true });
  cpSync(folder, place, { recursive: true });
  return place;
}
