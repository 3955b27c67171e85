import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
// The application reads every fixture, and throws where one does not fit.
import "../src/app.ts";
import { fixtures } from "../src/directory/fixtures.ts";
import { licencesOf } from "./licences.ts";

/**
 * Bundles the command into one file, whose modules run when they are first needed: a start reads one file instead of a
 * few hundred. These packages are loaded at every start, or must share its copy of zod; the others stay outside.
 */
const inside = [
  ...["zod", "jose", "lowdb", "@asteasolutions/zod-to-openapi"],
  ...["express", "fresh", "content-disposition", "range-parser"],
];
const folder = "dist/bin";

/** Parts of Express that the sandbox does without, and that take as long to load as all others. */
const unusedParts: Plugin = {
  name: "unused-parts",
  setup({ onResolve, onLoad }) {
    const namespace = "unused";
    onResolve({ filter: /^(body-parser|qs|serve-static)$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /^/, namespace }, () => ({ contents: "module.exports = {}" }));
  },
};

/** Express reads a table of all media types at every start; the sandbox asks it for these alone. */
const fewMediaTypes: Plugin = {
  name: "few-media-types",
  setup({ onLoad }) {
    onLoad({ filter: /mime-db[\\/]db\.json$/ }, ({ path }) => {
      const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
      const few = ["text/html", "text/plain", "application/json"].map((type) => [type, all[type]]);
      return { contents: JSON.stringify(Object.fromEntries(few)), loader: "json" };
    });
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

const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
rmSync(folder, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ["dist/src/main.js"],
  outfile: join(folder, "command.cjs"),
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  // Names stay as they are, and lines short, because reports of faults quote both.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 120,
  define: { "import.meta.url": "fileUrl", checkedFixtures: JSON.stringify(fixtures) },
  banner: { js: '"use strict";\nconst fileUrl = require("node:url").pathToFileURL(__filename).href;' },
  plugins: [unusedParts, fewMediaTypes, onlyEnglish],
  external: Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !inside.includes(name)),
  metafile: true,
  logLevel: "warning",
});

/** Node 22 and later keep the compiled code in the temporary folder, and the next start does not compile it again. */
writeFileSync(
  join(folder, "main.js"),
  `#!/usr/bin/env node
const { createRequire, enableCompileCache, flushCompileCache } = process.getBuiltinModule("node:module");
enableCompileCache?.();
setTimeout(() => flushCompileCache?.(), 3_000).unref();
createRequire(import.meta.url)("./command.cjs");
`,
);

/** Jest has a require() of its own, which loads no ECMAScript modules; its tests need the matchers. */
const matchers = "dist/src/client/matchers";
await build({ entryPoints: [`${matchers}.js`], outfile: `${matchers}.cjs`, bundle: true, format: "cjs" });
const fromModule = readFileSync(`${matchers}.d.ts`, "utf8").replace(
  /^(import type .+ from "[^"]+");$/m,
  '$1 with { "resolution-mode": "import" };',
);
writeFileSync(`${matchers}.d.cts`, fromModule);

writeFileSync(join(folder, "LICENCES.txt"), licencesOf(Object.keys(metafile.inputs)));
