import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Sends a request on. Redirects are the client's to follow. */
async function pass(target: string, request: IncomingMessage): Promise<Passed> {
  const method = request.method ?? "GET";
  const url = new URL(`${target}${request.url ?? "/"}`);
  const requestHeaders = passing(pairsOf(request));
  const sent = await bytesOf(request);
  const at = Date.now();
  const answer = await fetch(url, {
    ...{ method, headers: requestHeaders, redirect: "manual" },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const received = Buffer.from(await answer.arrayBuffer());
  const { status, statusText, headers } = answer;
  return {
    method,
    url,
    requestHeaders,
    sent,
    status,
    statusText,
    headers: passing(headers),
    received,
    at,
    took: Date.now() - at,
  };
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
    if (!request.url?.startsWith("/")) {
      response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
      return response.end(`This stands in for ${target}: give it as the address of the service, not as a proxy.\n`);
    }
    pass(target, request)
      .then((exchange) => {
        passed(exchange);
        answer(response, exchange, own);
      })
      .catch((error: Error) => {
        const { cause } = error;
        const reason =
          cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : error.message;
        if (!response.headersSent) response.writeHead(502, { "content-type": "text/plain; charset=utf-8" });
        response.end(`${new URL(target).origin} does not answer: ${reason}\n`);
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
