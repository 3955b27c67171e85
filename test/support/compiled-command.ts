import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles a program once for a test file: loading the sources for each run would take longer than all the tests. */
export function compiledCommand(name: string, entry = "src/main.ts"): string {
  const compiled = join(root, "reports", name);
  beforeAll(async () => {
    await build({
      entryPoints: [join(root, entry)],
      outdir: compiled,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      packages: "external",
    });
  });
  afterAll(() => rm(compiled, { recursive: true, force: true }));
  return join(compiled, `${basename(entry, ".ts")}.js`);
}
