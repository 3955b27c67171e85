import http, { IncomingMessage, type Server, ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import type { Express } from "express";
import { headRefusal, type OpenSocket, type Report, refuse, refuseBadProtocol } from "./protocol.ts";

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};

/** A connection beyond these takes the place of an idle one; twice as many are the most that can be busy. */
const usualConnections = 2_000;

const openSockets = new WeakMap<Server, Set<OpenSocket>>();

/**
 * Express sets the prototypes of every request and response to its own, and Node 20 and 22 need five times as long for
 * an object whose prototype was changed. Created as instances of these classes, they leave Express nothing to change.
 * Classes, because V8 then makes room for all fields at once, which functions that call Node's constructors lose.
 * A small answer takes 69, 87, 23 and 19 µs of processor time on Node 20, 22, 24 and 26 with Express's own way,
 * 17, 22, 27 and 22 µs with functions, and 14, 17, 19 and 15 µs with classes.
 */
function classesFor(app: Express) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {
    constructor(...created: ConstructorParameters<typeof ServerResponse>) {
      super(...created);
      (created[0].socket as OpenSocket).answering = this;
    }
  }
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** A supervisor asks while the server starts, and must not wait. */
function probed({ url = "" }: IncomingMessage, response: ServerResponse): ServerResponse | undefined {
  const [, probe] = /\/(health|ready)$/.exec(url) ?? [];
  if (probe === undefined) return undefined;
  const [status, body] = probe === "health" ? [200, { status: "ok" }] : [503, { status: "starting" }];
  return response
    .writeHead(status, { "Content-Type": "application/json", "Retry-After": "1" })
    .end(JSON.stringify(body));
}

/** Requests that come before the server is ready wait for it. */
export function createServer(
  app: Express,
  ready?: Promise<unknown>,
  report: Report = () => {},
  usual = usualConnections,
): Server {
  let waiting = ready;
  void ready?.then(
    () => (waiting = undefined),
    () => {},
  );
  const server = http.createServer(
    {
      ...limits,
      // Node's own refusal has no body.
      requireHostHeader: false,
      ...classesFor(app),
    },
    (request, response) => {
      const refusal = headRefusal(request);
      if (refusal) refuse(request, response, refusal, report);
      else if (waiting) void (probed(request, response) ?? waiting.then(() => app(request, response)));
      else app(request, response);
      // In the order of the last requests, the first idle connection is idle longest.
      sockets.delete(request.socket);
      sockets.add(request.socket);
    },
  );
  server.maxConnections = 2 * usual;
  const sockets = new Set<OpenSocket>();
  openSockets.set(server, sockets);
  server.on("connection", (socket: OpenSocket) => {
    if (sockets.size >= usual) longestIdle(sockets)?.destroy();
    sockets.add(socket);
    socket.openedAt = performance.now();
    socket.once("close", () => sockets.delete(socket));
  });
  refuseBadProtocol(server, report);
  return server;
}

/** A request that is still arriving counts as idle: a slow client must not keep others out. */
function longestIdle(sockets: Iterable<OpenSocket>): OpenSocket | undefined {
  for (const socket of sockets)
    if (!socket.destroyed && (!socket.answering || socket.answering.writableFinished)) return socket;
  return undefined;
}

