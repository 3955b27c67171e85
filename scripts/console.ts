import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
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
  tsconfig: "src/console/tsconfig.json",
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
for (const { path, contents } of outputFiles) put(basename(path), contents);
put("index.html", readFileSync("src/console/index.html"));
put("LICENCES.txt", Buffer.from(licencesOf(Object.keys(metafile.inputs))));
