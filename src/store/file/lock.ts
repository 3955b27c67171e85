import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FolderHeld, FolderLost } from "../failures.ts";

/** The process that holds a folder. Start and boot tell it from a later one with its pid; null where unknown. */
interface Holder {
  pid: number;
  host: string;
  started: string | null;
  boot: string | null;
  /** The name space of the pid: a container cannot see the processes of another one. */
  space: string | null;
}

/** A folder that this process holds. */
export interface Hold {
  /** Whether the lock was taken from a holder that may still be alive, but did not touch its lock. */
  takenOver: boolean;
  /** Throws a FolderLost when the folder is gone or was replaced, or another process has taken it. */
  check(): void;
  release(): void;
}

/** Time, which tests replace. */
export interface Pace {
  wait(milliseconds: number): Promise<unknown>;
  /** Returns a function that ends it. */
  every(milliseconds: number, work: () => unknown): () => void;
}
const realPace: Pace = {
  wait: (milliseconds) => wait(milliseconds),
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds).unref();
    return () => clearInterval(timer);
  },
};

/** A holder touches its lock every `beat`; one that cannot be seen is gone after `untilLeft` without a touch. */
const beat = 2_000;
const untilLeft = 10_000;
const look = 500;

interface LockOptions {
  report: (message: string) => void;
  pace?: Pace;
}

/** Locks the folder for this process, or refuses with the name of its holder. */
export async function lock(folder: string, { report, pace = realPace }: LockOptions): Promise<Hold> {
  const path = join(folder, "sandbox.lock");
  const { takenOver } = await take(folder, path, report, pace);
  // An open file keeps its inode number, so no later file at this path has the same.
  const fd = openSync(path, "r+");
  const mine = fstatSync(fd);
  const isMine = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && found.ino === mine.ino && found.dev === mine.dev;
  };
  const touch = (now: Date) => futimesSync(fd, now, now);
  const stop = pace.every(beat, () => orNull(() => touch(new Date())));
  return {
    takenOver,
    check() {
      if (!isMine()) throw new FolderLost(folder);
    },
    release() {
      stop();
      if (isMine()) unlinkSync(path);
      closeSync(fd);
    },
  };
}

/** The process that holds the folder: its id if it runs on this machine, "elsewhere" if it cannot be seen. */
export function holderOf(folder: string): number | "elsewhere" | undefined {
  const found = seen(join(folder, "sandbox.lock"));
  const holder = found && parse(found.text);
  const state = holder && stateOf(holder);
  return state === "alive" ? holder?.pid : state === "unseen" ? "elsewhere" : undefined;
}

async function take(folder: string, path: string, report: (message: string) => void, pace: Pace) {
  const mine = JSON.stringify(me());
  let takenOver = false;
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: "wx", mode: 0o600 });
      return { takenOver };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = seen(path);
    if (found === undefined) continue;
    const holder = parse(found.text);
    const state = holder === undefined ? "unseen" : stateOf(holder);
    if (state === "alive") throw new FolderHeld(folder, aliveWords(holder as Holder));
    if (state === "unseen") {
      if ((await outlived(folder, path, found, report, pace)) === "again") continue;
      takenOver = true;
    }
    // Several processes may find the same dead holder: one at a time may remove its lock, if that is still there.
    const turn = `${path}.takeover`;
    await take(folder, turn, report, pace);
    try {
      if (seen(path)?.mark === found.mark) unlinkSync(path);
    } finally {
      unlinkSync(turn);
    }
  }
}

/** Waits for a holder that cannot be seen to touch its lock, and refuses when it does. */
async function outlived(
  folder: string,
  path: string,
  { text, mark }: Seen,
  report: (message: string) => void,
  pace: Pace,
): Promise<"left" | "again"> {
  const holder = parse(text);
  const name = holder === undefined ? `a process that ${path} does not name` : unseenWords(holder);
  report(`${folder} is locked by ${name}. Waiting ${untilLeft / 1000} seconds for a sign of life.`);
  // Only changes count, because the clocks of two machines differ.
  for (let waited = 0; waited < untilLeft; waited += look) {
    await pace.wait(look);
    const now = seen(path);
    // It was removed, or its owner has written it by now.
    if (now === undefined || (holder === undefined && parse(now.text) !== undefined)) return "again";
    if (now.mark !== mark) throw new FolderHeld(folder, `${name}, which is alive. Stop it, or choose another folder`);
  }
  report(`${folder} was locked by ${name}, which gave no sign of life: the lock is taken over.`);
  return "left";
}

/** Whether the holder runs; "unseen" where its processes cannot be seen from here. */
function stateOf(holder: Holder): "alive" | "dead" | "unseen" {
  const { pid, host, started, boot, space } = me(holder.pid);
  const sameMachine = boot === null ? holder.host === host : holder.boot === boot;
  if (!sameMachine || holder.space !== space) return "unseen";
  return isAlive(pid) && holder.started === started ? "alive" : "dead";
}

const aliveWords = ({ pid }: Holder) =>
  pid === process.pid
    ? `this very process (${pid})`
    : `another tiers-sandbox, process ${pid}. Stop it, or choose another folder`;
const unseenWords = ({ pid, host, boot }: Holder) =>
  boot !== null && boot === me().boot ? `process ${pid} in another container (${host})` : `process ${pid} on ${host}`;

export function isAlive(pid: number): boolean {
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

interface Seen {
  text: string;
  /** Changes whenever the lock is written, touched or replaced. */
  mark: string;
}

function seen(path: string): Seen | undefined {
  try {
    const fd = openSync(path, "r");
    try {
      const { ino, mtimeMs } = fstatSync(fd);
      const text = readFileSync(fd, "utf8");
      return { text, mark: `${ino} ${mtimeMs} ${text}` };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  const found = orNull(() => JSON.parse(text) as Partial<Holder> | null);
  const named = Number.isSafeInteger(found?.pid) && Number(found?.pid) > 0 && typeof found?.host === "string";
  return named ? (found as Holder) : undefined;
}
