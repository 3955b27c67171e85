import { type OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import type { Refused } from "../../contract/endpoint.ts";
import { sandboxHeader } from "../../contract/shared.ts";
import type { Moment } from "../domain/time.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { version } from "../sandbox/version.ts";
import { requestIdOf, securityHeaders } from "./headers.ts";
import type { HttpRefusal } from "./problems.ts";

type Asked = Pick<Request, "method" | "originalUrl" | "rawHeaders">;

/** One request and its response, as far as they have come; the request log keeps it as it is. */
export class Exchange implements Served {
  readonly requestId: string;
  readonly method: string;
  path: string;
  requestHeaders: readonly string[];
  /** On the process's own clock. */
  readonly started = performance.now();
  at: Moment = 0;
  durationMs = 0;
  /** Where proxies or a base path lie between the client and this server; see Forwarded. */
  base: string | null = null;
  prefix = "";
  client: string | null = null;
  operation: string | null = null;
  accountId: string | null = null;
  worldId: string | null = null;
  caller: string | null = null;
  refused: Refused | null = null;
  fault: string | null = null;
  forced = false;
  firstEvent = 0;
  events = 0;
  clock: Moment | null = null;
  lastEventId: number | null = null;
  /** Whether the request made its account; known at the log level debug only. */
  newAccount = false;
  /** Of a body that `send` writes. */
  type: string | null = null;
  length = 0;
  status = 0;
  /** Where other headers than the usual ones were set. */
  headers: readonly unknown[] | null = null;
  requestBody: Uint8Array | null = null;
  requestSize: number | null = null;
  responseBody: Served["responseBody"] = null;
  responseSize: number | null = null;

  constructor(requestId: string, { method, originalUrl, rawHeaders }: Asked) {
    this.requestId = requestId;
    this.method = method;
    this.path = originalUrl;
    this.requestHeaders = rawHeaders;
  }

  /** Made again for a reader of the log, because most responses have no others. */
  get responseHeaders(): readonly unknown[] {
    return this.headers ?? (this.status === 0 ? [] : usualHeaders(this));
  }
}

/** A request that was refused before Express saw it. */
export function refusedExchange(
  requestId: string,
  asked: Asked,
  { status, refused }: HttpRefusal,
  body: string,
): Exchange {
  const exchange = new Exchange(requestId, asked);
  exchange.status = status;
  exchange.refused = refused;
  exchange.type = "application/problem+json";
  exchange.responseBody = Buffer.from(body);
  exchange.length = exchange.responseSize = exchange.responseBody.length;
  return exchange;
}

interface Tracked extends Response {
  exchange?: Exchange;
}

export const exchangeOf = (response: Response): Exchange => (response as Tracked).exchange as Exchange;

/**
 * Sends a body that is in memory as one piece: bytes, or a text of one character for each byte. `again` makes the same
 * text from rows, for the request log: to keep the texts of lists would cost a quarter of the processor time.
 */
export function send(
  response: Response,
  status: number,
  type: string,
  body: Uint8Array | string,
  again?: () => string,
): void {
  const exchange = exchangeOf(response);
  exchange.type = type;
  exchange.length = exchange.responseSize = body.length;
  exchange.responseBody = again ?? body;
  response.statusCode = status;
  response.end(body, "latin1");
}

export function sendNothing(response: Response): void {
  response.statusCode = 204;
  response.end();
}

/** Returns what has to run first for every request; `ended` runs when its connection is done with the response. */
export function track(
  app: Express,
  ended: (exchange: Exchange) => void,
): (request: Request, response: Response) => void {
  stampHeaders(app);
  function closed(this: Response): void {
    const exchange = exchangeOf(this);
    exchange.durationMs = performance.now() - exchange.started;
    if (this.headersSent) exchange.status = this.statusCode;
    ended(exchange);
  }
  return (request, response) => {
    (response as Tracked).exchange = new Exchange(requestIdOf(request.headers["x-request-id"]), request);
    response.on("close", closed);
  };
}

const constant = Object.entries({ Vary: "Origin", ...securityHeaders, [sandboxHeader]: version }).flat();

function usualHeaders({ requestId, type, length }: Exchange): OutgoingHttpHeader[] {
  const own: OutgoingHttpHeader[] = ["X-Request-Id", requestId];
  if (type !== null) own.push("Content-Type", type, "Content-Length", length);
  return own.concat(constant);
}

/**
 * Adds the headers of every response when its head is written; headers set before stay.
 * One flat list costs Node a fraction of a dozen calls of setHeader.
 */
function stampHeaders(app: Express): void {
  const writeHead = ServerResponse.prototype.writeHead as (this: ServerResponse, ...head: unknown[]) => Response;
  app.response.writeHead = function (this: Tracked, status: number, ...rest: unknown[]): Response {
    const { exchange } = this;
    if (!exchange) return writeHead.call(this, status, ...rest);
    const headers = usualHeaders(exchange);
    if (rest.length === 0 && this.getHeaderNames().length === 0) return writeHead.call(this, status, headers);
    for (let at = 0; at < headers.length; at += 2) {
      const name = headers[at] as string;
      if (!this.hasHeader(name)) this.setHeader(name, headers[at + 1] as OutgoingHttpHeader);
    }
    const written = writeHead.call(this, status, ...rest);
    exchange.headers = Object.entries(this.getHeaders()).flat();
    return written;
  } as Response["writeHead"];
}
