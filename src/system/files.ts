import { type BigIntStats, constants, type Stats } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type System, system } from "./system.ts";

/** To read, without waiting for the writer of a pipe, so that a pipe can be refused. */
export const toRead = ({ nonBlocking }: System = system): number => constants.O_RDONLY | nonBlocking;

/** To change in place: every write syncs, where the system has a flag for it. */
export const toChange = ({ dsync }: System = system): number | "r+" =>
  dsync === undefined ? "r+" : constants.O_RDWR | dsync;

type Identified = Pick<Stats | BigIntStats, "ino" | "dev">;

/** How a file is looked at for `isSameFile`, by its path or by its descriptor. */
export const identifying = ({ hasInodes }: System = system) => ({ bigint: !hasInodes, throwIfNoEntry: false as const });

/** Whether a path and a descriptor are the same file. */
export const isSameFile = (a: Identified, b: Identified, { hasInodes }: System = system): boolean =>
  a.ino === b.ino && (!hasInodes || a.dev === b.dev);

/** In milliseconds, 1.3 seconds in all. */
const waits = [10, 20, 40, 80, 160, 320, 640];

/** Renames or removes again while another program has the file open for a moment. */
export async function patiently<T>(
  work: () => Promise<T>,
  { passing }: System = system,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<T> {
  for (const milliseconds of waits) {
    try {
      return await work();
    } catch (error) {
      if (!passing.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    await wait(milliseconds);
  }
  return work();
}

/** Where programs keep what they can make again. */
export const userCaches = (): string => join(homedir(), ".cache");
