import type { Body, Header, Seen, WholeRequest } from "../../../contract/control.ts";
import type { Refused } from "../../../contract/endpoint.ts";
import { format, parse } from "../../domain/time.ts";
import { bodyWithoutSecrets, headerWithoutSecrets, withoutSecrets } from "./redact.ts";
import { remarksOf } from "./remarks.ts";
import { longestBody, type Served } from "./request-log.ts";

const mostViolations = 20;

/** Every violation, or the detail of a refusal that has none. */
export const reasonsOf = ({ errors = [], detail }: Refused): string[] =>
  errors.length > 0 ? errors.map((violation) => violation.detail) : [detail];

/** A request without its headers and bodies, as lists and streams show it. */
export const summaryOf = (served: Served): Seen => ({
  requestId: served.requestId,
  at: format(served.at),
  method: served.method,
  path: withoutSecrets(served.path, Infinity),
  operation: served.operation,
  status: served.status,
  durationMs: served.durationMs,
  accountId: served.accountId,
  caller: served.caller,
  violations: served.refused ? reasonsOf(served.refused).slice(0, mostViolations).map(shortened) : [],
  code: served.refused?.code ?? null,
  remarks: remarksOf(served),
  fault: served.fault,
  forced: served.forced,
  events: Array.from({ length: served.events }, (_, nth) => served.firstEvent + nth),
  clock: served.clock === null ? null : format(served.clock),
  lastEventId: served.lastEventId,
});
const shortened = (text: string) => withoutSecrets(text);

export const detailOf = (served: Served): WholeRequest => ({
  ...summaryOf(served),
  requestHeaders: headersOf(served.requestHeaders),
  requestBody: requestBodyOf(served),
  responseHeaders: headersOf(served.responseHeaders),
  responseBody: responseBodyOf(served),
});

function headersOf(flat: readonly unknown[]): Header[] {
  const headers: Header[] = [];
  for (let at = 0; at < flat.length; at += 2)
    for (const value of [flat[at + 1]].flat()) {
      const name = String(flat[at]);
      headers.push({ name, value: headerWithoutSecrets(name, String(value)) });
    }
  return headers;
}

function headerOf(flat: readonly unknown[], wanted: string): string | undefined {
  const at = flat.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === wanted);
  return at < 0 ? undefined : String(flat[at + 1]);
}

/** The length of a body that was not in memory, or not read, as its header says. */
function announced(flat: readonly unknown[]): number | null {
  const length = headerOf(flat, "content-length");
  return length === undefined || Number.isNaN(Number(length)) ? null : Number(length);
}

function requestBodyOf({ requestBody, requestSize, requestHeaders, kept }: Served): Body | null {
  const size = requestSize ?? announced(requestHeaders);
  const chunked = headerOf(requestHeaders, "transfer-encoding") !== undefined;
  return size === 0 || (size === null && !chunked) ? null : bodyOf(requestBody, size, requestHeaders, kept?.request);
}

function responseBodyOf({ method, status, responseBody, responseSize, responseHeaders, kept }: Served): Body | null {
  if (method === "HEAD" || [0, 204, 304].includes(status)) return null;
  const size = responseSize ?? announced(responseHeaders);
  return size === 0 ? null : bodyOf(responseBody, size, responseHeaders, kept?.response);
}

function bodyOf(
  body: Served["responseBody"],
  size: number | null,
  headers: readonly unknown[],
  kept?: Body["kept"],
): Body {
  if (body === null) return { size, kept: "none", text: null, encoding: null };
  const made = typeof body === "function" ? body() : body;
  const bytes = (typeof made === "string" ? Buffer.from(made, "latin1") : Buffer.from(made)).subarray(0, longestBody);
  const isCut = kept === undefined ? bytes.length !== size : kept === "cut";
  const text = textOf(bytes, isCut, headerOf(headers, "content-type") ?? "");
  const shown =
    text === null
      ? ({ text: bytes.toString("base64"), encoding: "base64" } as const)
      : { text: bodyWithoutSecrets(text), encoding: null };
  return { size, kept: isCut ? "cut" : "whole", ...shown };
}

const texts = /json|text|xml|urlencoded/i;

/**
 * Null for bytes that are no text, such as a file. A type that means text is one in whatever encoding, because bytes
 * would show its secrets. A character that the end has cut in two is left out.
 */
function textOf(bytes: Uint8Array, isCut: boolean, type: string): string | null {
  const isText = texts.test(type);
  const encoding = isText && bytes[0] === 0 ? "utf-16be" : isText && bytes[1] === 0 ? "utf-16le" : "utf-8";
  try {
    const fatal = !isText;
    return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

/** The same request for the log of another server; a secret that was removed stays removed. */
export function fromDetail(whole: WholeRequest): Served {
  const { at, clock, code, violations, events, requestBody, responseBody, ...same } = whole;
  const place = { in: "body", pointer: null, name: null, code: "", expected: "", received: "" } as const;
  const errors = violations.map((detail) => ({ ...place, detail }));
  return {
    ...same,
    at: parse(at),
    clock: clock === null ? null : parse(clock),
    worldId: null,
    refused: code === null ? null : { code: code as Refused["code"], detail: violations[0] ?? "", errors },
    ...{ firstEvent: events[0] ?? 0, events: events.length },
    requestHeaders: same.requestHeaders.flatMap(({ name, value }) => [name, value]),
    responseHeaders: same.responseHeaders.flatMap(({ name, value }) => [name, value]),
    ...{ requestBody: bytesOf(requestBody), requestSize: requestBody ? requestBody.size : 0 },
    ...{ responseBody: bytesOf(responseBody), responseSize: responseBody ? responseBody.size : 0 },
    kept: { request: requestBody?.kept, response: responseBody?.kept },
  };
}
const bytesOf = (body: Body | null): Uint8Array | null =>
  body === null || body.text === null ? null : Buffer.from(body.text, body.encoding === "base64" ? "base64" : "utf8");
