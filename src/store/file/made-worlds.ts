import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { State } from "../../domain/change.ts";
import { ownersOnly } from "../../system/system.ts";
import { pack, unpack } from "../world-codec.ts";

/** Worlds as they were made from a seed, by what they depend on. */
export interface MadeWorlds {
  get(key: string): Promise<State | undefined>;
  put(key: string, state: State): Promise<void>;
}
export interface KeptWorlds extends MadeWorlds {
  /** Waits for the worlds that are being written, until a limit in milliseconds. */
  settled(longest?: number): Promise<unknown>;
}

/** In bytes: beyond it, those that were not used for longest go. */
const usualMost = 256_000_000;
/** A small world is made sooner than it is read. */
const fewestEvents = 1000;
/** In milliseconds. An older draft is that of a process that was killed, as one is written at once. */
const longestDraft = 60_000;
const longestWait = 5_000;

/**
 * Keeps made worlds for the next process, packed as snapshots are. A file that is damaged counts as none, and so does a
 * folder that cannot be read or written: the world is made again.
 */
export function madeWorldsIn(folder: string, most = usualMost): KeptWorlds {
  const pathOf = (key: string) => join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.world`);
  const underWay = new Set<Promise<void>>();
  return {
    async get(key) {
      const path = pathOf(key);
      try {
        const { state, meta } = await unpack<{ key: string }>(path, createReadStream(path));
        if (meta.key !== key) return undefined;
        const now = new Date();
        await utimes(path, now, now).catch(() => {});
        return state;
      } catch {
        return undefined;
      }
    },
    put(key, state) {
      if (state.events.length < fewestEvents) return Promise.resolve();
      const putting = write(pathOf(key), pack(state, { key }), most).finally(() => underWay.delete(putting));
      underWay.add(putting);
      return putting;
    },
    settled: (longest = longestWait) =>
      Promise.race([Promise.all(underWay), setTimeout(longest, undefined, { ref: false })]),
  };
}

async function write(path: string, bytes: AsyncIterable<Buffer>, most: number): Promise<void> {
  // Another process may write the same world at the same time; each puts its own in place whole.
  const draft = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: ownersOnly.folder });
    await writeFile(draft, bytes, { mode: ownersOnly.file });
    await rename(draft, path);
    await prune(dirname(path), most);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

async function prune(folder: string, most: number): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => ({ path, of: await stat(path).catch(() => undefined) })));
  const newestFirst = found.flatMap(({ path, of }) => (of ? [{ path, size: of.size, used: of.mtimeMs }] : []));
  newestFirst.sort((one, other) => other.used - one.used);
  let sum = 0;
  const oldestDraft = Date.now() - longestDraft;
  for (const { path, size, used } of newestFirst) {
    sum += size;
    const isAbandoned = !path.endsWith(".world") && used < oldestDraft;
    if (isAbandoned || sum > most) await rm(path, { force: true });
  }
}
