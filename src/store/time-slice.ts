/** Long work yields to other requests after this many milliseconds. */
const slice = 10;

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

/** What long work awaits before it continues: nothing until its slice is used up. */
export type Rest = () => Promise<void> | undefined;

export function pauses(): Rest {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < slice ? undefined : turn().then(begin));
}

/** The rows one by one; yields to other requests between them whenever a slice is used up. */
export async function* sliced<T>(rows: Iterable<T>): AsyncGenerator<T> {
  const rest = pauses();
  for (const row of rows) {
    yield row;
    const due = rest();
    if (due) await due;
  }
}

/** Work in small steps, which ends with a result. */
export type Steps<T = void> = Generator<void, T>;

/** Runs all steps in a row. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}

/** Runs the steps, and yields to other requests between them. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const rest = pauses();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
    const due = rest();
    if (due) await due;
  }
}
