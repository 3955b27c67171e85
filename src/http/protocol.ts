import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type HttpRefusal, problem, refusal } from "./problems.ts";

/** A socket with the response that Node made for its last request. */
export type OpenSocket = Socket & { answering?: ServerResponse };

const invalid = (status: number, detail: string) => refusal(status, "VALIDATION_ERROR", detail);

const notHttp = invalid(400, "This is not an HTTP request that can be read.");
const noHost = invalid(400, "A request of HTTP/1.1 needs the header Host.");
const severalHosts = invalid(400, "The header Host came more than once: send it once.");
const unknownExpectation = invalid(417, "Expect can only be 100-continue.");
const noProxy = refusal(405, "METHOD_NOT_ALLOWED", "CONNECT is not for this server: it is no proxy.", {
  Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
});
const clientErrors: Record<string, HttpRefusal> = {
  HPE_HEADER_OVERFLOW: refusal(431, "PAYLOAD_TOO_LARGE", "The headers are larger than 16 KiB in all."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, "PAYLOAD_TOO_LARGE", "The chunk extensions are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: invalid(408, "The request did not arrive whole in time."),
};

/** Refuses, as problem documents, the requests that never reach Express. */
export function refuseBadProtocol(server: Server): void {
  server.on("clientError", refuseUnreadable);
  server.on("checkExpectation", (request, response) => refuse(request, response, unknownExpectation));
  server.on("connect", (_request, socket) => writeProblem(socket, noProxy));
}

/** Node would take the first of two hosts, and a proxy before it perhaps the second. */
export function hostRefusal({ rawHeaders, httpVersion }: IncomingMessage): HttpRefusal | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return severalHosts;
  return hosts === 0 && httpVersion === "1.1" ? noHost : undefined;
}

function documentOf({ status, refused, headers }: HttpRefusal, instance: string) {
  const requestId = randomUUID();
  const body = JSON.stringify(problem(status, refused, instance, requestId));
  const own = {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
  };
  return { body, headers: { ...own, ...headers, Connection: "close" } };
}

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: HttpRefusal): void {
  const { body, headers } = documentOf(refusal, request.url?.split("?")[0] ?? "/");
  response.writeHead(refusal.status, headers).end(body);
}

function refuseUnreadable(error: NodeJS.ErrnoException, stream: Duplex): void {
  const socket = stream as OpenSocket;
  const begun = socket.answering?.headersSent === true && !socket.answering.writableFinished;
  if (!socket.writable || error.code === "ECONNRESET" || begun) socket.destroy();
  else writeProblem(socket, clientErrors[error.code ?? ""] ?? notHttp);
}

/** Writes a response where Node has made none. */
function writeProblem(socket: Duplex, refusal: HttpRefusal): void {
  const { body, headers } = documentOf(refusal, "/");
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  const fields = Object.entries({ ...headers, Date: new Date().toUTCString() });
  socket.end([status, ...fields.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n"));
  // A client that is still sending would see a reset, and never the response, if the socket were destroyed at once.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
