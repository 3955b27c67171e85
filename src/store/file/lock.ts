import { readFileSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FolderHeld } from "../failures.ts";

/** The process that holds a folder. Start and boot tell it from a later one with its pid; null where unknown. */
interface Holder {
  pid: number;
  host: string;
  started: string | null;
  boot: string | null;
  /** The pid's name space: a container cannot see the processes of another. */
  space: string | null;
}

/** Locks the folder for this process, or refuses with the name of its holder. Returns the unlocking function. */
export async function lock(folder: string): Promise<() => void> {
  return take(folder, join(folder, "sandbox.lock"));
}

async function take(folder: string, path: string): Promise<() => void> {
  const mine = JSON.stringify(me());
  for (let looks = 0; ; looks++) {
    try {
      writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
      return () => {
        if (text(path) === mine) unlinkSync(path);
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = text(path);
    const holder = parse(found ?? "");
    if (holder === undefined && looks < 20) {
      // Its owner may be about to fill or to remove it.
      await wait(50);
      continue;
    }
    if (found === undefined) throw new FolderHeld(folder, `a process that ${path} does not name`);
    const obstacle = holder && whyHeld(holder, path);
    if (obstacle !== undefined) throw new FolderHeld(folder, obstacle);
    // Of several processes that find the same dead holder, one at a time may remove its lock, if it is still there.
    const done = await take(folder, `${path}.takeover`);
    try {
      if (text(path) === found) unlinkSync(path);
    } finally {
      done();
    }
  }
}

/** Why the folder cannot be locked; undefined when its holder is gone. */
function whyHeld(holder: Holder, path: string): string | undefined {
  const { pid, host, started, boot, space } = me(holder.pid);
  const sameMachine = holder.host === host || (boot !== null && holder.boot === boot);
  if (!sameMachine) return `process ${pid} on ${holder.host}. If that one is gone for good, delete ${path}`;
  if (holder.boot !== boot) return undefined;
  if (holder.space !== space)
    return `process ${pid} in another container (${holder.host}). If that one is gone for good, delete ${path}`;
  if (!isAlive(pid) || holder.started !== started) return undefined;
  return pid === process.pid
    ? `this very process (${pid})`
    : `another tiers-sandbox, process ${pid}. Stop it, or choose another folder`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function me(pid: number = process.pid): Holder {
  return {
    pid,
    host: hostname(),
    started: startOf(pid),
    boot: orNull(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    space: orNull(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** In ticks since the boot, on Linux; null for a zombie process. */
function startOf(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === "Z" || state === "X" ? null : (fields[18] ?? null);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function text(path: string): string | undefined {
  return orNull(() => readFileSync(path, "utf8")) ?? undefined;
}

function parse(text: string): Holder | undefined {
  const found = orNull(() => JSON.parse(text) as Partial<Holder>);
  return Number.isSafeInteger(found?.pid) && Number(found?.pid) > 0 ? (found as Holder) : undefined;
}
