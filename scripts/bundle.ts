import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
// These read every fixture, and throw where one does not fit.
import "../src/app.ts";
import "../src/control/index.ts";
import "../src/directory/calendar.ts";
import "../src/domain/configuration/default.ts";
import { fixtures } from "../src/directory/fixtures.ts";
import { entries } from "./entries.ts";
import { licencesOf } from "./licences.ts";

/**
 * Bundles the command and the library into one file, whose modules run when they are first needed: a start reads one
 * file instead of a few hundred, and no module is in the package twice. The PDF library is a second file, because few
 * programs need it and it is as large as all packages of the first. Both are CommonJS, which every Node, Jest and
 * bundler loads; each entry is a file of a few lines that exports its names. Tests name a folder of their own.
 */
const [folder = "dist"] = process.argv.slice(2);

// The package has no folder of fixtures.
const missing = readdirSync("fixtures").filter((name) => !Object.hasOwn(fixtures, name));
if (missing.length > 0) throw new Error(`fixtures/ has ${missing}, which no module that is imported above reads`);
mkdirSync(folder, { recursive: true });

/** Files of packages that are left outside: they are read and not run. */
const external = ["swagger-ui-dist", "dejavu-fonts-ttf", "pg", "@modelcontextprotocol/server", "./pdf.cjs"];

/** Replaces a part of one file, and fails where a new version has none, or where two files have such a name. */
const patched = (filter: RegExp, part: string, replacement: string): Plugin => ({
  name: `patched ${filter}`,
  setup({ onLoad, onEnd }) {
    const found: string[] = [];
    onEnd(() => {
      if (found.length !== 1) throw new Error(`${filter} is for one file and not for ${found}`);
    });
    onLoad({ filter }, ({ path }) => {
      found.push(path);
      const text = readFileSync(path, "utf8");
      if (!text.includes(part)) throw new Error(`${path} has no ${part}: scripts/bundle.ts replaces it`);
      return { contents: text.replaceAll(part, () => replacement), loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
});

/** Stands in for modules that the sandbox never calls. */
const unused = (filter: RegExp): Plugin => ({
  name: `unused ${filter}`,
  setup({ onResolve, onLoad }) {
    const namespace = `unused ${filter}`;
    onResolve({ filter }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /^/, namespace }, () => ({ contents: "module.exports = {}" }));
  },
});

/** Express reads a table of all media types at every start; the sandbox and Swagger UI ask it for these alone. */
const fewMediaTypes: Plugin = {
  name: "few-media-types",
  setup({ onLoad }) {
    onLoad({ filter: /mime-db[\\/]db\.json$/ }, ({ path }) => {
      const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
      const used = ["text/html", "text/plain", "application/json", "text/css", "text/javascript", "image/png"];
      return { contents: JSON.stringify(Object.fromEntries(used.map((type) => [type, all[type]]))), loader: "json" };
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

const pdfInItsOwnFile: Plugin = {
  name: "pdf",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:pdfkit|fontkit)$/ }, ({ path }) => ({ path, namespace: "pdf" }));
    onLoad({ filter: /^/, namespace: "pdf" }, ({ path }) => ({
      contents: `module.exports = require("./pdf.cjs").${path}();`,
    }));
  },
};

const common = {
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  mainFields: ["module", "main"],
  external,
  metafile: true,
  logLevel: "warning",
} satisfies BuildOptions;

const inSandbox = entries.filter(({ alone }) => !alone);
const ownFiles = entries.filter(({ alone }) => alone);

/** The sandbox uses the entries that stand alone, too; other modules may have their names in other folders. */
const entriesInTheirOwnFiles: Plugin = {
  name: "entries",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => {
      const entry = ownFiles.find(({ source }) => resolve(source) === resolve(resolveDir, path));
      return entry && { path: `./${entry.name}.cjs`, external: true };
    });
  },
};

const lazily = (modules: Record<string, string>) =>
  Object.entries(modules)
    .map(([name, path]) => `exports.${name} = () => require(${JSON.stringify(path)});`)
    .join("\n");

const sandbox = await build({
  ...common,
  stdin: {
    contents: lazily({
      main: "./src/main.ts",
      ...Object.fromEntries(inSandbox.map(({ name, source }) => [name, `./${source}`])),
    }),
    resolveDir: ".",
  },
  outfile: join(folder, "sandbox.cjs"),
  // Names stay as they are, and lines short, because reports of faults quote both.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 200,
  define: { "import.meta.url": "fileUrl", checkedFixtures: JSON.stringify(fixtures) },
  banner: { js: '"use strict";\nconst fileUrl = require("node:url").pathToFileURL(__filename).href;' },
  plugins: [
    unused(/^(?:body-parser|qs)$/),
    // Of zod, which has a reader of JSON Schema besides.
    unused(/^\.\/from-json-schema\.js$/),
    // Swagger UI alone needs it, long after the start.
    patched(
      /express[\\/]lib[\\/]express\.js$/,
      "exports.static = require('serve-static');",
      "Object.defineProperty(exports, 'static', { get: () => require('serve-static') });",
    ),
    patched(/directory[\\/]chance\.ts$/, 'createRequire(import.meta.url)("@faker', 'require("@faker'),
    fewMediaTypes,
    onlyEnglish,
    pdfInItsOwnFile,
    entriesInTheirOwnFiles,
  ],
});

const pdf = await build({
  ...common,
  stdin: { contents: lazily({ pdfkit: "pdfkit", fontkit: "fontkit" }), resolveDir: "." },
  outfile: join(folder, "pdf.cjs"),
  minify: true,
  // Of fonts for the web, which no document embeds; it is half the size of the rest.
  plugins: [
    unused(/^brotli\/decompress\.js$/),
    // No paper has these fonts, and none is encrypted.
    unused(/^#standard-fonts\/(?:Courier|HelveticaBoldOblique|TimesBoldItalic|Symbol|Zapf)/),
    unused(/^@noble\/ciphers\/aes$/),
    patched(/pdfkit[\\/]js[\\/]pdfkit\.js$/, "require$1('#standard-fonts", "require('#standard-fonts"),
  ],
});

const alone = await build({
  ...common,
  entryPoints: Object.fromEntries(ownFiles.map(({ name, source }) => [name, source])),
  outdir: folder,
  outExtension: { ".js": ".cjs" },
});

/** Node finds the exported names in the text. Node 22 and later keep compiled code in the temporary folder. */
for (const { name, source } of inSandbox) {
  const names = Object.keys((await import(`../${source}`)) as object).join(", ");
  const text = `"use strict";\nconst { ${names} } = require("./sandbox.cjs").${name}();\nmodule.exports = { ${names} };\n`;
  writeFileSync(join(folder, `${name}.cjs`), text);
}
writeFileSync(
  join(folder, "main.js"),
  `#!/usr/bin/env node
const { createRequire, enableCompileCache, flushCompileCache } = process.getBuiltinModule("node:module");
enableCompileCache?.();
setTimeout(() => flushCompileCache?.(), 3_000).unref();
createRequire(import.meta.url)("./sandbox.cjs").main();
`,
  { mode: 0o755 },
);

const inputs = [sandbox, pdf, alone].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(folder, "LICENCES.txt"), licencesOf(inputs));
