import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inBundle } from "../../directory/fixtures.ts";
import { type KeptWorlds, madeWorldsIn } from "../../store/file/made-worlds.ts";
import { userCaches } from "../../system/files.ts";

/** Of the project that runs the sandbox, or else of the user. */
export function cacheFolder(from: string): string {
  const modules = join(from, "node_modules");
  if (existsSync(modules)) return join(modules, ".cache/tiers-sandbox");
  if (dirname(from) !== from) return cacheFolder(dirname(from));
  return join(userCaches(), "tiers-sandbox");
}

let known: KeptWorlds | undefined;
/**
 * Where made worlds are kept. Their keys begin with a digest of the program, which holds its fixtures: another program
 * makes other worlds. Sources that may change at any moment keep none.
 */
export function madeWorlds(): KeptWorlds | undefined {
  if (!inBundle) return undefined;
  known ??= ofProgram(fileURLToPath(import.meta.url));
  return known;
}

function ofProgram(path: string): KeptWorlds {
  const digest = createHash("sha256").update(readFileSync(path)).digest("hex");
  const kept = madeWorldsIn(cacheFolder(process.cwd()));
  return {
    get: (key) => kept.get(`${digest} ${key}`),
    put: (key, state) => kept.put(`${digest} ${key}`, state),
    settled: kept.settled,
  };
}

/** Waits, for a while, until the worlds that were made are kept. */
export const whenMadeWorldsSettle = async (): Promise<unknown> => known?.settled();
