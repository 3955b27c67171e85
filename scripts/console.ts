import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { minify } from "vite";
import { control } from "../contract/control.ts";
import { operationsOf } from "../contract/endpoint.ts";
import { pathOf } from "../contract/openapi.ts";
import { service } from "../contract/service.ts";
import { licencesOf } from "./licences.ts";

/** Builds the web console into dist/console: one page, one script, one style sheet, and nothing else to load. */
const folder = "dist/console";

/** The console calls operations by their ids; zod and the schemas stay out of the browser. */
const operationPaths = Object.fromEntries(
  [...operationsOf(service), ...operationsOf(control)].map(({ operationId, endpoint }) => [
    operationId,
    `${endpoint.method.toUpperCase()} ${pathOf(endpoint)}`,
  ]),
);

const { outputFiles, metafile } = await build({
  entryPoints: { console: "src/console/main.tsx" },
  outdir: folder,
  bundle: true,
  format: "esm",
  target: "es2022",
  tsconfigRaw: {},
  jsx: "transform",
  jsxFactory: "h",
  jsxFragment: "Fragment",
  inject: ["src/console/jsx.ts"],
  minify: true,
  legalComments: "none",
  define: { operationPaths: JSON.stringify(operationPaths) },
  write: false,
  metafile: true,
  logLevel: "warning",
});

/** Each file is put in its place whole: a server that runs may read it at the same time. */
function put(name: string, content: Uint8Array): void {
  const draft = join(folder, `.${name}.${process.pid}`);
  writeFileSync(draft, content);
  renameSync(draft, join(folder, name));
}
mkdirSync(folder, { recursive: true });
// A second minifier finds what the first has left: the script is 2.5 % shorter, compressed.
for (const { path, contents, text } of outputFiles)
  put(basename(path), path.endsWith(".js") ? Buffer.from((await minify(path, text, { module: true })).code) : contents);
put("index.html", readFileSync("src/console/index.html"));
put("LICENCES.txt", Buffer.from(licencesOf(Object.keys(metafile.inputs))));
