import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import type { Attack, Edit } from "./row.ts";

const project = join(import.meta.dirname, "../..");
/** Loaded at every start, so a bundle with them starts faster. */
const inside = ["zod", "jose", "lowdb", "@asteasolutions/zod-to-openapi"];

interface Bundle {
  edits: readonly Edit[];
  /** Files are written through scripts/reliability/disk/double. */
  double: boolean;
}

/** How the names of the bundles of this process begin; in a run of the tests all workers share those of the run. */
export const place = process.env.TEST_BUNDLES ?? join(project, "reports", `bundle-${process.pid}-`);
if (process.env.TEST_BUNDLES === undefined)
  process.once("exit", () => {
    const folder = dirname(place);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names.filter((one) => one.startsWith(basename(place))))
      rmSync(join(folder, name), { recursive: true, force: true });
  });

/**
 * The program that an entry of the sources is bundled into, once for all that ask for the same edits. It is inside the
 * project because the bundle finds its packages only there.
 */
export function bundleOf(entry: string, bundle: Partial<Bundle> = {}): { main: string; made: () => Promise<unknown> } {
  const { edits = [], double = false } = bundle;
  const key = createHash("sha256").update(JSON.stringify([entry, edits, double]));
  const folder = place + key.digest("hex").slice(0, 12);
  const main = join(folder, `${basename(entry, ".ts")}.js`);
  return { main, made: async () => existsSync(main) || make(entry, folder, { edits, double }) };
}

/** Makes it beside its place, where another worker may put its own meanwhile. */
async function make(entry: string, folder: string, { edits, double }: Bundle): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const outdir = mkdtempSync(`${folder}-`);
  // The test of the container runs it as another user.
  chmodSync(outdir, 0o755);
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(project, "package.json"), "utf8"),
  );
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
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
  try {
    renameSync(outdir, folder);
  } catch (error) {
    rmSync(outdir, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** Bundles an entry with edits and the faults of the attack. */
export async function bundled(
  { edits: planted }: Pick<Attack, "edits">,
  entry: string,
  { edits = [], ...more }: Partial<Bundle> = {},
): Promise<string> {
  const { main, made } = bundleOf(entry, { edits: [...edits, ...planted], ...more });
  await made();
  return main;
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
