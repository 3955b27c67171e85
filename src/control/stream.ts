import type { Happening, Sandbox } from "../sandbox/sandbox.ts";

/** The messages that may wait for a slow reader; later ones are dropped and counted. */
const longestQueue = 1000;
const intervals = { beat: 15_000, due: 250 };

const message = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Made one by one, because a move of the clock may leave more events than the queue takes. */
function* messagesOf(happening: Happening): Generator<() => string> {
  const { accountId } = happening;
  if (happening.kind === "request") yield () => message("request", happening.seen);
  else if (happening.kind === "progress") yield () => message("progress", { accountId, percent: happening.percent });
  else
    for (const row of happening.events)
      yield () => message("event", { ...row, accountId: happening.accountId }, row.eventId);
}

/** Requests and events of one account or all, as server-sent events, until the reader leaves or the server stops. */
export async function* follow(
  sandbox: Sandbox,
  accountId: string | undefined,
  gone: AbortSignal,
  { beat, due } = intervals,
): AsyncGenerator<Uint8Array> {
  const queue: string[] = [];
  let lost = 0;
  let wake = () => {};
  const ended = AbortSignal.any([gone, sandbox.stopping]);
  const end = () => wake();
  ended.addEventListener("abort", end);
  const enqueue = (text: () => string) => {
    if (queue.length < longestQueue) queue.push(text());
    else lost += 1;
    wake();
  };
  const unsubscribe = sandbox.follow((happening) => {
    if (accountId !== undefined && happening.accountId !== accountId) return;
    for (const text of messagesOf(happening)) enqueue(text);
  });
  const heart = setInterval(() => queue.length === 0 && enqueue(() => ": beat\n\n"), beat).unref();
  // An error of the disk reaches the next request, which tries again.
  const clock = setInterval(() => void sandbox.catchUp(accountId).catch(() => {}), due).unref();
  try {
    yield Buffer.from("retry: 1000\n\n");
    while (!ended.aborted) {
      if (queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (queue.length === 0) continue;
      const text = queue.splice(0).join("") + (lost > 0 ? message("lost", { count: lost }) : "");
      lost = 0;
      yield Buffer.from(text);
    }
  } finally {
    clearInterval(heart);
    clearInterval(clock);
    unsubscribe();
    ended.removeEventListener("abort", end);
  }
}
