import { exportState } from "../src/seed/seed-file.ts";
import { quietWorld } from "../test/support/worlds.ts";

/** Prints the export of a seed's world; tests run it in a process of its own. */
const [seed = "portfolio", randomSeed = "1"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await exportState(await quietWorld({ seed, randomSeed: Number(randomSeed) }))));
