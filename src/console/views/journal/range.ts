import { millis, momentOf } from "../../parts/moments.ts";
import type { Slot } from "./scale.ts";

/** A range of the address: moments of the account. */
export interface Bounds {
  from?: string | undefined;
  to?: string | undefined;
}
/** The first and the last stretch of the time line that a range covers. */
export type Range = readonly [first: number, last: number];

/** Which stretches the range of the address covers. */
export function rangeOf(slots: readonly Slot[], { from, to }: Bounds): Range | undefined {
  if (from === undefined && to === undefined) return undefined;
  const first = slots.findIndex((slot) => slot.to > (from ? millis(from) : 0));
  const last = slots.findLastIndex((slot) => slot.from <= (to ? millis(to) : Number.POSITIVE_INFINITY));
  return [first < 0 ? slots.length - 1 : first, Math.max(0, last)];
}

/** A range from the earlier end to the later one; without one, all. */
export const sorted = (range: Range | undefined, slots: readonly Slot[]): Range =>
  range ? [Math.min(...range), Math.max(...range)] : [0, slots.length - 1];

/** The moments that a range of stretches covers, both included. */
export function boundsOf(slots: readonly Slot[], range: Range): Required<Bounds> {
  const [first, last] = sorted(range, slots);
  return { from: momentOf(slots[first]?.from ?? 0), to: momentOf((slots[last]?.to ?? 1) - 1) };
}

const jumps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 };

/** The range after a key on one of its ends, which stays on its side of the other; undefined for another key. */
export function afterKey(key: string, side: 0 | 1, range: Range, count: number): Range | undefined {
  const [first, last] = range;
  const target = { Home: 0, End: count - 1 }[key] ?? range[side] + (jumps[key] ?? Number.NaN);
  if (Number.isNaN(target)) return undefined;
  return side === 0
    ? [Math.max(0, Math.min(last, target)), last]
    : [first, Math.max(first, Math.min(count - 1, target))];
}
