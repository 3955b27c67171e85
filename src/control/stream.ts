import type { Happening, Sandbox } from "../sandbox/sandbox.ts";
import { journaled } from "./journal.ts";

/** The messages that may wait for a slow reader; later ones are dropped and counted. */
const longestQueue = 1000;
const intervals = { beat: 15_000, due: 250 };

const message = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const messagesOf = (happening: Happening): string[] =>
  happening.kind === "request"
    ? [message("request", happening.seen)]
    : journaled(happening.accountId, happening.events).map((event) => message("event", event, event.eventId));

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
  const enqueue = (text: string) => {
    if (queue.length < longestQueue) queue.push(text);
    else lost += 1;
    wake();
  };
  const unsubscribe = sandbox.follow((happening) => {
    if (accountId === undefined || happening.accountId === accountId) messagesOf(happening).forEach(enqueue);
  });
  const heart = setInterval(() => queue.length === 0 && enqueue(": beat\n\n"), beat).unref();
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
