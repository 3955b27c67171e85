import { createHash } from "node:crypto";

/** The document without what leaves no trace in types, so that a new example does not make them stale. */
export function essence(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(essence);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !/^(?:examples?|links|x-.*)$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, essence(value)]));
}

export const digestOf = (document: unknown): string =>
  createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16);
