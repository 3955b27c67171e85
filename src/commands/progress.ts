import type { Place } from "../client/problem.ts";
import { messages } from "../client/stream.ts";
import { usualAccount } from "./running-sandbox.ts";

/** Shows how far long work on an account has come, by the stream of the sandbox. */
export async function withProgress<T>(
  place: Place & { account: string | undefined },
  show: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  // A sandbox that shows no progress still does the work.
  const reporting = reportProgress(place, show, done.signal).catch(() => {});
  try {
    return await work();
  } finally {
    done.abort();
    await reporting;
  }
}

async function reportProgress(
  place: Place & { account: string | undefined },
  show: (text: string) => void,
  signal: AbortSignal,
) {
  let last = 0;
  for await (const message of messages({ ...place, account: place.account ?? usualAccount }, signal)) {
    if (message === "following" || message.event !== "progress") continue;
    const percent = Number(message.data.percent);
    // 100 is also the end of work that was cancelled, and of other work before.
    if (percent < last + 10 || percent === 100) continue;
    last = percent;
    show(`${last} % done`);
  }
}
