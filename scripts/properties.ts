import fc from "fast-check";
import { EventName } from "../contract/events.ts";
import { chance } from "../src/directory/chance.ts";
import { isRefusal } from "../src/domain/refusal.ts";
import { misfit } from "../test/properties/configurations.ts";
import { wrongs } from "../test/support/invariants.ts";
import { nowOf, obey, sequences } from "../test/support/model.ts";
import { found } from "../test/support/probes.ts";
import { join, quietWorld, worldOf } from "../test/support/worlds.ts";
import { optionsOf } from "./options.ts";

/** The long run of the property tests: `npx tsx scripts/properties.ts --runs 20000 --length 40 --seed 7`. */
const { runs, length, seed, path, mutations } = optionsOf({
  ...{ runs: 5_000, length: 30, seed: undefined, path: undefined },
  /** Of the example of a configuration. */
  mutations: 200,
}).values;
for (let nth = 0; nth < mutations; nth++) {
  const draws = chance(Number(seed ?? 0), "mutation", nth);
  const why = await misfit((below) => draws.int(0, below - 1));
  if (why !== null) throw new Error(`mutation ${nth}: ${why}`);
}
console.log(`${mutations} mutations of a configuration are refused at a place, or work`);

const world = await quietWorld();
for (const kind of ["it", "builder", "soleTrader", "german", "young"] as const) await join(world, kind);
const beginning = await world.store.dump();

const happened = new Set<string>();
const tally = { granted: 0, refused: 0 };
const property = fc.asyncProperty(sequences(length), async (commands) => {
  const here = await worldOf(beginning);
  for (const command of commands) {
    tally[isRefusal(await obey(here, command)) ? "refused" : "granted"] += 1;
    const complaints = wrongs(await here.store.dump(), nowOf(here));
    if (complaints.length > 0) throw new Error(`after ${JSON.stringify(command)}:\n${complaints.join("\n")}`);
  }
  const complaints = await found(here);
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  for (const { eventName } of (await here.store.dump()).events) happened.add(eventName);
});

const result = await fc.check(property, {
  numRuns: runs,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
  ...(path === undefined ? {} : { path }),
});
const missing = EventName.options.filter((name) => !happened.has(name));
console.log(
  `${result.numRuns} sequences with seed ${result.seed}: ${tally.granted} steps granted, ` +
    `${tally.refused} refused, ${happened.size} of ${EventName.options.length} events seen`,
);
if (missing.length > 0) console.log(`never seen: ${missing.join(", ")}`);
if (result.failed) {
  console.error(`failed with --seed ${result.seed} --path ${result.counterexamplePath}`);
  console.error(JSON.stringify(result.counterexample));
  console.error(String((result.errorInstance as Error | null)?.message ?? result.errorInstance));
  process.exitCode = 1;
}
