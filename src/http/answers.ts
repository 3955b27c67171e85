import { type OutgoingHttpHeader, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import type { Violation } from "../../contract/shared.ts";
import { requestIdOf, securityHeaders } from "./headers.ts";

/** What is known of a request while it is answered. */
export interface Note {
  requestId: string;
  /** On the process's own clock. */
  started: number;
  operationId: string | null;
  accountId: string | null;
  violations: readonly Violation[];
  /** What the body is, where `send` writes it. */
  type: string | null;
  length: number;
}

const none: readonly Violation[] = Object.freeze([]);

interface Followed extends Response {
  note?: Note;
}

export const noteOf = (response: Response): Note => (response as Followed).note as Note;

/** Writes a body that is there in one piece. */
export function send(response: Response, status: number, type: string, body: Uint8Array): void {
  const note = noteOf(response);
  note.type = type;
  note.length = body.length;
  response.statusCode = status;
  response.end(body);
}

const constant = Object.entries({ Vary: "Origin", ...securityHeaders }).flat();

/** Follows the answers of an app to their end; gives what every request has to begin with. */
export function follow(
  app: Express,
  ended: (note: Note, response: Response, milliseconds: number) => void,
): (request: Request, response: Response) => void {
  stamp(app);
  function closed(this: Response): void {
    const note = noteOf(this);
    ended(note, this, performance.now() - note.started);
  }
  return (request, response) => {
    const note: Note = {
      requestId: requestIdOf(request.headers["x-request-id"]),
      started: performance.now(),
      operationId: null,
      accountId: null,
      violations: none,
      type: null,
      length: 0,
    };
    (response as Followed).note = note;
    response.on("close", closed);
  };
}

/**
 * Puts the headers that every answer has into each as its head is written, whoever writes it.
 * One flat list costs Node a fraction of a dozen calls of setHeader; what was set by hand before stays.
 */
function stamp(app: Express): void {
  const writeHead = ServerResponse.prototype.writeHead as (
    this: ServerResponse,
    status: number,
    ...rest: unknown[]
  ) => Response;
  app.response.writeHead = function (this: Followed, status: number, ...rest: unknown[]): Response {
    const { note } = this;
    if (!note) return writeHead.call(this, status, ...rest);
    const own: OutgoingHttpHeader[] = ["X-Request-Id", note.requestId];
    if (note.type !== null) own.push("Content-Type", note.type, "Content-Length", note.length);
    if (rest.length === 0 && this.getHeaderNames().length === 0)
      return writeHead.call(this, status, own.concat(constant));
    for (const headers of [own, constant])
      for (let at = 0; at < headers.length; at += 2)
        if (!this.hasHeader(headers[at] as string))
          this.setHeader(headers[at] as string, headers[at + 1] as OutgoingHttpHeader);
    return writeHead.call(this, status, ...rest);
  } as Response["writeHead"];
}
