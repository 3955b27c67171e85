import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";

export interface Message {
  event: string;
  id?: string;
  data: Record<string, unknown>;
}

/** Reads a stream as a browser's EventSource does, until the test ends. */
export async function listen(url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { signal: abort.signal, headers });
  const messages: Message[] = [];
  let text = "";
  let lastId: string | undefined;
  const ended = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString("utf8");
      const blocks = text.split("\n\n");
      text = blocks.pop() as string;
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        lastId = fields.id ?? lastId;
        if (fields.data)
          messages.push({
            event: fields.event as string,
            ...(fields.id ? { id: fields.id } : {}),
            data: JSON.parse(fields.data),
          });
      }
    }
  })().catch(() => {});
  const until = async (count: number) => {
    while (messages.length < count) await wait(10);
    return messages;
  };
  return { response, messages, until, ended, lastId: () => lastId, stop: () => abort.abort() };
}
