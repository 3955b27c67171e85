import { constants } from "node:fs";

/**
 * system: the border to the operating system. What differs between Linux, macOS and Windows is a field of `System`, or
 * a function of this folder that answers with less where a system has less; nothing above asks which system it is.
 */
export interface System {
  /** The flag with which one call writes and syncs; without it a sync follows each write. */
  dsync: number | undefined;
  /** The flag that opens a pipe without waiting for its writer; 0 where no pipe has a path. */
  nonBlocking: number;
  /** Whether a folder can be opened and synced. Windows keeps the order of renames by itself. */
  syncsFolders: boolean;
  /** Whether a file has an inode: on Windows its number has 64 bits, and its path and its descriptor other devices. */
  hasInodes: boolean;
  /** Codes of renames and removals that fail while a virus scanner or an indexer has the file open. */
  passing: readonly string[];
  /** Whether a signal asks another process to end. On Windows it ends it at once. */
  signalsOthers: boolean;
  /** The signals that end a process and can be caught. */
  caught: readonly NodeJS.Signals[];
  /** The signals that a terminal sends to every process in its foreground, or all where they cannot be sent on. */
  shared: readonly NodeJS.Signals[];
}

/** SIGHUP comes when a terminal closes, SIGBREAK from Ctrl-Break and a closing console on Windows. */
export const endings = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;
export const terminalClosed = "SIGHUP";

/** Rights of files and folders that hold worlds. Windows ignores them: there a folder has those of the one above it. */
export const ownersOnly = { file: 0o600, folder: 0o700 };

type Flags = Partial<Pick<typeof constants, "O_DSYNC" | "O_NONBLOCK">>;

/** What is known of a system. One that is none of the three is taken for macOS, which promises less than Linux. */
export function systemOf(platform: string, { O_DSYNC, O_NONBLOCK = 0 }: Flags = constants): System {
  const isWindows = platform === "win32";
  return {
    // On macOS the flag leaves the bytes in the cache of the disk, and fdatasync does not.
    dsync: platform === "linux" ? O_DSYNC : undefined,
    nonBlocking: O_NONBLOCK,
    syncsFolders: !isWindows,
    hasInodes: !isWindows,
    passing: isWindows ? ["EPERM", "EACCES", "EBUSY"] : [],
    signalsOthers: !isWindows,
    // SIGUSR1 starts the debugger of Node.
    caught: isWindows ? endings : [...endings, "SIGQUIT", "SIGUSR2", "SIGALRM", "SIGXCPU", "SIGABRT"],
    shared: isWindows ? endings : ["SIGINT", "SIGQUIT"],
  };
}

export const system = systemOf(process.platform);
