const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Text that is being typed may be no JSON. */
function read(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}

/** Where a JSON pointer leads in a text, or the nearest place above it; undefined for the whole text. */
export function placeIn(text: string, pointer: string): readonly [from: number, to: number] | undefined {
  const wanted = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  /** Of each open object its last key, and of each open list the number of its last value. */
  const path: (string | number)[] = [];
  let found: readonly [number, number] | undefined;
  let deepest = 0;
  let isKey = false;
  for (const { 0: part, index } of text.matchAll(token)) {
    if (part === "}" || part === "]") path.pop();
    const last = path.at(-1);
    if (part === ",") {
      isKey = typeof last === "string";
      if (typeof last === "number") path[path.length - 1] = last + 1;
    }
    if (/^[,:}\]]/.test(part)) continue;
    if (isKey) path[path.length - 1] = read(part);
    if (path.length > deepest && path.length <= wanted.length && path.every((at, nth) => String(at) === wanted[nth])) {
      found = [index, index + part.length];
      deepest = path.length;
    }
    isKey = part === "{";
    if (part === "{") path.push("");
    if (part === "[") path.push(0);
  }
  return found;
}

export const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;
