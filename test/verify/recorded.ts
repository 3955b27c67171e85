import { vi } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { type VerifyOptions, verify } from "../../src/verify/verify.ts";
import { type HarEntry, recorder } from "../support/recorder.ts";

type Fetch = typeof globalThis.fetch;

/** Verifies a service that answers by a function in place of HTTP, and without the time limit of its requests. */
export async function verifying(answer: Fetch, options: VerifyOptions) {
  vi.stubGlobal("fetch", (input: string, { signal: _, ...init }: RequestInit) => answer(input, init));
  try {
    return await verify(options);
  } finally {
    vi.unstubAllGlobals();
  }
}

async function record() {
  const { fetch: send } = globalThis;
  const sandbox = await startSandbox({ seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
  const { accountId: account, token } = await sandbox.world("recorded");
  const options = { url: sandbox.url, account, token, write: true };
  const { entries, fetch } = recorder();
  await verifying(fetch, options);
  const log = await (await send(`${sandbox.url}/_sandbox/requests.har`)).text();
  await sandbox.close();
  return { options, entries: entries as readonly HarEntry[], log };
}
let recording: ReturnType<typeof record> | undefined;
/** What verify --write sends to a small world and is answered, once for all tests: a HAR, and the request log's. */
export const recorded = () => (recording ??= record());

const keyOf = (method: string, url: string, headers: Iterable<readonly string[]>, body = "") =>
  JSON.stringify([method, url, [...headers], body]);
const bytesOf = ({ text = "", encoding }: HarEntry["response"]["content"]) =>
  Buffer.from(text, encoding === "base64" ? "base64" : "utf8");

/** A `fetch` that answers as the entries of a recording say, each once; what they do not have is a 404. */
export function replaying(entries: readonly HarEntry[]) {
  const left = new Map<string, HarEntry["response"][]>();
  const asked: string[] = [];
  for (const { request, response } of entries) {
    const { method, url, headers, postData } = request;
    const pairs = headers.map(({ name, value }) => [name, value]);
    const key = keyOf(method, url, pairs, postData?.text);
    left.set(key, [...(left.get(key) ?? []), response]);
  }
  const fetch = (async (input: string, init?: RequestInit) => {
    const request = new Request(input, init);
    const body = await request.text();
    asked.push(`${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`);
    const found = left.get(keyOf(request.method, request.url, request.headers, body))?.shift();
    if (!found) return new Response("{}", { status: 404 });
    const headers = found.headers.map(({ name, value }): [string, string] => [name, value]);
    return new Response(bytesOf(found.content), { status: found.status, headers });
  }) as Fetch;
  return { fetch, asked };
}
