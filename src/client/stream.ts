import type { Place } from "./problem.ts";

export interface Message {
  event: string;
  data: Record<string, unknown>;
}

/** The server-sent events of a sandbox, from when it says that it follows until the signal or its end. */
export async function* messages(
  { url, key, account, kind }: Place & { account?: string | undefined; kind?: "request" | "event" },
  signal: AbortSignal,
): AsyncGenerator<Message | "following"> {
  const search = new URLSearchParams({ ...(account !== undefined && { accountId: account }), ...(kind && { kind }) });
  const query = search.size > 0 ? `?${search}` : "";
  const headers: Record<string, string> = key ? { "X-Sandbox-Key": key } : {};
  const { ok, status, body } = await fetch(`${url}/_sandbox/stream${query}`, { headers, signal });
  if (!ok || !body) throw new Error(`the stream of ${url} answered ${status}`);
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block.startsWith("retry: ")) yield "following";
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
