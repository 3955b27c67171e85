import { readFileSync, readlinkSync } from "node:fs";
import { constants, hostname } from "node:os";
import { system } from "./system.ts";

/** Start and boot tell a process from a later one with its pid; null where the system does not show them. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  started: string | null;
  boot: string | null;
  /** The name space of the pid: a container cannot see the processes of another one. */
  space: string | null;
}

/** What a process reads of others: the files of /proc, which only Linux has. They throw where they are missing. */
export interface ProcessFiles {
  text(path: string): string;
  link(path: string): string;
}
const processFiles: ProcessFiles = { text: (path) => readFileSync(path, "utf8"), link: readlinkSync };

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

export const identityOf = (pid: number, files: ProcessFiles = processFiles): ProcessIdentity => ({
  pid,
  host: hostname(),
  started: startOf(pid, files),
  boot: orNull(() => files.text("/proc/sys/kernel/random/boot_id").trim()),
  space: orNull(() => files.link("/proc/self/ns/pid")),
});

/** In ticks since the boot; null for a zombie process. */
function startOf(pid: number, files: ProcessFiles): string | null {
  const stat = orNull(() => files.text(`/proc/${pid}/stat`));
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  return state === "Z" || state === "X" ? null : (fields[18] ?? null);
}

const shell = /^(?:ba|da|a|z|k)?sh$|^busybox$/;

/** The process that started this one and, where that is a shell, the one above it: npm starts programs by a shell. */
export function parents(parent: number = process.ppid, files: ProcessFiles = processFiles): string {
  const stat = orNull(() => files.text(`/proc/${parent}/stat`));
  if (stat === null) return String(parent);
  const end = stat.lastIndexOf(")");
  const [, above] = stat.slice(end + 2).split(" ");
  return shell.test(stat.slice(stat.indexOf("(") + 1, end)) ? `${parent} ${above}` : String(parent);
}

/** Returns a function that says whether the process that started this one has ended: on Windows its id stays. */
export function watchedParent(): () => boolean {
  const [before, parent] = [parents(), process.ppid];
  return () => parents() !== before || !isAlive(parent);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Asks a process to end; false where the system could only end it at once. */
export function askToEnd(pid: number, { signalsOthers } = system): boolean {
  if (signalsOthers) process.kill(pid, "SIGTERM");
  return signalsOthers;
}

/** The exit code of a process that a signal ended, as a shell gives it. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
