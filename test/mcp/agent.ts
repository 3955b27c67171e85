import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { sentenceOf } from "../../src/commands/running-sandbox.ts";
import { loadProtocol, serve } from "../../src/mcp/serve.ts";
import { Session, type SessionOptions } from "../../src/mcp/session.ts";
import { startSandbox } from "../../src/start.ts";

export interface Answer {
  /** Parsed, where the call was not refused. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from tool to tool, and tests compare whole values
  value: any;
  text: string;
  isRefused: boolean;
}

/** Calls of a real client, in the words of a test. */
export function asAgent(client: Client) {
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Answer> => {
    const { content, isError = false } = await client.callTool({ name, arguments: given });
    const [{ text }] = content as unknown as [{ text: string }];
    return { text, isRefused: isError, value: isError ? undefined : JSON.parse(text) };
  };
  /** The value of a call that succeeds. */
  const done = async (name: string, given?: Record<string, unknown>) => {
    const { value, isRefused, text } = await call(name, given);
    if (isRefused) throw new Error(`${name} was refused: ${text}`);
    return value;
  };
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return (content as { text: string }).text;
  };
  return { client, call, done, read };
}

/** A sandbox in this process, and an agent that uses it by the real client. */
export async function agent(wish: Partial<SessionOptions> = {}) {
  const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true, log: "silent" });
  const place = { url: sandbox.url, key: null };
  const explain = (error: unknown) => sentenceOf(error, (wish.place ?? place).url);
  const session = new Session({ place, name: "agent-1", anyWorld: false, sentenceOf: explain, ...wish });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = serve(await loadProtocol(), session, "0", far);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(near);
  onTestFinished(async () => {
    await served.close();
    await sandbox.close();
  });
  return { sandbox, session, ...asAgent(client) };
}
