import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { identifying, isSameFile } from "../../system/files.ts";
import { identityOf, isAlive, type ProcessIdentity } from "../../system/processes.ts";
import { ownersOnly } from "../../system/system.ts";
import { FolderHeld, FolderLost } from "../failures.ts";

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

/** What is known of a process, which tests replace. */
export type Identify = (pid: number) => ProcessIdentity;

interface LockOptions {
  report: (message: string) => void;
  pace?: Pace;
  identify?: Identify;
}

/** Locks the folder for this process, or refuses with the name of its holder. */
export async function lock(folder: string, options: LockOptions): Promise<Hold> {
  const { report, pace = realPace, identify = identityOf } = options;
  const path = join(folder, "sandbox.lock");
  const { takenOver } = await take(folder, path, { report, pace, identify });
  // An open file keeps its inode number, so no later file at this path has the same.
  const fd = openSync(path, "r+");
  const mine = fstatSync(fd, identifying());
  const isMine = () => {
    const found = statSync(path, identifying());
    return found !== undefined && isSameFile(found, mine);
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
export function holderOf(folder: string, identify: Identify = identityOf): number | "elsewhere" | undefined {
  const found = seen(join(folder, "sandbox.lock"));
  const holder = found && parse(found.text);
  const state = holder && stateOf(holder, found, identify);
  return state === "alive" ? holder?.pid : state === "unseen" ? "elsewhere" : undefined;
}

async function take(folder: string, path: string, options: Required<LockOptions>) {
  const mine = JSON.stringify(options.identify(process.pid));
  let takenOver = false;
  for (;;) {
    try {
      writeFileSync(path, mine, { flag: "wx", mode: ownersOnly.file });
      return { takenOver };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const found = seen(path);
    if (found === undefined) continue;
    const holder = parse(found.text);
    const state = holder === undefined ? "unseen" : stateOf(holder, found, options.identify);
    if (state === "alive") throw new FolderHeld(folder, aliveWords(holder as ProcessIdentity));
    if (state === "unseen") {
      if ((await outlived(folder, path, found, options)) === "again") continue;
      takenOver = true;
    }
    // Several processes may find the same dead holder: one at a time may remove its lock, if that is still there.
    const turn = `${path}.takeover`;
    await take(folder, turn, options);
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
  { report, pace, identify }: Required<LockOptions>,
): Promise<"left" | "again"> {
  const holder = parse(text);
  const name = holder === undefined ? `a process that ${path} does not name` : unseenWords(holder, identify);
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
function stateOf(holder: ProcessIdentity, { touched }: Seen, identify: Identify): "alive" | "dead" | "unseen" {
  const { pid, host, started, boot, space } = identify(holder.pid);
  const sameMachine = boot === null ? holder.host === host : holder.boot === boot;
  if (!sameMachine || holder.space !== space) return "unseen";
  if (!isAlive(pid)) return "dead";
  if (boot !== null) return holder.started === started ? "alive" : "dead";
  // The system does not tell a later process with this pid apart: only a lock that is touched has a holder.
  return Date.now() - touched < untilLeft ? "alive" : "unseen";
}

const aliveWords = ({ pid }: ProcessIdentity) =>
  pid === process.pid
    ? `this very process (${pid})`
    : `another tiers-sandbox, process ${pid}. Stop it (tiers-sandbox stop), or choose another folder (--data)`;
const unseenWords = ({ pid, host, boot }: ProcessIdentity, identify: Identify) =>
  boot !== null && boot === identify(process.pid).boot
    ? `process ${pid} in another container (${host})`
    : `process ${pid} on ${host}`;

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
  /** In milliseconds. */
  touched: number;
}

function seen(path: string): Seen | undefined {
  try {
    const fd = openSync(path, "r");
    try {
      const { ino, mtimeMs } = fstatSync(fd);
      const text = readFileSync(fd, "utf8");
      return { text, mark: `${ino} ${mtimeMs} ${text}`, touched: mtimeMs };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parse(text: string): ProcessIdentity | undefined {
  const found = orNull(() => JSON.parse(text) as Partial<ProcessIdentity> | null);
  const named = Number.isSafeInteger(found?.pid) && Number(found?.pid) > 0 && typeof found?.host === "string";
  return named ? (found as ProcessIdentity) : undefined;
}
