import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { type Refusal, wrongParameter } from "../domain/refusal.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { seenOf } from "../sandbox/requests/views.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Happening, Happenings } from "../sandbox/stream.ts";
import { namesOf } from "./journal.ts";

type Query = z.output<typeof control.requests.stream.query>;
export type StreamFilter = Pick<Query, "accountId" | "kind" | "names">;

/** The messages that are made in one turn of the event loop. */
const mostAtOnce = 1000;
const intervals = { beat: 15_000, due: 250 };

/** Where a stream begins, and what it says first. */
export interface Resumption {
  /** The number of the last message that the reader has; undefined for all up to now. */
  after?: number;
  missed?: string;
}

/**
 * Where a reader goes on who has read up to an id, by `Last-Event-ID`; without an id, from now on. `heardSince` is the
 * message since which a server has heard all of the other servers; undefined where there are none.
 */
export function resume(
  { run, first, last }: Happenings,
  id: string | undefined,
  heardSince?: number,
): Resumption | Refusal<400> {
  if (id === undefined) return {};
  const [, itsRun, digits] = /^([\da-f]{8})-(\d{1,15})$/.exec(id) ?? [];
  const wrong = (detail: string) => wrongParameter("lastEventId", detail, `the id of a message, such as ${run}-1`, id);
  if (itsRun === undefined) return wrong(`${id.slice(0, 100)} is not the id of a message of this stream.`);
  const after = Number(digits);
  if (itsRun === run && after > last) return wrong(`${id} has not happened yet: the last message is ${run}-${last}.`);
  if (heardSince !== undefined && (itsRun !== run || after < heardSince))
    return {
      missed: `This server does not know what happened since ${id}: read it from the journal and the request log.`,
    };
  if (itsRun !== run)
    return { after: first - 1, missed: `The server was started again since ${id}: what happened before is not known.` };
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

function wantedBy(filter: StreamFilter): (happening: Happening) => boolean {
  const { accountId, kind = filter.names === undefined ? undefined : "event" } = filter;
  const names: readonly string[] | undefined = namesOf(filter);
  return (happening) =>
    happening.kind !== "silence" &&
    (accountId === undefined || happening.accountId === accountId) &&
    (kind === undefined || happening.kind === kind || (happening.kind === "missed" && kind === "event")) &&
    (happening.kind !== "event" || (names?.includes(happening.event.eventName) ?? true));
}

function dataOf(happening: Happening): unknown {
  const { accountId } = happening;
  if (happening.kind === "request") return seenOf(happening.served as Served);
  if (happening.kind === "event") return { ...happening.event, accountId };
  if (happening.kind === "progress") return { accountId, percent: happening.percent };
  return { accountId, detail: `More may have happened in ${accountId} than was told: read it from the journal.` };
}

/** What one reader has read, and what was forgotten before the reader took it. */
class Reading {
  readonly #happenings: Happenings;
  readonly #wants: (happening: Happening) => boolean;
  #at: number;
  #lost = 0;

  constructor(happenings: Happenings, filter: StreamFilter, after: number) {
    this.#happenings = happenings;
    this.#wants = wantedBy(filter);
    this.#at = after;
  }
  /** Takes all up to now as read. */
  skip(): void {
    this.#at = this.#happenings.last;
    this.#lost = 0;
  }
  /** A block with an id and without data moves the reader's last id, and is no message. */
  get id(): string {
    return `id: ${this.#happenings.run}-${this.#at}\n`;
  }
  message(event: string, data: unknown): string {
    return `${this.id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  }
  forgotten(happening: Happening, number: number): void {
    if (number > this.#at && this.#wants(happening)) this.#lost += 1;
  }
  /** The messages that the reader has not read, as far as one turn takes them; empty at the end. */
  next(): string {
    const texts: string[] = [];
    this.#at = Math.max(this.#at, this.#happenings.first - 1);
    while (this.#at < this.#happenings.last && texts.length < mostAtOnce) {
      const happening = this.#happenings.at(++this.#at);
      if (!this.#wants(happening)) continue;
      if (happening.kind === "request" && !happening.served) this.#lost += 1;
      else texts.push(this.message(happening.kind, dataOf(happening)));
    }
    if (this.#lost > 0) texts.push(this.message("lost", { count: this.#lost }));
    this.#lost = 0;
    return texts.join("");
  }
}

/** Requests and events that pass a filter, as server-sent events, until the reader leaves or the server stops. */
export async function* follow(
  sandbox: Sandbox,
  filter: StreamFilter,
  gone: AbortSignal,
  { after, missed }: Resumption = {},
  { beat, due } = intervals,
): AsyncGenerator<Uint8Array> {
  const reading = new Reading(sandbox.happenings, filter, after ?? sandbox.happenings.last);
  let isDue = false;
  let wake = () => {};
  const ended = AbortSignal.any([gone, sandbox.stopping]);
  const end = () => wake();
  ended.addEventListener("abort", end);
  const unfollow = sandbox.happenings.follow({
    wake: end,
    forgotten: (happening, number) => reading.forgotten(happening, number),
  });
  const heart = setInterval(() => {
    isDue = true;
    wake();
  }, beat).unref();
  const unwatch = sandbox.live.follow(filter.accountId);
  let hearing: Promise<void> | undefined;
  const hear = () => {
    hearing ??= sandbox.live.hear(filter.accountId).finally(() => (hearing = undefined));
    return hearing;
  };
  const isHeard = () =>
    hear().then(
      () => true,
      () => false,
    );
  const clock = setInterval(() => {
    void sandbox.live.catchUp(filter.accountId);
    void isHeard();
  }, due).unref();
  try {
    // Until the other servers can be heard, the stream does not begin.
    while (!ended.aborted && !(await isHeard())) await wait(due, undefined, { ref: false });
    if (after === undefined) reading.skip();
    yield Buffer.from(`retry: 1000\n${reading.id}\n`);
    if (missed !== undefined) yield Buffer.from(reading.message("missed", { detail: missed }));
    while (!ended.aborted) {
      const text = reading.next() || (isDue ? `: beat\n${reading.id}\n` : "");
      isDue = false;
      if (text === "") await new Promise<void>((resolve) => (wake = resolve));
      else yield Buffer.from(text);
    }
  } finally {
    clearInterval(heart);
    clearInterval(clock);
    unfollow();
    unwatch();
    ended.removeEventListener("abort", end);
  }
}
