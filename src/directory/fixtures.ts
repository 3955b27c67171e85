import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";

// The same code runs from src/, dist/src/ and dist/bin/, so the depth below the root differs.
function findRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error("no package.json above the sandbox's own files: the installation is damaged");
  return findRoot(parent);
}

export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

declare const checkedFixtures: Record<string, unknown> | undefined;
const inBundle = typeof checkedFixtures !== "undefined";
/** The files that were read, as their schemas leave them. The bundle holds them from its making on. */
export const fixtures: Record<string, unknown> = inBundle ? checkedFixtures : {};

/** A file of `fixtures/`, checked against its schema. Modules read theirs once, when they are loaded. */
export function readFixture<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  if (inBundle && Object.hasOwn(fixtures, name)) return fixtures[name] as z.output<Schema>;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(join(packageRoot, "fixtures", name), "utf8"));
  } catch (error) {
    throw new Error(`fixtures/${name}: ${error instanceof Error ? error.message : error}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) {
    fixtures[name] = parsed.data;
    return parsed.data;
  }
  const complaints = parsed.error.issues.map((issue) => `/${issue.path.join("/")}: ${issue.message}`);
  throw new Error(`fixtures/${name} does not fit its schema at ${complaints.join("; ")}`);
}
