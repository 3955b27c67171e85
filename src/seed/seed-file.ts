import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../directory/fixtures.ts";
import type { World } from "../world/world.ts";

/** The format of seed files and exports: a script that a story runs, or a state. */
export const worldFormat = "tiers-sandbox/world@1";

const folder = join(packageRoot, "seeds");

export const seedNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -5))
    .sort();

export class SeedNotFound extends Error {}

export function seedFile(name: string): string {
  const path = /^[A-Za-z0-9_-]+$/.test(name) ? join(folder, `${name}.json`) : name;
  if (!existsSync(path))
    throw new SeedNotFound(
      `There is no seed ${JSON.stringify(name)}; there are ${seedNames().join(", ")}, or the path of a JSON file.`,
    );
  return path;
}

/** Every collection is in key order, so that two exports can be compared line by line. */
export async function exportState(world: World): Promise<Record<string, unknown>> {
  return {
    format: worldFormat,
    name: world.accountId,
    description: `The world of ${world.accountId}, from ${world.origin.seed}.`,
    state: await world.store.dump(),
  };
}
