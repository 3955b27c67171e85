/** Counts what records say, each record once for a value. */
export class Votes<T extends string | number> {
  readonly #records = new Map<T, Set<string | number>>();

  add(value: T, record: string | number): void {
    const known = this.#records.get(value) ?? new Set();
    this.#records.set(value, known.add(record));
  }
  /** The values from the one of most records to the one of fewest; among equals, the first that was seen. */
  get values(): readonly T[] {
    return [...this.#records].sort(([, a], [, b]) => b.size - a.size).map(([value]) => value);
  }
  get best(): T | undefined {
    return this.values[0];
  }
  times(value: T): number {
    return this.#records.get(value)?.size ?? 0;
  }
}

/** The entry of a map, made when it is first asked for. */
export function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
