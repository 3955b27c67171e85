import type { Response } from "express";
import type { Fault } from "../../contract/control.ts";
import { exchangeOf } from "./exchange.ts";
import { refusal } from "./problems.ts";
import { linger } from "./server/linger.ts";

/** On the global timer, which tests can replace. */
export const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Applies a fault to a response; true when the fault has ended it. */
export async function strike(fault: Fault, response: Response): Promise<boolean> {
  const { kind, status = 503, delayMs = kind === "delay" ? 1000 : 0 } = fault;
  if (delayMs > 0) await wait(delayMs);
  if (kind === "status") {
    const code = status === 429 ? "RATE_LIMITED" : "INJECTED_FAULT";
    const headers = status === 429 || status === 503 ? { "Retry-After": "1" } : undefined;
    throw refusal(status, code, `An injected fault answers ${status}.`, headers);
  }
  if (kind === "disconnect") disconnect(response);
  else if (kind === "truncate" || kind === "malformed") spoil(kind, response);
  return kind === "disconnect";
}

/**
 * Ends the connection within the first word of a head. A browser repeats a request on a kept connection if nothing of
 * an answer has arrived, so that a fault of one time would not be seen; a head of which more arrives may count as one.
 */
function disconnect(response: Response): void {
  const { req, socket } = response;
  if (!socket) return void response.destroy();
  linger(req);
  socket.write("HT");
  socket.destroySoon();
}

/** Breaks the response off in the middle, with its whole length announced or with that of the half. */
function spoil(kind: "truncate" | "malformed", response: Response): void {
  const end = response.end.bind(response) as (chunk: Buffer) => Response;
  const write = response.write.bind(response) as (chunk: Buffer, then: () => void) => boolean;
  const cut = (whole: unknown, encoding?: BufferEncoding): Response => {
    const bytes =
      typeof whole === "string" ? Buffer.from(whole, encoding) : Buffer.from(whole instanceof Uint8Array ? whole : "");
    const half = bytes.subarray(0, Math.max(1, bytes.length >> 1));
    const exchange = exchangeOf(response);
    if (exchange.responseBody !== null) {
      exchange.responseBody = half;
      exchange.responseSize = half.length;
    }
    if (kind === "malformed") {
      response.setHeader("Content-Length", half.length);
      return end(half);
    }
    write(half, () => response.destroy());
    return response;
  };
  response.end = cut as never;
  // A body of several chunks breaks off in the first one.
  response.write = ((chunk: unknown) => {
    response.write = (() => true) as never;
    if (kind === "truncate") cut(chunk);
    else end(Buffer.from(chunk as Uint8Array).subarray(0, 10));
    response.end = (() => response) as never;
    return true;
  }) as never;
}
