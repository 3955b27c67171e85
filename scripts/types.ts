import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OutputOptions, rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { entries } from "./entries.ts";

/**
 *     tsx scripts/types.ts             writes the declarations of the package
 *     tsx scripts/types.ts --report    prints them without those of the OpenAPI documents, for the public interface
 *
 * Writes the declarations of each entry into one file in dist/, and what several entries declare into `shared.d.cts`:
 * a world that one entry makes is the world that another one takes.
 */
const isReport = process.argv.includes("--report");
// The compiler notes there what it has emitted, so that only the first of several runs takes long.
const emitted = "reports/types";

const compiler = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"];
const { status } = spawnSync(process.execPath, compiler, { stdio: ["ignore", 2, 2] });
if (status !== 0) throw new Error("tsc failed");

const bundle = await rollup({
  input: Object.fromEntries(
    entries.map(({ name, source }) => [name, join(emitted, source.replace(/\.ts$/, ".d.ts"))] as const),
  ),
  // The declarations of openapi-fetch go with ours: its package is in the bundle.
  plugins: [dts({ respectExternal: true, includeExternal: ["openapi-fetch", "openapi-typescript-helpers"] })],
  external: isReport ? [/^node:/, /schema/, "openapi-fetch"] : [/^node:/],
});
/** The compiler leaves imports of modules whose types are written out; they name places of this clone. */
const withoutPlaces = (text: string) => text.replace(/^import '[^']*node_modules\/[^']*';\n/gm, "");
const output = {
  dir: "dist",
  entryFileNames: "[name].d.cts",
  chunkFileNames: "[name].d.cts",
  minifyInternalExports: false,
  manualChunks: (id, { getModuleInfo }) => (getModuleInfo(id)?.isEntry ? undefined : "shared"),
} satisfies OutputOptions;
if (isReport) {
  const { output: files } = await bundle.generate(output);
  for (const file of files)
    if (file.type === "chunk") process.stdout.write(`// ${file.fileName}\n\n${withoutPlaces(file.code).trim()}\n\n`);
} else {
  await bundle.write(output);
  for (const entry of entries) await markTypes(entry);
}

/** The roll-up exports a class as a value where the source exports its type alone. */
async function markTypes({ name, source }: (typeof entries)[number]): Promise<void> {
  const file = join("dist", `${name}.d.cts`);
  const values = Object.keys((await import(`../${source}`)) as object);
  const typed = (specifier: string) => (values.includes(specifier.split(" ").at(-1) as string) ? "" : "type ");
  const marked = (specifiers: string) => specifiers.split(", ").map((one) => typed(one) + one);
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    withoutPlaces(text).replace(/^export \{ (.*) \}/gm, (_, list: string) => `export { ${marked(list).join(", ")} }`),
  );
}
