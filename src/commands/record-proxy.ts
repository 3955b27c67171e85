import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createCors } from "../http/server/cors.ts";
import { createHostCheck } from "../http/server/host.ts";
import type { Passed } from "../verify/record/entry.ts";

export interface RecordProxy {
  url: string;
  close(): Promise<void>;
}

/** Headers that are between two machines alone; a body arrives unpacked, and whole. */
const hops = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer", "upgrade", "expect"],
  ...["transfer-encoding", "host", "content-length", "content-encoding", "accept-encoding"],
]);

function passing(headers: Iterable<readonly [string, string]>): Headers {
  const kept = new Headers();
  for (const [name, value] of headers) if (!hops.has(name.toLowerCase())) kept.append(name, value);
  return kept;
}

function* pairsOf({ rawHeaders }: IncomingMessage): Generator<[string, string]> {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) yield [rawHeaders[at] as string, rawHeaders[at + 1] as string];
}

/** In bytes; twice the largest upload. Whole bodies are held, because a recording has whole ones. */
const largestBody = 50 * 1024 * 1024;

/** An exchange that is not passed on; the sentence is the answer. */
class NotPassed extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array> | null, tooLarge: NotPassed): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > largestBody) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const mayHost = createHostCheck([], "127.0.0.1");
const { crossSiteRefused } = createCors(null);
/** A page of another site could use the service by this proxy, with whatever the target takes for an answer. */
function whyForeign({ headers }: IncomingMessage): string | undefined {
  if (!mayHost(headers.host)) return `This proxy does not answer to the host ${JSON.stringify(headers.host ?? "")}.`;
  return crossSiteRefused(headers, "service") && "A page of another site may not use this proxy.";
}

/** Sends a request on. Redirects are the client's to follow. */
async function pass(target: string, request: IncomingMessage): Promise<Passed> {
  const foreign = whyForeign(request);
  if (foreign !== undefined) throw new NotPassed(403, foreign);
  if (!request.url?.startsWith("/"))
    throw new NotPassed(400, `This stands in for ${target}: give it as the address of the service, not as a proxy.`);
  const method = request.method ?? "GET";
  const url = new URL(`${target}${request.url}`);
  const requestHeaders = passing(pairsOf(request));
  const of = `has more than ${largestBody} bytes, which this proxy does not pass on`;
  const sent = await bytesOf(request, new NotPassed(413, `The body ${of}.`));
  const at = Date.now();
  const answer = await fetch(url, {
    ...{ method, headers: requestHeaders, redirect: "manual" },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const received = await bytesOf(answer.body, new NotPassed(502, `The answer of the service ${of}.`));
  const { status, headers } = answer;
  return {
    method,
    url,
    requestHeaders,
    sent,
    status,
    headers: passing(headers),
    received,
    at,
    took: Date.now() - at,
  };
}

function refusalOf(error: Error, target: string): { status: number; sentence: string } {
  if (error instanceof NotPassed) return { status: error.status, sentence: error.message };
  const { cause } = error;
  const reason =
    cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message;
  return { status: 502, sentence: `${new URL(target).origin} does not answer: ${reason}` };
}

function answer(response: ServerResponse, { status, headers, received }: Passed, own: (text: string) => string): void {
  for (const [name, value] of headers) {
    if (name === "location") response.setHeader(name, own(value));
    else if (name === "set-cookie") response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
  response.end(received);
}

/** Listens on loopback and sends everything on to the target; `passed` sees each exchange before its answer leaves. */
export async function startRecordProxy(
  { target, port }: { target: string; port: number },
  passed: (exchange: Passed) => void,
): Promise<RecordProxy> {
  let url = "";
  const own = (text: string) => (text.startsWith(`${target}/`) ? `${url}${text.slice(target.length)}` : text);
  const server = createServer((request, response) => {
    pass(target, request)
      .then((exchange) => {
        passed(exchange);
        answer(response, exchange, own);
      })
      .catch((error: Error) => {
        const { status, sentence } = refusalOf(error, target);
        if (!response.headersSent)
          // A client that still sends a body is not listened to.
          response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
        response.end(`${sentence}\n`);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
  return { url, close };
}
