import type { Place } from "../client/problem.ts";

/** Follows the stream of a sandbox while work runs, and shows how far long work on the account has come. */
export async function withProgress<T>(
  { url, key, account }: Place & { account: string },
  show: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const headers: Record<string, string> = key ? { "X-Sandbox-Key": key } : {};
  const stream = fetch(`${url}/_sandbox/stream?accountId=${account}`, { headers, signal: done.signal });
  // A sandbox that shows no progress still does the work.
  const following = stream.then((answer) => follow(answer, show)).catch(() => {});
  try {
    return await work();
  } finally {
    done.abort();
    await following;
  }
}

async function follow({ body }: Response, show: (text: string) => void): Promise<void> {
  if (!body) return;
  let text = "";
  let last = 0;
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const end = text.lastIndexOf("\n\n") + 2;
    for (const [, percent] of text.slice(0, end).matchAll(/^event: progress\ndata: .*"percent":(\d+)/gm)) {
      if (Number(percent) < last + 10) continue;
      last = Number(percent);
      show(`${last} % done`);
    }
    text = text.slice(end);
  }
}
