import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface Source {
  path: string;
  text: string;
}

/** From the lowest layer up: a file imports its own group and earlier rows, and no other group of its row. */
export const layers: readonly (readonly string[])[] = [
  ["contract/", "src/system/"],
  ["src/client/", "src/directory/"],
  ["src/console/", "src/domain/", "src/mcp/"],
  ["src/store/", "src/files/", "src/verify/"],
  ["src/coverage/"],
  ["src/world/", "src/sync/"],
  ["src/seed/"],
  ["src/sandbox/"],
  ["src/service/", "src/control/", "src/team/"],
  ["src/http/"],
  ["src/app.ts"],
  ["src/start.ts"],
  ["src/runners/", "src/commands/"],
  ["src/main.ts"],
];

/** Whether a path is one of the places, or below one that ends with a slash. */
export const within = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || (place.endsWith("/") && path.startsWith(place)));

/** The row of the table of layers that a file belongs to, and its group there. */
export function layerOf(path: string): { row: number; group: string } | undefined {
  const row = layers.findIndex((groups) => within(path, groups));
  const group = layers[row]?.find((each) => within(path, [each]));
  return group === undefined ? undefined : { row, group };
}

/** Written by a generator, so no rule about size applies to them. */
export const generated = ["src/client/schema.ts", "src/client/control-schema.ts"];

/** Every TypeScript file under a folder, generated files apart. */
export function sourcesIn(folder: string): Source[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .filter((path) => !path.includes("/node_modules/") && !generated.includes(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** The modules that are loaded with a file, and those that it names for their types. */
export function staticImportsOf({ text }: Pick<Source, "text">): string[] {
  const stated = text.matchAll(/^(?:import|export)\s+(?:type\s)?(?:[\w*{}\s,$]+\sfrom\s+)?"([^"\n]+)"/gm);
  return Array.from(stated, ([, target]) => target as string);
}

/** The modules that a file imports, type imports and those that it loads when they are needed included. */
export function importsOf(source: Pick<Source, "text">): string[] {
  const called = source.text.matchAll(/\b(?:import|require)\(\s*"([^"\n]+)"\s*\)/g);
  return [...staticImportsOf(source), ...Array.from(called, ([, target]) => target as string)];
}

/** The path in the repository of a relative import. */
export const resolved = (from: string, target: string): string => posix.join(posix.dirname(from), target);

export const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;
export const linesOf = (text: string): string[] => text.split("\n").slice(0, -1);
