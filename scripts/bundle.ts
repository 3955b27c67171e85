import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles the command, so that a start opens a few dozen files instead of a few hundred.
 * These packages are loaded at every start, or must share its copy of zod; the others stay outside.
 */
const inside = ["zod", "jose", "lowdb", "@asteasolutions/zod-to-openapi"];
const folder = "dist/bin";

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["dist/src/main.js"],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  external: Object.keys(dependencies).filter((name) => !inside.includes(name)),
  metafile: true,
  logLevel: "warning",
});

/** The licence of each bundled package must go with its copy. */
const copied = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
);
const licences = [...copied].sort().map((name) => {
  const home = join("node_modules", name);
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence that could go with it`);
  return `${name} ${version}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`;
});
writeFileSync(join(folder, "LICENCES.txt"), licences.join(`\n${"-".repeat(80)}\n\n`));
