import { signal } from "@preact/signals";
import type { JournalEvent, Seen } from "../../contract/control.ts";
import { serverSent } from "../client/stream.ts";
import { base, keyHeader, keyWanted, urlOf } from "./api.ts";

export type Message =
  | { kind: "request"; data: Seen }
  | { kind: "event"; data: JournalEvent }
  | { kind: "progress"; data: { accountId: string; percent: number } }
  /** Messages are gone: whatever is shown has to be read again. */
  | { kind: "missed" };

/** How the stream of this browser is: one tab reads it and relays it to the others. */
export const connection = signal<"connecting" | "live" | "lost">("connecting");

type Relayed = { messages: Message[]; lastId: string | undefined; state: typeof connection.value };
/** What a tab asks that has just been opened. */
const question = "how is it?";
let isReading = false;
const name = () => `tiers-sandbox ${base().pathname}`;
let channel: BroadcastChannel | undefined;
type Subscriber = (batch: readonly Message[]) => void;
let subscriber: Subscriber = () => {};
/** More than this between two frames are not worth showing one by one. */
const mostPending = 20_000;
let pending: Message[] = [];
let isDue = false;
let lastId: string | undefined;

function flush(): void {
  isDue = false;
  const batch = pending.length > mostPending ? [{ kind: "missed" } as const] : pending;
  pending = [];
  subscriber(batch);
}

function receive({ messages, lastId: id, state }: Relayed): void {
  lastId = id ?? lastId;
  connection.value = state;
  if (messages.length === 0) return;
  if (pending.length <= mostPending) pending.push(...messages);
  if (!isDue) requestAnimationFrame(flush);
  isDue = true;
}

function relay(messages: Message[], state: typeof connection.value = "live"): void {
  const relayed = { messages, lastId, state };
  channel?.postMessage(relayed);
  receive(relayed);
}

const kinds = new Set(["request", "event", "progress"]);

async function read(signal: AbortSignal): Promise<void> {
  const headers = { ...keyHeader(), ...(lastId !== undefined && { "Last-Event-ID": lastId }) };
  const { ok, status, body } = await fetch(urlOf("_sandbox/stream"), { headers, signal });
  if (status === 401) keyWanted.value = true;
  // The server does not know the id, as one that was started again with an empty memory.
  if (status === 400) lastId = undefined;
  if (!ok || !body) throw new Error(String(status));
  relay([]);
  for await (const arrived of serverSent(body)) {
    lastId = arrived.findLast(({ id }) => id !== undefined)?.id ?? lastId;
    relay(
      arrived.flatMap(({ event: kind, data }) => {
        if (kind === undefined || data === undefined) return [];
        return [(kinds.has(kind) ? { kind, data: JSON.parse(data) } : { kind: "missed" }) as Message];
      }),
    );
  }
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Reads until the tab is hidden; a server that is gone is asked again, ever less often. */
async function readOn(signal: AbortSignal): Promise<void> {
  isReading = true;
  signal.addEventListener("abort", () => (isReading = false));
  for (let pause = 250; !signal.aborted; pause = Math.min(pause * 2, 5000)) {
    const begun = performance.now();
    await read(signal).catch(() => {});
    if (signal.aborted) return;
    if (performance.now() - begun > 5000) pause = 250;
    relay([], "lost");
    await wait(pause, signal);
  }
}

let leave = new AbortController();
/** Begins again at once: at the start, when the tab is shown, and after a key was given. */
export function connect(): void {
  leave.abort();
  if (document.hidden) return;
  leave = new AbortController();
  const { signal } = leave;
  // Web Locks exist in secure contexts alone; elsewhere each visible tab has a stream of its own.
  if (!navigator.locks) return void readOn(signal);
  navigator.locks.request(name(), { signal }, () => readOn(signal)).catch(() => {});
}

/** Reads the stream from now on; what has arrived is given at most once a frame. */
export function startStream(given: Subscriber): void {
  subscriber = given;
  channel = new BroadcastChannel(name());
  channel.onmessage = ({ data }: MessageEvent<Relayed | typeof question>) => {
    if (data !== question) receive(data);
    else if (isReading) channel?.postMessage({ messages: [], lastId, state: connection.value } satisfies Relayed);
  };
  channel.postMessage(question);
  document.addEventListener("visibilitychange", connect);
  connect();
}
