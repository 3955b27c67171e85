import { madeWorldsIn } from "../../../src/store/file/made-worlds.ts";
import { worthKeeping } from "../samples.ts";

/** Puts the same worlds as its neighbours, as often as it is asked for. */
const [folder = "", times] = process.argv.slice(2);
const kept = madeWorldsIn(folder);
for (let at = 0; at < Number(times); at++) await kept.put(`size ${at % 3}`, worthKeeping(at % 3));
