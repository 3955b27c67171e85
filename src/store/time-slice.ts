/** How long work may go on before others have a turn, in milliseconds. */
const slice = 10;

const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Resolves in a later turn of the event loop; in each turn, one piece of long work at most goes on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });

/** Work in steps; a generator can be run at once, or with other work in between. */
export type Steps<T = void> = Generator<void, T>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
  }
}

export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const rest = pauses();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as T;
    const due = rest();
    if (due) await due;
  }
}

/** What long work waits for before it goes on: nothing until its slice is used up. */
export type Rest = () => Promise<void> | undefined;

export function pauses(): Rest {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < slice ? undefined : turn().then(begin));
}
