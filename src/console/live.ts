import { signal } from "@preact/signals";
import type { JournalEvent, Seen } from "../../contract/control.ts";
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
const name = `tiers-sandbox ${base.pathname}`;
const channel = new BroadcastChannel(name);
const listeners = new Set<(batch: readonly Message[]) => void>();
/** More than this between two frames are not worth showing one by one. */
const mostPending = 20_000;
let pending: Message[] = [];
let isDue = false;
let lastId: string | undefined;

/** Calls back with what has arrived, at most once a frame. */
export function listen(listener: (batch: readonly Message[]) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function flush(): void {
  isDue = false;
  const batch = pending.length > mostPending ? [{ kind: "missed" } as const] : pending;
  pending = [];
  for (const listener of listeners) listener(batch);
}

function take({ messages, lastId: id, state }: Relayed): void {
  lastId = id ?? lastId;
  connection.value = state;
  if (messages.length === 0) return;
  if (pending.length <= mostPending) pending.push(...messages);
  if (!isDue) requestAnimationFrame(flush);
  isDue = true;
}
channel.onmessage = ({ data }: MessageEvent<Relayed>) => take(data);

function relay(messages: Message[], state: typeof connection.value = "live"): void {
  const relayed = { messages, lastId, state };
  channel.postMessage(relayed);
  take(relayed);
}

const kinds = new Set(["request", "event", "progress"]);
function messageOf(block: string): Message | undefined {
  const id = /^id: (.*)$/m.exec(block)?.[1];
  if (id !== undefined) lastId = id;
  const [, kind, data] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? [];
  if (kind === undefined || data === undefined) return undefined;
  return (kinds.has(kind) ? { kind, data: JSON.parse(data) } : { kind: "missed" }) as Message;
}

async function read(signal: AbortSignal): Promise<void> {
  const headers = { ...keyHeader(), ...(lastId !== undefined && { "Last-Event-ID": lastId }) };
  const { ok, status, body } = await fetch(urlOf("_sandbox/stream"), { headers, signal });
  if (status === 401) keyWanted.value = true;
  // The server does not know the id, as one that was started again with an empty memory.
  if (status === 400) lastId = undefined;
  if (!ok || !body) throw new Error(String(status));
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  relay([]);
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    relay(blocks.flatMap((block) => messageOf(block) ?? []));
  }
}

const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Reads until the tab is hidden; a server that is gone is asked again, ever less often. */
async function follow(signal: AbortSignal): Promise<void> {
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
function attend(): void {
  leave.abort();
  if (document.hidden) return;
  leave = new AbortController();
  const { signal } = leave;
  // Web Locks exist in secure contexts alone; elsewhere each visible tab has a stream of its own.
  if (!navigator.locks) return void follow(signal);
  navigator.locks.request(name, { signal }, () => follow(signal)).catch(() => {});
}

export function startLive(): void {
  document.addEventListener("visibilitychange", attend);
  attend();
}
/** Begins again at once, as after a key was given. */
export const reconnect = attend;
