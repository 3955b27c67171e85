interface Pair {
  name: string;
  value: string;
}
/** An entry of a HAR file, with the parts that a test changes. */
export interface HarEntry {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    headers: Pair[];
    queryString: Pair[];
    cookies: Pair[];
    headersSize: number;
    bodySize: number;
    postData?: { mimeType: string; text: string };
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: Pair[];
    cookies: Pair[];
    content: { size: number; mimeType: string; text?: string; encoding?: string };
    redirectURL: string;
    headersSize: number;
    bodySize: number;
  };
  cache: object;
  timings: { send: number; wait: number; receive: number };
}

const pairs = (headers: Headers): Pair[] => [...headers].map(([name, value]) => ({ name, value }));
const rest = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };

/** An exchange as the network panel of a browser exports it. */
async function entryOf(at: number, request: Request, sent: string, response: Response): Promise<HarEntry> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const mimeType = response.headers.get("content-type") ?? "x-unknown";
  const isText = /json|text/.test(mimeType);
  const { status, statusText, headers } = response;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 15, 9) + at * 1000).toISOString(),
    time: 1,
    request: {
      ...{ method: request.method, url: request.url, headers: pairs(request.headers), ...rest },
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      bodySize: Buffer.byteLength(sent),
      ...(sent !== "" && { postData: { mimeType: request.headers.get("content-type") ?? "", text: sent } }),
    },
    response: {
      ...{ status, statusText, headers: pairs(headers), redirectURL: "", bodySize: bytes.length, ...rest },
      content: {
        ...{ size: bytes.length, mimeType },
        ...(isText ? { text: bytes.toString("utf8") } : { text: bytes.toString("base64"), encoding: "base64" }),
      },
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  };
}

/** A `fetch` that keeps what passes. */
export function recorder() {
  const entries: HarEntry[] = [];
  const send = globalThis.fetch;
  return {
    entries,
    fetch: (async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const sent = await request.clone().text();
      const response = await send(input, init);
      entries.push(await entryOf(entries.length, request, sent, response.clone()));
      return response;
    }) as typeof fetch,
  };
}

export const harOf = (entries: readonly unknown[], version: unknown = "1.2"): string =>
  JSON.stringify({ log: { version, creator: { name: "test", version: "1" }, entries } });