const listenErrors: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken; choose another with --port, or 0 for any.`,
  EACCES: (port) => `Port ${port} needs rights that this user does not have; choose one above 1023 with --port.`,
  EADDRNOTAVAIL: (_, host) => `${host} is not an address of this machine; choose another with --host.`,
  ENOTFOUND: (_, host) => `${host} is not a name that this machine knows; choose another with --host.`,
};

/** Connections that wait to be accepted while a turn of the event loop is long; the system may allow fewer. */
const longestQueue = 4_096;

function listenOn(server: NetServer, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: longestQueue }, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

/** Browsers and programs may take localhost for either of these. */
const loopbacks = { IPv4: "127.0.0.1", IPv6: "::1" };
const alsoOnIPv6 = ["localhost", loopbacks.IPv4];
const withoutIPv6 = ["EADDRNOTAVAIL", "EAFNOSUPPORT", "EINVAL"];
/** Hand their connections over to the server that they are named by. */
const doors = new WeakMap<Server, NetServer>();

/** Listens, and on the default host or localhost also at the same port of ::1, where the machine has it. */
export async function listen(
  server: Server,
  { port: wished, host, report = () => {} }: { port: number; host: string; report?: (message: string) => void },
): Promise<AddressInfo> {
  const address = await listenOn(server, wished, host === "localhost" ? loopbacks.IPv4 : host).catch((error) => {
    const sentence = listenErrors[error.code ?? ""]?.(wished, host);
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  });
  if (!alsoOnIPv6.includes(host)) return address;
  const door = new NetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  door.maxConnections = server.maxConnections;
  try {
    await listenOn(door, address.port, loopbacks.IPv6);
    doors.set(server, door);
    server.once("close", () => door.close());
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!withoutIPv6.includes(code))
      report(`[::1]:${address.port} belongs to another program (${code}): use 127.0.0.1 instead of localhost.`);
  }
  return address;
}

/** Ends a server that never became ready. */
export function abandon(server: Server): void {
  doors.get(server)?.close();
  server.close();
  server.closeAllConnections();
}

const bytesRead = (sockets: Iterable<Socket>) => [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);

/** In milliseconds, between two connections of a load balancer that passes on what it has; and how many of these. */
const [pause, mostPauses] = [200, 10];

/** Accepts the connections that were made before: each client that sent a request gets an answer. */
async function acceptQueued(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => accepted++;
  server.on("connection", count);
  for (let known = 0, pauses = 0; ; pauses++) {
    // The event loop accepts between two immediates. No more can have waited; later ones do not keep it from stopping.
    for (let before = -1; accepted !== before && accepted < 2 * longestQueue; ) {
      before = accepted;
      await turn();
      await turn();
    }
    if (accepted === known || pauses === mostPauses) break;
    known = accepted;
    // Where some have waited, more may be on their way, and the system resets those that it queues at the end.
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  server.off("connection", count);
}

/** In milliseconds: a busy load balancer opens a connection, and sends its request later. */
const longestSilence = 500;
/** In milliseconds. */
const longestStop = 5_000;

/**
 * Answers what was sent before and what is in flight, stops accepting, and resolves when the last connection is closed;
 * what takes longer than a few seconds is cut off.
 */
export async function close(server: Server, report: (message: string) => void = () => {}): Promise<void> {
  const sockets = openSockets.get(server) ?? new Set();
  server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
  for (const { answering } of sockets)
    if (answering && !answering.headersSent) answering.setHeader("Connection", "close");

  await acceptQueued(server);

  const closeIdle = () => {
    // Browsers open connections ahead of need: Node 26 counts one that never sent a byte as idle, earlier ones as busy.
    const silent = [...sockets].filter(({ bytesRead }) => bytesRead === 0);
    const recent = performance.now() - longestSilence;
    if (silent.some(({ openedAt = 0 }) => openedAt >= recent)) return;
    for (const socket of silent) socket.destroy();
    server.closeIdleConnections();
  };
  const door = doors.get(server);
  const closed = new Promise<void>((resolve) => {
    if (door) door.close(() => resolve());
    else resolve();
  });
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => {
      const before = bytesRead(sockets);
      // A connection that looks idle may have a request waiting in the kernel, and closing it would reset the client.
      // The event loop reads between two immediates, so only connections without such a request are closed here.
      setImmediate(() => setImmediate(() => bytesRead(sockets) === before && closeIdle()));
    }, 25);
    const force = setTimeout(() => {
      const cut =
        sockets.size === 1 ? "1 connection was cut off: it was" : `${sockets.size} connections were cut off: they were`;
      report(`${cut} busy for ${longestStop / 1000} seconds of the stop.`);
      server.closeAllConnections();
    }, longestStop);
    // http's own close cuts kept-alive connections at once, and with them a request that is on its way.
    NetServer.prototype.close.call(server, async () => {
      await closed;
      clearInterval(sweep);
      clearTimeout(force);
      resolve();
    });
  });
}
