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

/** For the loop of long work: what it has to wait for before it goes on, which is nothing until its slice is used up. */
export function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  const begin = () => {
    began = performance.now();
  };
  return () => (performance.now() - began < slice ? undefined : turn().then(begin));
}
