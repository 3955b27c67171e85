import type { Place } from "./problem.ts";

export interface Message {
  event: string;
  data: Record<string, unknown>;
}

/** The fields of one server-sent event: `event`, `data`, `id` and `retry`, where it has them. */
type Fields = Partial<Record<string, string>>;
const fieldsOf = (block: string): Fields =>
  Object.fromEntries([...block.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value]) => [name, value]));

/** The server-sent events in a body, as many at a time as arrive together. */
export async function* serverSent(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<readonly Fields[]> {
  // Not every browser iterates over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    yield blocks.map(fieldsOf);
  }
}

/** The messages of a sandbox's stream, from when it says that it follows until the signal or its end. */
export async function* messages(
  { url, key, account, kind }: Place & { account?: string | undefined; kind?: "request" | "event" },
  signal: AbortSignal,
): AsyncGenerator<Message | "following"> {
  const search = new URLSearchParams({ ...(account !== undefined && { accountId: account }), ...(kind && { kind }) });
  const query = search.size > 0 ? `?${search}` : "";
  const headers: Record<string, string> = key ? { "X-Sandbox-Key": key } : {};
  const { ok, status, body } = await fetch(`${url}/_sandbox/stream${query}`, { headers, signal });
  if (!ok || !body) throw new Error(`the stream of ${url} answered ${status}`);
  for await (const arrived of serverSent(body)) {
    for (const { retry, event, data } of arrived) {
      if (retry !== undefined) yield "following";
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
