/** Long work yields to other requests after this many milliseconds of a turn of the event loop. */
const slice = 10;
let began: number | undefined;
/**
 * Whether long work has used up its part of this turn, which begins at the first question: loops that follow each other
 * share it.
 */
function isUsedUp(): boolean {
  if (began !== undefined) return performance.now() - began >= slice;
  began = performance.now();
  setImmediate(() => {
    began = undefined;
  });
  return false;
}
/** In rows. */
const batch = 1000;

const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Resolves in a later turn of the event loop. In each turn, one piece of long work continues at most. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

/** Hands out rows one by one, and yields to other requests in between. */
export type Sliced = <T>(rows: Iterable<T> | AsyncIterable<T>) => AsyncIterable<T>;

/** The rows one by one; yields to other requests between them whenever a slice is used up. */
export async function* sliced<T>(rows: Iterable<T> | AsyncIterable<T>, onYield = () => {}): AsyncGenerator<T> {
  isUsedUp();
  for await (const row of rows) {
    yield row;
    if (!isUsedUp()) continue;
    onYield();
    await turn();
    isUsedUp();
  }
}

/** The rows of a long list in batches, for work that is short for each row; yields to other requests between them. */
export const inBatches = <T>(rows: readonly T[]): AsyncGenerator<readonly T[]> => sliced(batchesOf(rows));
export function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch);
}

/** A synchronous computation in small steps, which ends with a result. */
export type Steps<T = void> = Generator<void, T>;

/** Runs the steps, and yields to other requests between them. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  isUsedUp();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
    if (!isUsedUp()) continue;
    await turn();
    isUsedUp();
  }
}
