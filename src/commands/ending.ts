import { watchedParent } from "../system/processes.ts";
import { endings, terminalClosed } from "../system/system.ts";

const look = 1_000;

/** Looks for the end of npm, which does not signal it to the programs that it started. */
export function whenNpmEnds(act: () => void): void {
  const hasEnded = watchedParent();
  const timer = setInterval(() => {
    if (!hasEnded()) return;
    clearInterval(timer);
    act();
  }, look).unref();
}

/** Resolves at the first signal, when a client asks, or when npm ends; a second signal ends the process at once. */
export function ending({ say, byNpm }: { say: (text: string) => void; byNpm: boolean }) {
  let stop = (_why: string) => {};
  const ended = new Promise<void>((resolve) => {
    stop = (why) => {
      stop = () => {};
      say(why);
      resolve();
    };
  });
  let signalled = false;
  for (const signal of endings)
    process.on(signal, () => {
      // A terminal that closes may send its signal twice.
      if (signalled && signal !== terminalClosed) process.exit(1);
      signalled = true;
      stop("Stopping: requests in flight are finished first. Once more to stop at once.");
    });
  if (byNpm) whenNpmEnds(() => stop("Stopping: npm, which started this sandbox, has ended."));
  return { ended, asked: () => stop("Stopping: a client asked for it.") };
}

/** In milliseconds. Requests are cut off long before; a world that is folded takes a few seconds at most. */
const longestStop = 30_000;

/** Waits for a stop, or ends the process when it takes too long: a disk or a database may never answer. */
export async function inTime(stop: Promise<void>, say: (text: string) => void, longest = longestStop): Promise<void> {
  const timer = setTimeout(() => {
    const waited = `The storage has not answered for ${longest / 1_000} seconds, and is not waited for any longer.`;
    say(`${waited} Every change that was answered is written; the next start tidies up.`);
    process.exit(1);
  }, longest);
  await stop.finally(() => clearTimeout(timer));
}
