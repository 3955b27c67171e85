import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { seedPattern } from "../../contract/shared.ts";
import { packageRoot } from "../directory/fixtures.ts";
import { collectionNames } from "../domain/collections.ts";
import { membersText } from "../store/state-text.ts";
import { sliced } from "../store/time-slice.ts";
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

/** The file of a seed that is given by name or, to start a sandbox, by path. */
export function seedFile(seed: string): string {
  if (seedPattern.test(seed)) {
    if (seedNames().includes(seed)) return join(folder, `${seed}.json`);
  } else {
    const found = statSync(seed, { throwIfNoEntry: false });
    if (found?.isFile()) return seed;
    if (found) throw new SeedNotFound(`${seed} is no regular file: a seed is a name or the path of a JSON file.`);
  }
  throw notFound(seed, seedNames(), "or the path of a JSON file");
}

/** Seeds by the names that requests use; `own` is the seed that the sandbox was started with. */
export function seedsOf(own: string): Map<string, string> {
  const seeds = new Map(seedNames().map((name) => [name, name]));
  const ownName = basename(own, ".json");
  return seedPattern.test(ownName) && !seeds.has(ownName) ? seeds.set(ownName, own) : seeds;
}

/** The seed that a request or a stored world names. A path would let a request read any file. */
export function namedSeed(name: string, own: string): string {
  const seeds = seedsOf(own);
  const seed = name === own ? own : seeds.get(name);
  if (seed === undefined) throw notFound(name, [...seeds.keys()], "and a file that the sandbox is started with");
  return seed;
}

const notFound = (seed: string, names: readonly string[], others: string) =>
  new SeedNotFound(`There is no seed ${JSON.stringify(seed)}; there are ${names.join(", ")}, ${others}.`);

const block = 1 << 16;

/** An exported world as JSON text. Yields to other requests. */
export async function* textOf({ state, ...rest }: Awaited<ReturnType<typeof exportState>>): AsyncGenerator<Buffer> {
  let text = `${JSON.stringify(rest).slice(0, -1)},"state":{`;
  for await (const part of sliced(membersText(state, collectionNames, "", JSON.stringify))) {
    text += part;
    if (text.length < block) continue;
    yield Buffer.from(text);
    text = "";
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
