import type { Counted } from "../../contract/control-coverage.ts";

export type { Counted };

type Kind = keyof Counted;

const kinds: readonly Kind[] = [
  ...(["operations", "statuses", "parameters", "values", "events"] as const),
  ...(["forced", "struck", "survived"] as const),
];

/** Adds counts up, name by name. */
export function sumOf(all: readonly Partial<Counted>[]): Counted {
  const sum = (kind: Kind) => {
    const counts = new Map<string, number>();
    for (const counted of all)
      for (const [name, count] of Object.entries(counted[kind] ?? {}))
        counts.set(name, Math.min((counts.get(name) ?? 0) + count, Number.MAX_SAFE_INTEGER));
    return Object.fromEntries([...counts].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  return Object.fromEntries(kinds.map((kind) => [kind, sum(kind)])) as Counted;
}
