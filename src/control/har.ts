import type { Body, Har, HarEntry, Header, WholeRequest } from "../../contract/control.ts";
import { parse } from "../domain/time.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { detailOf } from "../sandbox/requests/views.ts";
import { version } from "../sandbox/version.ts";
import { listText } from "./list-text.ts";

/** The text of a HAR 1.2, entry by entry, because all of them may be large. */
export function harText(requests: readonly Served[]): AsyncGenerator<Uint8Array> {
  const empty: Har = { log: { version: "1.2", creator: { name: "tiers-sandbox", version }, pages: [], entries: [] } };
  return listText(empty, requests, (served) => harEntry(detailOf(served), served.base));
}

/** `base` is the address under which the client reached the server, where the header Host does not say it. */
export function harEntry(whole: WholeRequest, base?: string | null): HarEntry {
  const { at, method, status, durationMs: time, requestHeaders, requestBody, responseHeaders, responseBody } = whole;
  const url = urlOf(whole, base);
  const size = responseBody ? (responseBody.size ?? -1) : 0;
  const protocol = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  return {
    startedDateTime: new Date(parse(at) - time).toISOString(),
    time,
    request: {
      ...{ method, url: url.href, ...protocol, headers: requestHeaders },
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      ...(requestBody && { postData: { mimeType: typeOf(requestHeaders), text: "", ...textOf(requestBody) } }),
      bodySize: requestBody ? (requestBody.size ?? -1) : 0,
    },
    response: {
      ...{ status, statusText: "", ...protocol, headers: responseHeaders },
      content: { size, mimeType: typeOf(responseHeaders), ...textOf(responseBody) },
      redirectURL: valueOf(responseHeaders, "location"),
      bodySize: size,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...ownFields(whole),
  };
}

/** What a HAR has no place for, or keeps less exactly, under names that other readers ignore. */
function ownFields(whole: WholeRequest) {
  const { method, status, durationMs, requestHeaders, requestBody, responseHeaders, responseBody, ...own } = whole;
  const error = status === 0 ? { error: "The connection ended without a response." } : {};
  return Object.fromEntries(Object.entries({ ...own, ...error }).map(([name, value]) => [`_${name}`, value]));
}

/** A request may be refused for its host or its path, and is no less a request. */
function urlOf({ path, requestHeaders }: WholeRequest, base?: string | null): URL {
  const url = `${base ?? `http://${valueOf(requestHeaders, "host")}`}${path}`;
  return path.startsWith("/") && URL.canParse(url)
    ? new URL(url)
    : new URL(`http://localhost${encodeURI(path).replace(/^(?!\/)/, "/")}`);
}

const valueOf = (headers: readonly Header[], wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? "";
const typeOf = (headers: readonly Header[]) => valueOf(headers, "content-type") || "application/octet-stream";

const comments = { whole: undefined, cut: "Only the first 64 KB are kept.", none: "Left out." };

function textOf(body: Body | null) {
  if (!body) return {};
  const { text, encoding, kept } = body;
  return {
    ...(text !== null && { text }),
    ...(encoding && { encoding }),
    ...(kept !== "whole" && { comment: comments[kept] }),
    _kept: kept,
  };
}
