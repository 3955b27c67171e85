import type { Happening, Sandbox } from "../sandbox/sandbox.ts";
import { journaled } from "./journal.ts";

/** What a slow reader may be behind before the newest is left out. */
const most = 1000;
const paces = { beat: 15_000, due: 250 };

const message = (event: string, data: unknown, id?: number) =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const messagesOf = (happening: Happening): string[] =>
  happening.kind === "request"
    ? [message("request", happening.seen)]
    : journaled(happening.accountId, happening.events).map((event) => message("event", event, event.eventId));

/** Requests and events as server-sent events, of one account or of all, until the reader or the server goes. */
export async function* follow(
  sandbox: Sandbox,
  accountId: string | undefined,
  gone: AbortSignal,
  { beat, due } = paces,
): AsyncGenerator<Uint8Array> {
  const queue: string[] = [];
  let lost = 0;
  let wake = () => {};
  const ended = AbortSignal.any([gone, sandbox.stopping]);
  const end = () => wake();
  ended.addEventListener("abort", end);
  const say = (text: string) => {
    if (queue.length < most) queue.push(text);
    else lost += 1;
    wake();
  };
  const unfollow = sandbox.follow((happening) => {
    if (accountId === undefined || happening.accountId === accountId) messagesOf(happening).forEach(say);
  });
  const heart = setInterval(() => queue.length === 0 && say(": beat\n\n"), beat).unref();
  // What cannot be written now is told to whoever asks next.
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
    unfollow();
    ended.removeEventListener("abort", end);
  }
}
