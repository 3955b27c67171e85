const lastPage = (total: number, size: number) => Math.max(0, Math.ceil(total / size) - 1);

/** The page that the address asks for, or the last one that there is. */
export const pageOf = (asked: string | undefined, total: number, size: number): number =>
  Math.min(Number(asked) || 0, lastPage(total, size));

/** The bounds of a page, counted from 1, and the pages before and after it. */
export const pagingOf = (page: number, size: number, total: number) => ({
  first: page * size + 1,
  last: Math.min(total, (page + 1) * size),
  before: page === 0 ? undefined : page - 1,
  after: page >= lastPage(total, size) ? undefined : page + 1,
});
