import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compiles the command once for a test file: loading the sources for each run would take longer than all the tests. */
export function compiledCommand(name: string): string {
  const compiled = join(root, "reports", name);
  beforeAll(async () => {
    await build({
      entryPoints: [join(root, "src", "main.ts")],
      outdir: compiled,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      packages: "external",
    });
  });
  afterAll(() => rm(compiled, { recursive: true, force: true }));
  return join(compiled, "main.js");
}
