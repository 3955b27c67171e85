import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A server under measurement: started, spoken to, and ended by its own id. */
export interface Running {
  url: string;
  pid: number;
  /** From spawn to the first 200, in milliseconds. */
  started: number;
  /** Resident memory, in megabytes. */
  memory(): number;
  peak(): number;
  stop(): Promise<void>;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function firstOk(
  url: string,
  headers: Record<string, string>,
  child: ChildProcess,
  deadline: number,
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    try {
      const response = await fetch(url, { headers });
      await response.arrayBuffer();
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > deadline) throw new Error(`${url} did not answer 200 in time`);
    await pause(4);
  }
}

const status = (pid: number, field: string) =>
  Number(
    /(\d+)/.exec(
      readFileSync(`/proc/${pid}/status`, "utf8")
        .split("\n")
        .find((line) => line.startsWith(field)) ?? "",
    )?.[1] ?? 0,
  ) / 1024;

export async function start(
  command: string[],
  url: string,
  probe: { path: string; headers?: Record<string, string>; seconds?: number },
  cwd?: string,
): Promise<Running> {
  const begun = performance.now();
  const child = spawn(command[0] as string, command.slice(1), {
    stdio: ["ignore", "ignore", "inherit"],
    cwd,
    env: { ...process.env, NODE_ENV: "production" },
  });
  try {
    await firstOk(`${url}${probe.path}`, probe.headers ?? {}, child, begun + (probe.seconds ?? 60) * 1000);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const started = performance.now() - begun;
  const pid = child.pid as number;
  return {
    url,
    pid,
    started,
    memory: () => status(pid, "VmRSS"),
    peak: () => status(pid, "VmHWM"),
    async stop() {
      child.kill("SIGTERM");
      const force = setTimeout(() => child.kill("SIGKILL"), 10_000);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      clearTimeout(force);
    },
  };
}
