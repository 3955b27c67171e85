import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";

/** A server under measurement: started, spoken to, and ended by its own id. */
export interface Running {
  url: string;
  pid: number;
  /** From spawn to the first 200, in milliseconds. */
  started: number;
  /** Resident memory, in megabytes. */
  memory(): number;
  peak(): number;
  /** Processor time so far, in seconds. */
  processor(): number;
  stop(): Promise<void>;
}

interface Start {
  command: string[];
  url: string;
  /** A path that is answered with 200 as soon as the server is ready. */
  probe: string;
  headers?: Record<string, string>;
  cwd?: string;
  /** The file that takes the standard error. */
  log?: string;
}

const longest = 120_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function firstOk(url: string, headers: Record<string, string>, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + longest; performance.now() < deadline; await pause(4)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
  }
  throw new Error(`${url} did not answer 200 in time`);
}

function megabytes(pid: number, field: string): number {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  const line = lines.find((each) => each.startsWith(field)) ?? "";
  return Number(/\d+/.exec(line)?.[0] ?? 0) / 1024;
}

function processorSeconds(pid: number): number {
  const [, fields = ""] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) / 100;
}

export async function start({ command, url, probe, headers = {}, cwd, log }: Start): Promise<Running> {
  const begun = performance.now();
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ["ignore", "ignore", log === undefined ? "inherit" : openSync(log, "a")],
    cwd,
    env: { ...process.env, NODE_ENV: "production" },
  });
  try {
    await firstOk(`${url}${probe}`, headers, child);
  } catch (error) {
    child.kill("SIGKILL");
    throw new Error(`${command.join(" ")}\n${log === undefined ? "" : readFileSync(log, "utf8").slice(-2000)}`, {
      cause: error,
    });
  }
  const started = performance.now() - begun;
  const pid = child.pid as number;
  return {
    url,
    pid,
    started,
    memory: () => megabytes(pid, "VmRSS"),
    peak: () => megabytes(pid, "VmHWM"),
    processor: () => processorSeconds(pid),
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      clearTimeout(force);
    },
  };
}
