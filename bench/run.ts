import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { configuration } from "./parts/configuration.ts";
import { files } from "./parts/files.ts";
import { imports } from "./parts/imports.ts";
import { large, makeLarge, memory } from "./parts/large.ts";
import { postgres } from "./parts/postgres.ts";
import { bodies, requests, searches } from "./parts/requests.ts";
import { rivals } from "./parts/rivals.ts";
import { starts } from "./parts/starts.ts";
import { worlds } from "./parts/worlds.ts";
import { withSpeedTable } from "./readme.ts";
import { on, results } from "./report.ts";
import { cleanUp, stopAll } from "./servers.ts";

/**
 * `npm run bench -- --node PATH --node PATH`: ratios on every Node that is named, or on the one that runs; written to
 * RESULTS.md and to the README. Large worlds, files and other programs are measured on the first Node alone.
 * `--only PART` renews the rows of one part; `--quick`, for a first look, prints the tables and writes nothing.
 */
type Part = (node: string, major: number) => Promise<void>;
const onEach: Record<string, Part> = {
  imports,
  starts,
  worlds,
  requests,
  bodies,
  searches: (node, major) => searches(node, major, large),
};
const onFirst: Record<string, Part> = { large: makeLarge, memory, configuration, files, rivals, postgres };

const { values } = parseArgs({
  options: {
    node: { type: "string", multiple: true, default: [process.execPath] },
    only: { type: "string", multiple: true, default: [] },
    quick: { type: "boolean", default: false },
  },
});
const unknown = values.only.find((name) => !Object.hasOwn({ ...onEach, ...onFirst }, name));
if (unknown !== undefined) throw new Error(`--only takes ${Object.keys({ ...onEach, ...onFirst }).join(", ")}`);
// The searches need the large world.
const wanted = (name: string) =>
  values.only.length === 0 || values.only.includes(name) || (name === "large" && values.only.includes("searches"));

async function run(parts: Record<string, Part>, node: string): Promise<void> {
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  on(version);
  for (const [name, part] of Object.entries(parts)) {
    if (!wanted(name)) continue;
    await part(node, Number(/\d+/.exec(version)?.[0]));
    await stopAll();
  }
}

const page = join(import.meta.dirname, "RESULTS.md");
const readme = join(import.meta.dirname, "../README.md");
const earlier = values.only.length > 0 ? readFileSync(page, "utf8") : "";

/** Writes what was measured so far, so that a run of half an hour that is cut off leaves something. */
function keep(): void {
  const text = results(earlier);
  writeFileSync(page, text);
  writeFileSync(readme, withSpeedTable(readFileSync(readme, "utf8"), text));
}

try {
  const [first] = values.node as [string];
  await run(onFirst, first);
  for (const node of values.node) {
    await run(onEach, node);
    if (!values.quick) keep();
  }
  if (values.quick) console.log(results());
} finally {
  await cleanUp();
}
