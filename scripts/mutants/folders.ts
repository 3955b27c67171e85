import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A folder of the source, and the tests that judge its mutants. */
export interface Folder {
  name: string;
  files: readonly string[];
  /** How many mutants a sample has. */
  count: number;
  /** The tests of the folder. */
  nearest: readonly string[];
  withSlow: boolean;
  /** Whether the fast suite has a second look at what the nearest tests leave. */
  isJudgedByAll: boolean;
  /** In percent. */
  goal: number;
}

/** The rules are the product: their own tests find their faults. */
const byTheirOwn = ["domain", "sync", "coverage"];
/** The parts of the console that need no browser. */
const pureConsole =
  /\/(?:filter|keys|layout|listed|matching|moments|pages|play|range|route|scale|shortcuts|snippets|sorting|start|state|steps|toasts|undo|words)\.tsx?$/;
const generated = /schema\.ts$|document-codes\.ts$|row-shape\.ts$|openapi\.json$/;

/** A test that takes minutes, and of which a fast test runs the beginning. */
const tooLong = "store.model.slow";

const sourcesOf = (folder: string) =>
  readdirSync(folder, { recursive: folder !== "src", encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => !file.endsWith(".d.ts") && !generated.test(file))
    .filter((file) => folder !== "src/console" || pureConsole.test(file))
    .sort();

function nearestOf(name: string): string {
  if (name === "src") return "test/*.test.ts";
  return name === "team" ? `test/${name}/**/!(${tooLong}).test.ts` : `test/${name}/**/*.test.ts`;
}

/** The files directly in src, such as main.ts, are a folder of their own. */
function folderOf(path: string): Folder {
  const name = path.replace("src/", "");
  const isOwn = byTheirOwn.includes(name);
  return {
    name,
    files: sourcesOf(path),
    count: name === "domain" ? 300 : 100,
    nearest: [nearestOf(name)],
    // What several servers share is tested on PostgreSQL, which takes longer.
    withSlow: name === "team",
    isJudgedByAll: !isOwn && name !== "team" && name !== "console",
    goal: isOwn ? 93 : 85,
  };
}

export const folders = (): Folder[] => {
  const inside = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ["contract", "src", ...inside.map(({ name }) => `src/${name}`).sort()].map(folderOf);
};
