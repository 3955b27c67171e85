import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The moment at which every clock stands, so that two servers that get the same requests hold the same world. */
export const now = "2026-01-15T09:00:00";

export interface Request {
  method: string;
  path: string;
  body?: unknown;
}
export interface Answer {
  status: number;
  body: unknown;
}
/** Rejects when the server dies before it has answered. */
export type Ask = (request: Request) => Promise<Answer>;

export interface Server {
  pid: number;
  ask: Ask;
  /** Sends a message, and resolves with the answer to it; with undefined when the server is dead. */
  tell: (message: object | string) => Promise<unknown>;
  /** The lines of its log. */
  said: () => string;
  /** Resolves when it has ended. */
  kill: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface Start {
  node: string;
  main: string;
  /** Where the worlds are: a folder, or the address of a database. */
  data: string;
  env?: Record<string, string>;
  /** Kills it that many milliseconds after its start. */
  killAfter?: number | undefined;
}

/** Undefined when the server was killed before it listened; an error when it ended by itself. */
export async function startServer({ node, main, data, env = {}, killAfter }: Start): Promise<Server | undefined> {
  const place = data.startsWith("postgres:") ? "--database" : "--data";
  const options = ["--port", "0", place, data, "--seed", "onboarding", "--now", now, "--freeze"];
  const quiet = ["--log", "error", "--auth", "off"];
  const child = spawn(node, [main, ...options, ...quiet], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit");
  // A message to a dead process is an error event too.
  child.on("error", () => {});
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  const url = await address(child);
  if (url === undefined) {
    const [, signal] = await ended;
    clearTimeout(timer);
    assert.equal(signal, "SIGKILL", `the server did not start: ${said}`);
    return undefined;
  }
  const dead = ended.then(() => undefined);
  return {
    pid: child.pid as number,
    ask: asking(url),
    tell(message) {
      const answered = new Promise((resolve) => child.once("message", resolve));
      child.send(message, () => {});
      return Promise.race([answered, dead]);
    },
    said: () => said,
    async kill(signal = "SIGKILL") {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by };
    },
  };
}

/** What it prints when it listens; undefined when it ends before. */
async function address(child: ChildProcess): Promise<string | undefined> {
  let printed = "";
  for await (const chunk of child.stdout ?? []) {
    printed += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url) return url;
  }
  return undefined;
}

export const asking =
  (url: string): Ask =>
  async ({ method, path, body }) => {
    const raw = body instanceof Uint8Array;
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { "Content-Type": raw ? "application/pdf" : "application/json" },
            body: raw ? Buffer.from(body) : JSON.stringify(body),
          }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };

/** A temporary folder in memory where there is one: a row that kills processes, not machines, needs no real disk. */
export const quickFolder = (name: string): string =>
  mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), `tiers-sandbox-${name}-`));
