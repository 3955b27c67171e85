import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { packageRoot } from "../directory/fixtures.ts";

export const builtFolder = join(packageRoot, "dist", "console");

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".map": "application/json",
};
/** Neither hidden nor in another folder. */
const safeName = /^[\w-][\w.-]*$/;

export interface BuiltFile {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

/** A file of the built console; undefined when there is none of the name. */
export async function builtFile(folder: string, name: string): Promise<BuiltFile | undefined> {
  const contentType = safeName.test(name) ? types[extname(name)] : undefined;
  const bytes = contentType && (await readFile(join(folder, name)).catch(() => undefined));
  if (!contentType || !bytes) return undefined;
  return { bytes, contentType, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"` };
}

/** A text of the package; undefined when there is none of the name. */
export function readPaper(path: string): string | undefined {
  const file = join(packageRoot, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
