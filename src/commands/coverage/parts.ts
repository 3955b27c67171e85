import type { Coverage } from "../../../contract/control-coverage.ts";

export type Part = keyof Coverage["figures"];

/** The parts of a report, each with what is missing where it has gaps. */
export const parts: Record<Part, { title: string; gap: string }> = {
  operations: { title: "Operations", gap: "Operations without a success" },
  statuses: { title: "Statuses", gap: "Statuses that no response had by itself" },
  parameters: { title: "Parameters", gap: "Query parameters that no successful request had" },
  values: { title: "Values", gap: "Values that no response had" },
  events: { title: "Event types", gap: "Event types that no search found" },
  faults: { title: "Faults", gap: "Faults that never hit, or were not survived" },
};

export interface Gap {
  part: Part;
  /** With how many there are. */
  heading: string;
  missing: readonly string[];
}

/** The parts with gaps, in order. */
export const gapsOf = ({ missing, figures }: Coverage): Gap[] =>
  (Object.keys(parts) as Part[])
    .map((part) => ({ part, missing: missing[part] as readonly string[], declared: figures[part].declared }))
    .filter(({ missing }) => missing.length > 0)
    .map(({ part, missing, declared }) => {
      const count = part === "faults" ? "" : `: ${missing.length} of ${declared}`;
      return { part, missing, heading: `${parts[part].gap}${count}` };
    });

/** Names by their first word; names of one word alone are together under none, which comes first. */
export function grouped(names: readonly string[]): [head: string, members: { name: string; short: string }[]][] {
  const groups = new Map<string, { name: string; short: string }[]>([["", []]]);
  for (const name of names) {
    const [, head = "", short = name] = /^(\S+) (.+)$/.exec(name) ?? [];
    groups.set(head, [...(groups.get(head) ?? []), { name, short }]);
  }
  return [...groups].filter(([, members]) => members.length > 0);
}

/** What there is to say of a missing name, if anything. */
export const noteOf = ({ onlyForced, counted }: Coverage, name: string): string | undefined =>
  onlyForced.includes(name) ? "only forced" : counted.struck[name] ? "not survived" : undefined;

/** What was used of a part, with how often. */
export function usedOf({ counted, missing }: Coverage, part: Part): [name: string, count: number][] {
  const gaps = new Set<string>(missing[part]);
  return Object.entries(counted[part === "faults" ? "survived" : part]).filter(([name]) => !gaps.has(name));
}

export const percentOf = ({ percent }: Coverage["figures"][Part]) => `${percent} %`;

/** The first names, at most `most`, and how many more there are. */
export const some = (names: readonly string[], most: number): string =>
  names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
