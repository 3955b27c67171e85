import { type OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import type { Refused } from "../../contract/endpoint.ts";
import { requestIdOf, securityHeaders } from "./headers.ts";

/** One request and its response, as far as they have come. */
export class Exchange {
  readonly requestId: string;
  /** On the process's own clock. */
  readonly started = performance.now();
  operation: string | null = null;
  accountId: string | null = null;
  refused: Refused | null = null;
  /** The kind of the injected fault that struck. */
  fault: string | null = null;
  /** Whether the request made its account; known at the log level debug only. */
  newAccount = false;
  /** Of a body that `send` writes. */
  type: string | null = null;
  length = 0;

  constructor(requestId: string) {
    this.requestId = requestId;
  }
}

interface Tracked extends Response {
  exchange?: Exchange;
}

export const exchangeOf = (response: Response): Exchange => (response as Tracked).exchange as Exchange;

/** Sends a body that is in memory as one piece: bytes, or a text of one character for each byte. */
export function send(response: Response, status: number, type: string, body: Uint8Array | string): void {
  const exchange = exchangeOf(response);
  exchange.type = type;
  exchange.length = body.length;
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
  ended: (exchange: Exchange, response: Response, milliseconds: number) => void,
): (request: Request, response: Response) => void {
  stampHeaders(app);
  function closed(this: Response): void {
    const exchange = exchangeOf(this);
    ended(exchange, this, performance.now() - exchange.started);
  }
  return (request, response) => {
    (response as Tracked).exchange = new Exchange(requestIdOf(request.headers["x-request-id"]));
    response.on("close", closed);
  };
}

const constant = Object.entries({ Vary: "Origin", ...securityHeaders }).flat();

/**
 * Adds the headers of every response when its head is written; headers set before stay.
 * One flat list costs Node a fraction of a dozen calls of setHeader.
 */
function stampHeaders(app: Express): void {
  const writeHead = ServerResponse.prototype.writeHead as (this: ServerResponse, ...head: unknown[]) => Response;
  app.response.writeHead = function (this: Tracked, status: number, ...rest: unknown[]): Response {
    const { exchange } = this;
    if (!exchange) return writeHead.call(this, status, ...rest);
    const own: OutgoingHttpHeader[] = ["X-Request-Id", exchange.requestId];
    if (exchange.type !== null) own.push("Content-Type", exchange.type, "Content-Length", exchange.length);
    if (rest.length === 0 && this.getHeaderNames().length === 0)
      return writeHead.call(this, status, own.concat(constant));
    const headers = own.concat(constant);
    for (let at = 0; at < headers.length; at += 2) {
      const name = headers[at] as string;
      if (!this.hasHeader(name)) this.setHeader(name, headers[at + 1] as OutgoingHttpHeader);
    }
    return writeHead.call(this, status, ...rest);
  } as Response["writeHead"];
}
