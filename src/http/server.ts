import { randomUUID } from "node:crypto";
import http, { type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Express } from "express";
import type { Refused } from "../../contract/endpoint.ts";
import { problem } from "./problems.ts";

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxConnections: 2_000,
};
const closing = { quiet: 25, force: 5_000 };

type OpenSocket = Socket & { answering?: ServerResponse };
const openSockets = new WeakMap<Server, Set<OpenSocket>>();

/**
 * Express sets the prototypes of every request and response to its own, which costs Node about half its time.
 * Made with those prototypes from the start, they leave it nothing to change.
 */
export function createServer(app: Express): Server {
  function Request(this: IncomingMessage, socket: Socket) {
    (http.IncomingMessage as unknown as (socket: Socket) => void).call(this, socket);
  }
  Request.prototype = app.request;
  function Response(this: ServerResponse, request: IncomingMessage, options: object) {
    (http.ServerResponse as unknown as (request: IncomingMessage, options: object) => void).call(
      this,
      request,
      options,
    );
    (request.socket as OpenSocket).answering = this;
  }
  Response.prototype = app.response;

  const server = http.createServer(
    {
      ...limits,
      // Node's own refusal is an empty one.
      requireHostHeader: false,
      IncomingMessage: Request as unknown as typeof IncomingMessage,
      ServerResponse: Response as unknown as typeof ServerResponse<IncomingMessage>,
    },
    (request, response) => {
      const refusal = hostRefusal(request);
      if (refusal) refuse(request, response, refusal);
      else app(request, response);
    },
  );
  server.maxConnections = limits.maxConnections;
  const sockets = new Set<OpenSocket>();
  openSockets.set(server, sockets);
  server.on("connection", (socket: OpenSocket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("clientError", answerClientError);
  server.on("checkExpectation", (request, response) => refuse(request, response, unmetExpectation));
  server.on("connect", (_request, socket) => writeProblem(socket, noTunnel));
  return server;
}

interface Refusal {
  status: number;
  refused: Refused;
  headers?: Record<string, string>;
}
const badRequest: Refusal = {
  status: 400,
  refused: { code: "VALIDATION_ERROR", detail: "This is not an HTTP request that can be read." },
};
const noHost: Refusal = {
  status: 400,
  refused: { code: "VALIDATION_ERROR", detail: "A request of HTTP/1.1 needs the header Host." },
};
const severalHosts: Refusal = {
  status: 400,
  refused: { code: "VALIDATION_ERROR", detail: "The header Host came more than once: send it once." },
};
const unmetExpectation: Refusal = {
  status: 417,
  refused: { code: "VALIDATION_ERROR", detail: "Expect can only be 100-continue." },
};
const noTunnel: Refusal = {
  status: 405,
  refused: { code: "METHOD_NOT_ALLOWED", detail: "CONNECT is not for this server: it is no proxy." },
  headers: { Allow: "GET, HEAD, POST, PUT, DELETE, OPTIONS" },
};

/** Of two hosts Node would take the first, and what stands in front of this server perhaps the second. */
function hostRefusal({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts++;
  if (hosts > 1) return severalHosts;
  return hosts === 0 && httpVersion === "1.1" ? noHost : undefined;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, refused }: Refusal): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problem(status, refused, request.url?.split("?")[0] ?? "/", requestId));
  response.writeHead(status, {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
    Connection: "close",
  });
  response.end(body);
}

const clientErrors: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    refused: { code: "PAYLOAD_TOO_LARGE", detail: "The headers are larger than 16 KiB in all." },
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    refused: { code: "PAYLOAD_TOO_LARGE", detail: "The chunk extensions are too large." },
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    refused: { code: "VALIDATION_ERROR", detail: "The request did not arrive whole in time." },
  },
};

function answerClientError(error: NodeJS.ErrnoException, stream: Duplex): void {
  const socket = stream as OpenSocket;
  const begun = socket.answering?.headersSent === true && !socket.answering.writableFinished;
  if (!socket.writable || error.code === "ECONNRESET" || begun) {
    socket.destroy();
    return;
  }
  writeProblem(socket, clientErrors[error.code ?? ""] ?? badRequest);
}

/** An answer where Node has made no response to write it to. */
function writeProblem(socket: Duplex, { status, refused, headers = {} }: Refusal): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problem(status, refused, "/", requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Date: ${new Date().toUTCString()}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // Destroyed at once, a client still sending would see a reset and never the answer.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

const listenErrors: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken; choose another with --port, or 0 for any.`,
  EACCES: (port) => `Port ${port} needs rights that this user does not have; choose one above 1023 with --port.`,
  EADDRNOTAVAIL: (_, host) => `${host} is not an address of this machine; choose another with --host.`,
  ENOTFOUND: (_, host) => `${host} is not a name that this machine knows; choose another with --host.`,
};

export function listen(server: Server, { port, host }: { port: number; host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const sentence = listenErrors[error.code ?? ""]?.(port, host);
      reject(sentence === undefined ? error : new Error(sentence, { cause: error }));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
      resolve(server.address() as AddressInfo);
    });
  });
}

const bytesRead = (sockets: Iterable<Socket>) => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);

/** Stops accepting, lets requests in flight finish, and resolves when the last connection is closed. */
export function close(server: Server): Promise<void> {
  const sockets = openSockets.get(server) ?? new Set();
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  for (const { answering } of sockets)
    if (answering && !answering.headersSent) answering.setHeader("Connection", "close");

  const closeIdle = () => {
    server.closeIdleConnections();
    // Browsers open connections ahead of need: Node counts one that never sent a byte as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return new Promise((resolve) => {
    const sweep = setInterval(() => {
      const before = bytesRead(sockets);
      // A connection that looks idle may have a request waiting in the kernel, and closing it would reset the client.
      // The event loop reads between two immediates, so only connections without such a request are closed here.
      setImmediate(() => setImmediate(() => bytesRead(sockets) === before && closeIdle()));
    }, closing.quiet);
    const force = setTimeout(() => server.closeAllConnections(), closing.force);
    // http's own close cuts kept-alive connections at once, and with them a request that is on its way.
    NetServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      clearTimeout(force);
      resolve();
    });
  });
}
