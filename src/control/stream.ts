import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { type Refusal, wrongParameter } from "../domain/refusal.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { summaryOf } from "../sandbox/requests/views.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Message, Resumption, Stream } from "../sandbox/stream.ts";
import { namesOf } from "./journal.ts";

type Query = z.output<typeof control.requests.stream.query>;
export type StreamFilter = Pick<Query, "accountId" | "kind" | "names">;

/** The messages that are made in one turn of the event loop. */
const mostAtOnce = 1000;
const intervals = { beat: 15_000, due: 250 };

/** Where a reader continues that has read up to an id, by `Last-Event-ID`; without an id, from now on. */
export function resume(stream: Stream, id: string | undefined): Resumption | Refusal<400> {
  if (id === undefined) return {};
  const { run, first, last } = stream;
  const [, itsRun, digits] = /^([\da-f]{8})-(\d{1,15})$/.exec(id) ?? [];
  const wrong = (detail: string) => wrongParameter("lastEventId", detail, `the id of a message, such as ${run}-1`, id);
  if (itsRun === undefined) return wrong(`${id.slice(0, 100)} is not the id of a message of this stream.`);
  const after = Number(digits);
  if (itsRun === run && after > last) return wrong(`${id} has not happened yet: the last message is ${run}-${last}.`);
  if (itsRun !== run) return stream.resumeUnknown(id);
  if (after >= first - 1) return { after };
  return { after: first - 1, missed: `${id} is too long ago: messages are known from ${run}-${first} on.` };
}

/** Only events have names: a filter that nothing can pass is refused. */
export function namesOfOthers({ kind, names }: StreamFilter): Refusal<400> | undefined {
  if (kind === undefined || kind === "event" || names === undefined) return undefined;
  return wrongParameter(
    "kind",
    `A message of the kind ${kind} has no event type: leave out names or kind.`,
    "event",
    kind,
  );
}

function wantedBy(filter: StreamFilter): (message: Message) => boolean {
  const { accountId, kind = filter.names === undefined ? undefined : "event" } = filter;
  const names: readonly string[] | undefined = namesOf(filter);
  return (message) =>
    (accountId === undefined || message.accountId === accountId) &&
    (kind === undefined || message.kind === kind || (message.kind === "missed" && kind !== "progress")) &&
    (message.kind !== "event" || (names?.includes(message.event.eventName) ?? true));
}

function dataOf(message: Message): unknown {
  const { accountId } = message;
  if (message.kind === "request") return summaryOf(message.served as Served);
  if (message.kind === "event") return { ...message.event, accountId };
  if (message.kind === "progress") return { accountId, percent: message.percent };
  const where = accountId || "all accounts";
  return { accountId, detail: `More may have happened in ${where} than this stream has shown: read the journal.` };
}

/** What one reader has read, and what was dropped before the reader took it. */
class Reading {
  readonly #stream: Stream;
  readonly #wants: (message: Message) => boolean;
  #at: number;
  #lost = 0;

  constructor(stream: Stream, filter: StreamFilter, after: number) {
    this.#stream = stream;
    this.#wants = wantedBy(filter);
    this.#at = after;
  }
  /** A block with an id and without data moves the reader's last id, and is no message. */
  get id(): string {
    return `id: ${this.#stream.run}-${this.#at}\n`;
  }
  message(event: string, data: unknown): string {
    return `${this.id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
  dropped(message: Message, number: number): void {
    if (number > this.#at && this.#wants(message)) this.#lost += 1;
  }
  /** The messages that the reader has not read, as far as one turn takes them; empty at the end. */
  next(): string {
    const texts: string[] = [];
    this.#at = Math.max(this.#at, this.#stream.first - 1);
    while (this.#at < this.#stream.last && texts.length < mostAtOnce) {
      const message = this.#stream.at(++this.#at);
      if (!this.#wants(message)) continue;
      if (message.kind === "request" && !message.served) this.#lost += 1;
      else texts.push(this.message(message.kind, dataOf(message)));
    }
    if (this.#lost > 0) texts.push(this.message("lost", { count: this.#lost }));
    this.#lost = 0;
    return texts.join("");
  }
}

/** Requests and events that pass a filter, as server-sent events, until the reader leaves or the server stops. */
export async function* streamOf(
  sandbox: Sandbox,
  filter: StreamFilter,
  gone: AbortSignal,
  { after, missed }: Resumption = {},
  { beat, due } = intervals,
): AsyncGenerator<Uint8Array> {
  const { stream, worlds } = sandbox;
  const { accountId } = filter;
  // The world that is there when the stream begins stays in memory.
  const world = accountId === undefined ? undefined : await worlds.open(accountId);
  const reading = new Reading(stream, filter, after ?? stream.last);
  let isBeatDue = false;
  let wake = () => {};
  const ended = AbortSignal.any([gone, sandbox.stopping]);
  const end = () => wake();
  ended.addEventListener("abort", end);
  const unsubscribe = stream.subscribe({
    wake: end,
    dropped: (message, number) => reading.dropped(message, number),
  });
  const heart = setInterval(() => {
    isBeatDue = true;
    wake();
  }, beat).unref();
  const clock = setInterval(() => {
    void worlds.runDueJobs(accountId);
    stream.poll(accountId)?.catch(() => {});
  }, due).unref();
  try {
    yield Buffer.from(`retry: 1000\n${reading.id}\n`);
    if (missed !== undefined) yield Buffer.from(reading.message("missed", { detail: missed }));
    while (!ended.aborted) {
      const text = reading.next() || (isBeatDue ? `: beat\n${reading.id}\n` : "");
      isBeatDue = false;
      if (text === "") await new Promise<void>((resolve) => (wake = resolve));
      else yield Buffer.from(text);
    }
  } finally {
    clearInterval(heart);
    clearInterval(clock);
    unsubscribe();
    if (world) worlds.leave(world);
    ended.removeEventListener("abort", end);
  }
}
