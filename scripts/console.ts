import { copyFileSync } from "node:fs";
import { build } from "esbuild";
import { control } from "../contract/control.ts";
import { operationsOf } from "../contract/endpoint.ts";
import { pathOf } from "../contract/openapi.ts";
import { service } from "../contract/service.ts";

/** Builds the web console into dist/console: one page, one script, one style sheet, and nothing else to load. */
const folder = "dist/console";

/** The console calls operations by their ids; zod and the schemas stay out of the browser. */
const operationPaths = Object.fromEntries(
  [...operationsOf(service), ...operationsOf(control)].map(({ operationId, endpoint }) => [
    operationId,
    `${endpoint.method.toUpperCase()} ${pathOf(endpoint)}`,
  ]),
);

await build({
  entryPoints: { console: "src/console/main.tsx" },
  outdir: folder,
  bundle: true,
  format: "esm",
  target: "es2022",
  tsconfig: "src/console/tsconfig.json",
  minify: true,
  legalComments: "none",
  define: { operationPaths: JSON.stringify(operationPaths) },
  logLevel: "warning",
});
copyFileSync("src/console/index.html", `${folder}/index.html`);
