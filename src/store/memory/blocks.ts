/**
 * A long ordered list as a list of short ones, none of them empty: a row that is put in its middle moves a few hundred
 * rows at most, however long the list is.
 */
export type Blocks = unknown[][];

interface Place {
  block: number;
  at: number;
}

const most = 512;

export function blocksOf(rows: unknown[]): Blocks {
  if (rows.length <= most) return [rows];
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, nth) => rows.slice(nth * most, (nth + 1) * most));
}

export function lastOf(blocks: Blocks): unknown {
  return blocks.at(-1)?.at(-1);
}

/** The place of the first row for which `past` holds; it holds for all rows behind that one too. */
export function find(blocks: Blocks, past: (row: unknown) => boolean): Place {
  const block = bisect(blocks.length, (nth) => past((blocks[nth] as unknown[]).at(-1)));
  const rows = blocks[block] ?? [];
  return { block, at: bisect(rows.length, (nth) => past(rows[nth])) };
}

export function push(blocks: Blocks, row: unknown): void {
  const last = blocks.at(-1);
  if (last === undefined || last.length >= most) blocks.push([row]);
  else last.push(row);
}

export function insert(blocks: Blocks, { block, at }: Place, row: unknown): void {
  const rows = blocks[block];
  if (rows === undefined) return push(blocks, row);
  rows.splice(at, 0, row);
  if (rows.length > most) blocks.splice(block + 1, 0, rows.splice(most / 2));
}

export function replace(blocks: Blocks, { block, at }: Place, row: unknown): void {
  (blocks[block] as unknown[])[at] = row;
}

export function remove(blocks: Blocks, { block, at }: Place): void {
  const rows = blocks[block] as unknown[];
  if (rows.length === 1) blocks.splice(block, 1);
  else rows.splice(at, 1);
}

/** At most so many rows, from one place up to another. */
export function between(blocks: Blocks, from: Place, to: Place, limit: number): unknown[] {
  const found: unknown[] = [];
  for (let block = from.block, at = from.at; block <= to.block && found.length < limit; block++, at = 0) {
    const rows = blocks[block] ?? [];
    const end = Math.min(block === to.block ? to.at : rows.length, at + limit - found.length);
    for (; at < end; at++) found.push(rows[at]);
  }
  return found;
}

/** At most so many matching rows from a place on, and how many rows that took to find. */
export function take(
  blocks: Blocks,
  { block, at }: Place,
  limit: number,
  matches: (row: unknown) => boolean,
): { rows: unknown[]; visited: number } {
  const found: unknown[] = [];
  let visited = 0;
  for (let rows = blocks[block]; rows !== undefined && found.length < limit; rows = blocks[++block], at = 0) {
    for (; at < rows.length && found.length < limit; at++) {
      visited++;
      if (matches(rows[at])) found.push(rows[at]);
    }
  }
  return { rows: found, visited };
}

/** The place after so many rows. */
export function skip(blocks: Blocks, offset: number): Place {
  let block = 0;
  for (let rows = blocks[0]; rows !== undefined && offset >= rows.length; rows = blocks[++block]) offset -= rows.length;
  return { block, at: offset };
}

export const start: Place = { block: 0, at: 0 };
export const end = (blocks: Blocks): Place => ({ block: blocks.length, at: 0 });

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
