interface Pair {
  name: string;
  value: string;
}
/** An entry of a HAR file. */
export type HarEntry = Awaited<ReturnType<typeof entryOf>>;

const pairs = (headers: Headers): Pair[] => [...headers].map(([name, value]) => ({ name, value }));
const rest = { httpVersion: "HTTP/1.1", cookies: [] as Pair[], headersSize: -1 };

/** An exchange as the network panel of a browser exports it. */
async function entryOf(at: number, request: Request, sent: string, response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  const mimeType = response.headers.get("content-type") ?? "x-unknown";
  const encoding = /json|text/.test(mimeType) ? undefined : "base64";
  const postData = sent === "" ? undefined : { mimeType: request.headers.get("content-type") ?? "", text: sent };
  const { status, statusText, headers } = response;
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 15, 9) + at * 1000).toISOString(),
    time: 1,
    request: {
      ...{ method: request.method, url: request.url, headers: pairs(request.headers), ...rest },
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      bodySize: Buffer.byteLength(sent),
      ...(postData && { postData }),
    },
    response: {
      ...{ status, statusText, headers: pairs(headers), redirectURL: "", bodySize: bytes.length, ...rest },
      content: {
        size: bytes.length,
        mimeType,
        text: bytes.toString(encoding) as string | undefined,
        ...(encoding && { encoding }),
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
