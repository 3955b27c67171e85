/** A place between two rows. */
export interface Place {
  block: number;
  at: number;
}

const most = 512;

/**
 * A long ordered list as a list of short ones, none of them empty: a row that is put in its middle moves a few hundred
 * rows at most, however long the list is.
 */
export class Blocks {
  #blocks: unknown[][];

  constructor(...first: readonly unknown[][]) {
    this.#blocks = [...first];
  }
  copy(): Blocks {
    return new Blocks(...this.#blocks.map((rows) => rows.slice()));
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }
  get last(): unknown {
    return this.#blocks.at(-1)?.at(-1);
  }
  get start(): Place {
    return { block: 0, at: 0 };
  }
  get end(): Place {
    return { block: this.#blocks.length, at: 0 };
  }
  /** Every row; the array is the caller's own. */
  all(): unknown[] {
    const [only] = this.#blocks;
    return this.#blocks.length === 1 && only ? only.slice() : ([] as unknown[]).concat(...this.#blocks);
  }

  /** The place of the first row for which `past` holds; it holds for all rows behind that one too. */
  find(past: (row: unknown) => boolean): Place {
    const block = bisect(this.#blocks.length, (nth) => past((this.#blocks[nth] as unknown[]).at(-1)));
    const rows = this.#blocks[block] ?? [];
    return { block, at: bisect(rows.length, (nth) => past(rows[nth])) };
  }
  at({ block, at }: Place): unknown {
    return this.#blocks[block]?.[at];
  }
  /** The place after the first `offset` rows. */
  skip(offset: number): Place {
    let block = 0;
    for (let rows = this.#blocks[0]; rows !== undefined && offset >= rows.length; rows = this.#blocks[++block])
      offset -= rows.length;
    return { block, at: offset };
  }

  push(row: unknown): void {
    const last = this.#blocks.at(-1);
    if (last === undefined || last.length >= most) this.#blocks.push([row]);
    else last.push(row);
  }
  insert({ block, at }: Place, row: unknown): void {
    const rows = this.#blocks[block];
    if (rows === undefined) return this.push(row);
    rows.splice(at, 0, row);
    if (rows.length > most) this.#blocks.splice(block + 1, 0, rows.splice(most / 2));
  }
  remove({ block, at }: Place): void {
    const rows = this.#blocks[block] as unknown[];
    if (rows.length === 1) this.#blocks.splice(block, 1);
    else rows.splice(at, 1);
  }
  /** Replaces a row by another one; `find` says where that is in a long list. */
  replace(before: unknown, after: unknown, find: () => Place): void {
    const [only = []] = this.#blocks;
    const { block, at } = this.#blocks.length === 1 ? { block: 0, at: only.indexOf(before) } : find();
    (this.#blocks[block] as unknown[])[at] = after;
  }

  /** The rows from one place up to another, at most `limit`. */
  between(from: Place, to: Place, limit: number): unknown[] {
    const found: unknown[] = [];
    for (let block = from.block, at = from.at; block <= to.block && found.length < limit; block++, at = 0) {
      const rows = this.#blocks[block] ?? [];
      const end = Math.min(block === to.block ? to.at : rows.length, at + limit - found.length);
      for (; at < end; at++) found.push(rows[at]);
    }
    return found;
  }
}

/** The first number below `count` for which it is true; from there on it is true for all. */
function bisect(count: number, isTrue: (nth: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
