import { drawnTextOf } from "../test/files/readers.ts";
import { live, seeds, storyInvariants } from "../test/properties/worlds.ts";
import { longProbes, probes, remaking } from "../test/support/probes.ts";
import { optionsOf } from "./options.ts";

/** Every invariant in every seed world: `npx tsx scripts/worlds.ts --from 1 --to 50 --years 4 --seeds portfolio`. */
const { values } = optionsOf({
  ...{ from: 1, to: 50, years: 4, seeds: seeds.join() },
  /** A portfolio of as many companies in place of the seed's story. */
  size: undefined,
  /** Over how many months, and who acts; as usual without them. */
  history: undefined,
  people: undefined,
  /** Every n-th random seed is made twice. */
  twice: 10,
});
const { years } = values;
const people = JSON.parse(JSON.stringify({ people: values.people, history: values.history }));
const size = values.size === undefined ? null : Number(values.size);

const total = { worlds: 0, violations: 0, thirdparties: 0, documents: 0, evidences: 0, events: 0 };
for (let randomSeed = values.from; randomSeed <= values.to; randomSeed++)
  for (const seed of values.seeds.split(",")) {
    const twice = randomSeed % values.twice === 0;
    const { complaints, ...figures } = await live({
      seed,
      randomSeed,
      years,
      size,
      twice,
      read: drawnTextOf,
      ...people,
    });
    total.worlds += 1;
    total.violations += complaints.length;
    for (const name of ["thirdparties", "documents", "evidences", "events"] as const) total[name] += figures[name];
    console.log(`${seed} ${randomSeed}: ${JSON.stringify(figures)}, ${complaints.length} violations`);
    for (const complaint of complaints.slice(0, 20)) console.error(`  ${complaint}`);
  }

const count = [storyInvariants, probes, longProbes(drawnTextOf), remaking].reduce(
  (sum, kind) => sum + Object.keys(kind).length,
  0,
);
console.log(
  `${total.worlds} worlds (${values.seeds}, random seeds ${values.from} to ${values.to}), ` +
    `checked when made and after each of ${years} years against ${count} invariants: ${JSON.stringify(total)}`,
);
if (total.violations > 0) process.exitCode = 1;
