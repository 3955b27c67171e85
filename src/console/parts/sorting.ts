import { withWords } from "./words.ts";

/** By what a column sorts: a name that the server knows, or a value of the row. */
export interface Sorts<T> {
  head: unknown;
  sort?: string | ((row: T) => string | number | null);
}

/** What the address calls the order of a column. */
export const sortName = <T>({ sort, head }: Sorts<T>): string =>
  typeof sort === "string" ? sort : String(head).toLowerCase();

/** The rows in the order that the address names; one that the server keeps is left as it is. */
export function sortedBy<T>(
  columns: readonly Sorts<T>[],
  rows: readonly T[],
  { sort: by, order }: { sort?: string | undefined; order?: string | undefined },
): readonly T[] {
  const { sort } = columns.find((column) => column.sort !== undefined && sortName(column) === by) ?? {};
  if (typeof sort !== "function") return rows;
  const sign = order ? -1 : 1;
  return rows
    .map((row) => ({ row, key: sort(row) ?? "" }))
    .sort(({ key: a }, { key: b }) =>
      typeof a === "number" && typeof b === "number" ? sign * (a - b) : sign * String(a).localeCompare(String(b)),
    )
    .map(({ row }) => row);
}

/** The rows that have every word of a filter in the columns by which they can be sorted. */
export function passingBy<T>(columns: readonly Sorts<T>[], rows: readonly T[], filter = ""): readonly T[] {
  if (filter === "") return rows;
  const passes = withWords(filter);
  return rows.filter((row) =>
    passes(columns.map(({ sort }) => (typeof sort === "function" ? sort(row) : null)).join(" ")),
  );
}
