/**
 * Prints the mutants of the files that standard input names, as JSON. Runs on the Node that Stryker needs, with the
 * path of its instrumenter as argument.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const { Instrumenter } = await import(process.argv[2]);
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false };
/** Not used to leave mutants out, but to tell those in functions from static ones. */
const inFunction = { shouldIgnore: (path) => (path.getFunctionParent() ? "in a function" : undefined) };
const options = { ignorers: [inFunction], excludedMutations: [], noHeader: true, plugins: null };

const files = JSON.parse(await text(process.stdin)).map((name) => ({
  name,
  content: readFileSync(name, "utf8"),
  mutate: true,
}));
const { mutants } = await new Instrumenter(log).instrument(files, options);
process.stdout.write(JSON.stringify(mutants));
