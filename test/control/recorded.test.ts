import { describe, expect, it } from "vitest";
import { WholeRequest } from "../../contract/control-requests.ts";
import { harEntry } from "../../src/control/har.ts";
import { RecordedHar, wholeIn } from "../../src/control/recorded.ts";
import { LocalRequestLog, longestBody, type Served } from "../../src/sandbox/requests/request-log.ts";
import { detailOf, fromDetail } from "../../src/sandbox/requests/views.ts";
import { served } from "../support/served.ts";

/** A request written to a HAR, and read again into the log of another server. */
function again(request: Served): Served {
  const text = JSON.stringify({ log: { entries: [harEntry(detailOf(request))] } });
  const [entry] = RecordedHar.parse(JSON.parse(text)).log.entries;
  return fromDetail(WholeRequest.parse(wholeIn(entry as never)));
}

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJl";
const bytes = (body: Uint8Array) => ({ responseBody: body, responseSize: body.length });
const text = (body: string) => bytes(Buffer.from(body));
const json = (body: unknown) => text(JSON.stringify(body));
const kinds: [what: string, request: Partial<Served>][] = [
  ["no body", { responseSize: 0 }],
  ["a text", text("é ü\n")],
  ["bytes that are no text", bytes(Buffer.from([0xff, 0x00, 0xfe]))],
  ["a body that was left out", { responseHeaders: ["Content-Length", "5000000"] }],
  ["a body of unknown length", { responseHeaders: ["Content-Type", "text/event-stream"], status: 200 }],
  ["a body that is too long", text("é".repeat(longestBody))],
  ["secrets in its body", json({ access_token: "s", list: [jwt, `a ${jwt}`], nested: '{"password":"p"}' })],
  ["secrets in its path", { path: `/x?token=abc&a=%C3%A9&b=${jwt}` }],
  ["a path that is none", { path: "//x/../ü?%zz&sig=1" }],
  ["credentials", { requestHeaders: ["Authorization", `Bearer ${jwt}`, "Cookie", "a=b"] }],
  ["a body of its own", { method: "POST", requestBody: Buffer.from('{"a":1}'), requestSize: 7 }],
  ["a body in chunks", { method: "POST", requestHeaders: ["Transfer-Encoding", "chunked"] }],
  ["no response", { status: 0, fault: "disconnect" }],
  ["two headers of one name", { responseHeaders: ["Set-Cookie", ["a=1", "b=2"], "Vary", "Origin"] }],
  ["a HEAD", { method: "HEAD", responseHeaders: ["Content-Length", "12"] }],
  ["events", { firstEvent: 50_000_000, events: 3, clock: 1_768_467_600_000, lastEventId: 50_000_002, caller: "demo" }],
  ["a refusal", { refused: { code: "VALIDATION_ERROR", detail: `x token=abc ${"long ".repeat(100)}` } }],
  ["a duration that is no whole number", { at: 1_794_789_128_123, durationMs: 1.8941350000004604 }],
];

describe("a request from a HAR", () => {
  it.each(kinds)("is shown as it was seen with %s, in the log too", (_, wish) => {
    const request = served({ accountId: "demo", status: 200, ...wish });
    const log = new LocalRequestLog({ bodies: true, requestLogBytes: 1_000_000 });
    log.add(request);
    const before = detailOf(request);
    log.add(again(request));
    expect(log.list().map(detailOf)).toEqual([before, before]);
  });
});
