import { exportState } from "../src/seed/seed-file.ts";
import { quietWorld } from "../test/support/worlds.ts";

/** Prints a world as it would be exported: run in a process of its own. */
const [seed = "portfolio", randomSeed = "1"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await exportState(await quietWorld({ seed, randomSeed: Number(randomSeed) }))));
