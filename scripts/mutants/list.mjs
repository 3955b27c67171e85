/**
 * Prints the mutants of the files that standard input names, as JSON. Runs on the Node that Stryker needs, with the
 * path of its instrumenter as argument.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const { Instrumenter } = await import(process.argv[2]);
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, isDebugEnabled: () => false };
const inFunction = { shouldIgnore: (path) => (path.getFunctionParent() ? "in a function" : undefined) };

const files = JSON.parse(await text(process.stdin)).map((name) => ({
  name,
  content: readFileSync(name, "utf8"),
  mutate: true,
}));
const mutantsOf = async (ignorers) => {
  const options = { ignorers, excludedMutations: [], noHeader: true, plugins: null };
  const { mutants } = await new Instrumenter(log).instrument(files, options);
  return mutants;
};
const keyOf = ({ fileName, location, mutatorName, replacement }) =>
  JSON.stringify([fileName, location, mutatorName, replacement]);

// Stryker drops a statement that holds other mutants, unless these are ignored: so what is static is asked apart.
const outside = (await mutantsOf([inFunction])).filter(({ status }) => status === undefined);
const statics = new Set(outside.map(keyOf));
const mutants = await mutantsOf([]);
process.stdout.write(JSON.stringify(mutants.map((mutant) => ({ ...mutant, isStatic: statics.has(keyOf(mutant)) }))));
