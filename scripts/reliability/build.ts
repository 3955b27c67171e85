import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import type { Edit } from "./row.ts";

const project = join(import.meta.dirname, "../..");

/**
 * Bundles an entry of the sources with edits, and returns the path of the result. The caller removes its folder,
 * which is inside the project because the bundle finds its packages only there.
 */
export async function bundled(entry: string, edits: readonly Edit[]): Promise<string> {
  mkdirSync(join(project, "reports"), { recursive: true });
  const outdir = mkdtempSync(join(project, "reports/bundle-"));
  const applied = new Set<Edit>();
  await build({
    entryPoints: [join(project, entry)],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "edits",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const file = relative(project, path).split(sep).join("/");
            const here = edits.filter((edit) => edit.file === file);
            if (here.length === 0) return undefined;
            const contents = here.reduce(
              (text, edit) => {
                assert.ok(text.includes(edit.from), `${file} has no ${edit.from}`);
                applied.add(edit);
                return text.replace(edit.from, () => edit.to);
              },
              readFileSync(path, "utf8"),
            );
            return { contents, loader: "ts" };
          }),
      },
    ],
  });
  const missed = edits.filter((edit) => !applied.has(edit)).map(({ file }) => file);
  assert.deepEqual(missed, [], "the bundle does not contain the edited files");
  return join(outdir, entry.replace(/^.*\//, "").replace(/\.ts$/, ".js"));
}
