import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { State } from "../../domain/change.ts";
import { ownersOnly } from "../../system/system.ts";
import { pack, unpack } from "../world-codec.ts";

/** Worlds as they were made from a seed, by what they depend on. */
export interface MadeWorlds {
  get(key: string): Promise<State | undefined>;
  put(key: string, state: State): Promise<void>;
}

/** In bytes: beyond it, those that were not used for longest go. */
const usualMost = 256_000_000;
/** A small world is made sooner than it is read. */
const fewestEvents = 1000;

/**
 * Keeps made worlds for the next process, packed as snapshots are. A file that is damaged counts as none, and so does a
 * folder that cannot be read or written: the world is made again.
 */
export function madeWorldsIn(folder: string, most = usualMost): MadeWorlds {
  const pathOf = (key: string) => join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.world`);
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
    async put(key, state) {
      if (state.events.length < fewestEvents) return;
      const path = pathOf(key);
      // Another process may write the same world at the same time; each puts its own in place whole.
      const draft = `${path}.${process.pid}`;
      try {
        await mkdir(folder, { recursive: true, mode: ownersOnly.folder });
        await writeFile(draft, pack(state, { key }), { mode: ownersOnly.file });
        await rename(draft, path);
        await prune(folder, most);
      } catch {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

async function prune(folder: string, most: number): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name));
  const found = await Promise.all(paths.map(async (path) => ({ path, of: await stat(path).catch(() => undefined) })));
  const newestFirst = found.flatMap(({ path, of }) => (of ? [{ path, size: of.size, used: of.mtimeMs }] : []));
  newestFirst.sort((one, other) => other.used - one.used);
  let sum = 0;
  for (const { path, size } of newestFirst) {
    sum += size;
    if (sum > most) await rm(path, { force: true });
  }
}
