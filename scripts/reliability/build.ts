import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Attack, Edit } from "./row.ts";

const project = join(import.meta.dirname, "../..");
/** Loaded at every start, so a bundle with them starts faster. */
const inside = ["zod", "jose", "lowdb", "@asteasolutions/zod-to-openapi"];

/**
 * Bundles an entry of the sources with edits and the faults of the attack, and returns the path of the result. It is
 * inside the project because the bundle finds its packages only there. With `double`, files are written through
 * scripts/reliability/disk/double.
 */
export async function bundled(
  { edits: planted, after }: Pick<Attack, "edits" | "after">,
  entry: string,
  { edits: own = [], double = false }: { edits?: readonly Edit[]; double?: boolean } = {},
): Promise<string> {
  mkdirSync(join(project, "reports"), { recursive: true });
  const outdir = mkdtempSync(join(project, "reports/bundle-"));
  after(() => rmSync(outdir, { recursive: true, force: true }));
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(project, "package.json"), "utf8"),
  );
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  const edits = [...own, ...planted];
  const applied = new Set<Edit>();
  await build({
    entryPoints: [join(project, entry)],
    outdir,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    external: packages.filter((name) => !inside.includes(name)),
    logLevel: "error",
    plugins: [edited(edits, applied), ...(double ? [doubled] : [])],
  });
  const missed = edits.filter((edit) => !applied.has(edit)).map(({ file }) => file);
  assert.deepEqual(missed, [], "the bundle does not contain the edited files");
  return join(outdir, `${basename(entry, ".ts")}.js`);
}

const edited = (edits: readonly Edit[], applied: Set<Edit>): Plugin => ({
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
});

/** The files of a data folder are written by these folders only. */
const writers = /\/src\/(?:store|sandbox)\//;
const doubled: Plugin = {
  name: "double",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:fs(?:\/promises)?$/ }, ({ path, importer }) => {
      if (!writers.test(importer.split(sep).join("/"))) return undefined;
      const name = path === "node:fs" ? "fs.ts" : "promises.ts";
      return { path: join(project, "scripts/reliability/disk/double", name) };
    }),
};
