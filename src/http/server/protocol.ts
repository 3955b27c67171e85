import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Response } from "express";
import { type Exchange, exchangeOf, refusedExchange } from "../exchange.ts";
import { type HttpRefusal, problem, refusal } from "../problems.ts";

/** A socket with the response that Node made for its last request, and whether its last bytes are refused. */
export type OpenSocket = Socket & { answering?: ServerResponse; refused?: true; openedAt?: number };

const invalid = (status: number, detail: string) => refusal(status, "VALIDATION_ERROR", detail);

const notHttp = invalid(400, "This is not an HTTP request that can be read.");
const noHost = invalid(400, "A request of HTTP/1.1 needs the header Host.");
const severalHosts = invalid(400, "The header Host came more than once: send it once.");
const severalTokens = invalid(400, "The header Authorization came more than once: send it once.");
const unreadableTarget = invalid(400, "The target of the request is no path and no http address.");
const unknownExpectation = invalid(417, "Expect can only be 100-continue.");
const noProxy = refusal(405, "METHOD_NOT_ALLOWED", "CONNECT is not for this server: it is no proxy.", {
  Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
});
const clientErrors: Record<string, HttpRefusal> = {
  HPE_HEADER_OVERFLOW: refusal(431, "PAYLOAD_TOO_LARGE", "The headers are larger than 16 KiB in all."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, "PAYLOAD_TOO_LARGE", "The chunk extensions are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: invalid(408, "The request did not arrive whole in time."),
};

/** Takes the requests that never reach Express. */
export type Report = (exchange: Exchange) => void;

/** Refuses, as problem documents, the requests that never reach Express. */
export function refuseBadProtocol(server: Server, report: Report): void {
  server.on("clientError", (error, stream) => refuseUnreadable(error, stream as OpenSocket, report));
  server.on("checkExpectation", (request, response) => refuse(request, response, unknownExpectation, report));
  // The 100 comes when the body is about to be read, so that a refusal by the headers comes instead of it. A client
  // that gets a refusal may or may not send its body, and only the end of the connection makes the two agree.
  server.on("checkContinue", (request, response) => {
    response.setHeader("Connection", "close");
    server.emit("request", request, response);
  });
  server.on("connect", (request, socket) => refuseAfterOthers(socket as OpenSocket, noProxy, askedBy(request), report));
}

/** Refuses a head that two readers could understand differently, and makes an absolute target a path and its Host. */
export function headRefusal(request: IncomingMessage): HttpRefusal | undefined {
  const { rawHeaders, httpVersion, url = "/" } = request;
  let hosts = 0;
  let tokens = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
    else if (name.length === 13 && name.toLowerCase() === "authorization") tokens++;
  }
  // Node would take the first of two, and a proxy before it perhaps the second.
  if (hosts > 1) return severalHosts;
  if (tokens > 1) return severalTokens;
  if (hosts === 0 && httpVersion === "1.1") return noHost;
  return url.startsWith("/") || url === "*" ? undefined : readAbsolute(request, url);
}

/** RFC 9112, 3.2.2: the host of the target counts, and the header Host does not. */
function readAbsolute(request: IncomingMessage, target: string): HttpRefusal | undefined {
  const [, host, path] = /^https?:\/\/([^/?#@]+)((?:[/?].*)?)$/i.exec(target) ?? [];
  if (host === undefined || path === undefined || path.includes("#")) return unreadableTarget;
  request.headers.host = host;
  request.url = path.startsWith("/") ? path : `/${path}`;
  return undefined;
}

function documentOf({ status, refused, headers }: HttpRefusal, instance: string) {
  const requestId = randomUUID();
  const body = JSON.stringify(problem(status, refused, instance, requestId));
  const own = {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
  };
  return { requestId, body, headers: { ...own, ...headers, Connection: "close" } };
}

/** What is known of a request that is refused. */
type Asked = ConstructorParameters<typeof Exchange>[1];
const askedBy = ({ method = "", url = "/", rawHeaders }: IncomingMessage): Asked => ({
  method,
  originalUrl: url,
  rawHeaders,
});

export function refuse(request: IncomingMessage, response: ServerResponse, refusal: HttpRefusal, report: Report): void {
  const { requestId, body, headers } = documentOf(refusal, request.url?.split("?")[0] ?? "/");
  response.writeHead(refusal.status, headers).end(body);
  const known = exchangeOf(response as Response) as Exchange | undefined;
  // One that Express has seen is reported at its end.
  if (known) known.refused = refusal.refused;
  else report(refusedExchange(requestId, askedBy(request), refusal, body));
}

/** The bytes that Node could not read, and how many of them it had parsed. */
type Unreadable = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

function refuseUnreadable(error: Unreadable, socket: OpenSocket, report: Report): void {
  // The request before asked for the end of the connection, which comes with its answer.
  if (error.code === "HPE_CLOSED_CONNECTION") return;
  if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
  else refuseAfterOthers(socket, clientErrors[error.code ?? ""] ?? notHttp, askedIn(error), report);
}

/** The request line of a head that cannot be read, as far as the last bytes that came can tell. */
function askedIn({ rawPacket, bytesParsed = 0 }: Unreadable): Asked {
  const before = rawPacket?.toString("latin1", 0, bytesParsed) ?? "";
  const head = before.slice(before.lastIndexOf("\r\n\r\n") + 1).trimStart();
  const [, method = "?", originalUrl = "/"] = /^([A-Z]+) (?:(\/\S*) )?/.exec(head) ?? [];
  return { method, originalUrl, rawHeaders: [] };
}

/** Answers the last thing on a connection that is no request, once the requests before it have their own answers. */
function refuseAfterOthers(socket: OpenSocket, refusal: HttpRefusal, asked: Asked, report: Report): void {
  const { answering } = socket;
  // Every further piece of what cannot be read is an error again.
  if (socket.refused) return;
  socket.refused = true;
  const write = () => writeProblem(socket, refusal, asked, report);
  if (answering === undefined || answering.writableFinished) return write();
  if (answering.req.complete) return void answering.once("close", () => (socket.writable ? write() : undefined));
  // The body of the last request is broken: the refusal is that request's answer.
  if (answering.headersSent) socket.destroy();
  else if (answering.socket === null) refuse(answering.req, answering, refusal, report);
  else {
    const known = exchangeOf(answering as Response) as Exchange | undefined;
    if (known) Object.assign(known, { refused: refusal.refused, status: refusal.status });
    writeProblem(socket, refusal, asked, known ? () => {} : report);
  }
}

/** Writes a response where Node has made none. */
function writeProblem(socket: Duplex, refusal: HttpRefusal, asked: Asked, report: Report): void {
  const { requestId, body, headers } = documentOf(refusal, "/");
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  const fields = Object.entries({ ...headers, Date: new Date().toUTCString() });
  socket.end(
    [status, ...fields.map(([name, value]) => `${name}: ${value}`), "", asked.method === "HEAD" ? "" : body].join(
      "\r\n",
    ),
  );
  report(refusedExchange(requestId, asked, refusal, body));
  // A client that is still sending would see a reset, and never the response, if the socket were destroyed at once.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
