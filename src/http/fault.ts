import type { Response } from "express";
import type { Fault } from "../../contract/control.ts";
import { HttpRefusal } from "./problems.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Makes a fault happen to a response. True when the fault itself has answered. */
export async function strike(
  { kind, status = 503, delayMs = kind === "delay" ? 1000 : 0 }: Fault,
  response: Response,
): Promise<boolean> {
  if (delayMs > 0) await wait(delayMs);
  if (kind === "status") {
    const retry: Record<string, string> = status === 429 || status === 503 ? { "Retry-After": "1" } : {};
    throw new HttpRefusal(
      status,
      { code: status === 429 ? "RATE_LIMITED" : "INJECTED_FAULT", detail: `An injected fault answers ${status}.` },
      retry,
    );
  }
  if (kind === "disconnect") response.destroy();
  else if (kind !== "delay") spoil(kind, response);
  return kind === "disconnect";
}

/** Lets the operation happen, and what it answers break off: on the way, or as it was written. */
function spoil(kind: "truncate" | "malformed", response: Response): void {
  const end = response.end.bind(response) as (chunk: Buffer) => Response;
  const write = response.write.bind(response) as (chunk: Buffer, then: () => void) => boolean;
  const cut = (whole: unknown): Response => {
    const bytes = Buffer.isBuffer(whole)
      ? whole
      : whole instanceof Uint8Array
        ? Buffer.from(whole)
        : Buffer.from(typeof whole === "string" ? whole : "");
    const half = bytes.subarray(0, Math.max(1, bytes.length >> 1));
    if (kind === "malformed") {
      response.setHeader("Content-Length", half.length);
      return end(half);
    }
    write(half, () => response.destroy());
    return response;
  };
  response.end = cut as never;
  // A body that comes in pieces breaks off in its first.
  response.write = ((chunk: unknown) => {
    response.write = (() => true) as never;
    if (kind === "truncate") cut(chunk);
    else end(Buffer.from(chunk as Uint8Array).subarray(0, 10));
    response.end = (() => response) as never;
    return true;
  }) as never;
}
