import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

// The same code runs from src/ and dist/, so the depth below the root differs.
function findRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("no package.json above the sandbox's own files: the installation is damaged");
  return findRoot(parent);
}

export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

declare const checkedFixtures: Record<string, unknown> | undefined;
/** Whether the program runs from its bundle, and not from its sources. */
export const inBundle = typeof checkedFixtures !== "undefined";
/** The files that were read, as their schemas leave them. The bundle holds them from its making on. */
export const fixtures: Record<string, unknown> = inBundle ? (checkedFixtures as Record<string, unknown>) : {};

/**
 * Returns a function that reads a file of `fixtures/` and checks it against its schema. It reads each file for one
 * module only: a second one might have another schema, and the bundle holds the file as one of them leaves it.
 */
export function fixtureReader(held: Record<string, unknown>) {
  const taken = new Set<string>();
  return <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> => {
    if (taken.has(name)) throw new Error(`fixtures/${name} has a reader already: import what that one reads`);
    taken.add(name);
    if (!Object.hasOwn(held, name)) held[name] = readChecked(name, schema);
    return held[name] as z.output<Schema>;
  };
}

/** Modules read theirs once, when they are loaded. */
export const readFixture = fixtureReader(fixtures);

function readChecked(name: string, schema: z.ZodType): unknown {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(packageRoot, "fixtures", name), "utf8"));
  } catch (error) {
    throw new Error(`fixtures/${name}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map((issue) => `/${issue.path.join("/")}: ${issue.message}`);
  throw new Error(`fixtures/${name} does not fit its schema at ${complaints.join("; ")}`);
}
