import { signal } from "@preact/signals";

interface Shortcut {
  /** One key, or two, one after the other, as in "g p". */
  keys: string;
  title: string;
  run(): void;
}
/** The shortcuts that work now, in the order in which they were added. */
export const shortcuts = signal<readonly Shortcut[]>([]);

export function addKey(shortcut: Shortcut): () => void {
  shortcuts.value = [...shortcuts.peek(), shortcut];
  return () => (shortcuts.value = shortcuts.peek().filter((other) => other !== shortcut));
}

/** Two keys further apart than this are no pair. */
const pairWithin = 1500;
let first = "";
let firstAt = 0;
/** The shortcut that a key ends, at a moment in milliseconds: of two with the same keys, the one added last. */
export function shortcutAt(key: string, at: number): Shortcut | undefined {
  const find = (wanted: string) => shortcuts.value.findLast(({ keys }) => keys === wanted);
  const found = (at - firstAt < pairWithin ? find(`${first} ${key}`) : undefined) ?? find(key);
  [first, firstAt] = [found ? "" : key, at];
  return found;
}
