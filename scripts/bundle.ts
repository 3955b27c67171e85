import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * Bundles the command, so that a start opens a few dozen files instead of a few hundred.
 * These packages are loaded at every start, or must share its copy of zod; the others stay outside.
 */
const inside = [
  ...["zod", "jose", "lowdb", "@asteasolutions/zod-to-openapi"],
  ...["express", "fresh", "content-disposition", "range-parser"],
];
const folder = "dist/bin";

/** An `import` of a builtin reads each of its exports, and some of them load thousands of lines; `require` does not. */
const requiredBuiltins: Plugin = {
  name: "required-builtins",
  setup({ onResolve, onLoad }) {
    const namespace = "builtin";
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace } : { path, external: true },
    );
    onLoad({ filter: /^/, namespace }, ({ path }) => ({ contents: `module.exports = require("${path}")` }));
  },
};

/** Messages are English; zod would bring fifty languages. */
const onlyEnglish: Plugin = {
  name: "only-english",
  setup({ onLoad }) {
    const filter = /zod[\\/]v4[\\/]locales[\\/]index\.js$/;
    onLoad({ filter }, () => ({ contents: 'export { default as en } from "./en.js";' }));
  },
};

const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { command: "dist/src/main.js" },
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
  plugins: [requiredBuiltins, onlyEnglish],
  external: Object.keys(dependencies).filter((name) => !inside.includes(name)),
  metafile: true,
  logLevel: "warning",
});

/** Node 22 and later keep the compiled code in the temporary folder, and the next start does not compile it again. */
writeFileSync(
  join(folder, "main.js"),
  `#!/usr/bin/env node
const { enableCompileCache, flushCompileCache } = process.getBuiltinModule("node:module");
enableCompileCache?.();
setTimeout(() => flushCompileCache?.(), 3_000).unref();
await import("./command.js");
`,
);

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
