import type { Key } from "../../domain/collections.ts";
import type { Steps } from "../time-slice.ts";

/** How many rows one step of long work reads. */
export const stride = 4096;

export function compare(one: Key, other: Key): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

type Compare<T> = (one: T, other: T) => number;

/** The rows in order: short runs are sorted, and merged in pairs until one is left. The sort is stable. */
export function* sorted<T>(rows: readonly T[], comparing: Compare<T>): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < rows.length; at += stride) {
    runs.push(rows.slice(at, at + stride).sort(comparing));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], comparing));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(one: readonly T[], other: readonly T[], comparing: Compare<T>): Steps<T[]> {
  const all: T[] = [];
  for (let left = 0, right = 0; left < one.length || right < other.length; ) {
    const isLeft = right >= other.length || (left < one.length && comparing(one[left] as T, other[right] as T) <= 0);
    all.push((isLeft ? one[left++] : other[right++]) as T);
    if (all.length % stride === 0) yield;
  }
  return all;
}

/** Sorted by key; the same array when it is sorted already. */
export function* inOrder(rows: readonly unknown[], key: (row: unknown) => Key): Steps<readonly unknown[]> {
  for (let at = 1; at < rows.length; at++) {
    if (at % stride === 0) yield;
    if (!(key(rows[at - 1]) < key(rows[at]))) return yield* sorted(rows, (one, other) => compare(key(one), key(other)));
  }
  return rows;
}
