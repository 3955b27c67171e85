import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../directory/fixtures.ts";
import { pauses } from "../store/pause.ts";
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

const block = 1 << 16;

/** The same as JSON text, written with other work in between. */
export async function* textOf({ state, ...rest }: Awaited<ReturnType<typeof exportState>>): AsyncGenerator<Buffer> {
  const breathe = pauses();
  let text = `${JSON.stringify(rest).slice(0, -1)},"state":{`;
  let separator = "";
  for (const [name, rows] of Object.entries(state)) {
    text += `${separator}${JSON.stringify(name)}:[`;
    separator = "";
    for (const row of rows) {
      text += separator + JSON.stringify(row);
      separator = ",";
      if (text.length < block) continue;
      yield Buffer.from(text);
      text = "";
      await breathe();
    }
    text += "]";
    separator = ",";
  }
  yield Buffer.from(`${text}}}`);
}

/** Every collection is in key order, so that two exports can be compared line by line. */
export async function exportState(world: World) {
  return {
    format: worldFormat,
    name: world.accountId,
    description: `The world of ${world.accountId}, from ${world.origin.seed}.`,
    state: await world.store.dump(),
  };
}
