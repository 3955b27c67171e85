import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { entries } from "./entries.ts";

/**
 * Writes the declarations of each entry into one file in dist/, and what several entries declare into `shared.d.cts`:
 * a world that one entry makes is the world that another one takes.
 */
const emitted = "dist/.types";

const compiler = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", "--outDir", emitted];
const { status } = spawnSync(process.execPath, compiler, { stdio: "inherit" });
if (status !== 0) throw new Error("tsc failed");

const bundle = await rollup({
  input: Object.fromEntries(
    entries.map(({ name, source }) => [name, join(emitted, source.replace(/\.ts$/, ".d.ts"))] as const),
  ),
  // The declarations of openapi-fetch go with ours: its package is in the bundle.
  plugins: [dts({ respectExternal: true, includeExternal: ["openapi-fetch", "openapi-typescript-helpers"] })],
  external: [/^node:/],
});
await bundle.write({
  dir: "dist",
  entryFileNames: "[name].d.cts",
  chunkFileNames: "[name].d.cts",
  manualChunks: (id, { getModuleInfo }) => (getModuleInfo(id)?.isEntry ? undefined : "shared"),
});

// The roll-up exports a class as a value where the source exports its type alone.
for (const { name, source } of entries) {
  const file = join("dist", `${name}.d.cts`);
  const values = Object.keys((await import(`../${source}`)) as object);
  const typed = (specifier: string) => (values.includes(specifier.split(" ").at(-1) as string) ? "" : "type ");
  const text = readFileSync(file, "utf8").replace(
    /^export \{ (.*) \}/gm,
    (_, specifiers: string) =>
      `export { ${specifiers
        .split(", ")
        .map((one) => typed(one) + one)
        .join(", ")} }`,
  );
  writeFileSync(file, text);
}
rmSync(emitted, { recursive: true, force: true });
