import type { Place } from "../client/problem.ts";
import { messages } from "../client/stream.ts";

/** Follows the stream of a sandbox while work runs, and shows how far long work on the account has come. */
export async function withProgress<T>(
  place: Place & { account: string },
  show: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  // A sandbox that shows no progress still does the work.
  const following = follow(place, show, done.signal).catch(() => {});
  try {
    return await work();
  } finally {
    done.abort();
    await following;
  }
}

async function follow(place: Place & { account: string }, show: (text: string) => void, signal: AbortSignal) {
  let last = 0;
  for await (const message of messages(place, signal)) {
    if (message === "following" || message.event !== "progress") continue;
    const percent = Number(message.data.percent);
    if (percent < last + 10) continue;
    last = percent;
    show(`${last} % done`);
  }
}
