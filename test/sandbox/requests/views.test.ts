import { describe, expect, it } from "vitest";
import { detailOf, fromDetail, summaryOf } from "../../../src/sandbox/requests/views.ts";
import { served } from "../../support/served.ts";

const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkIn0.c2ln";
const place = { in: "query", pointer: null, name: null, code: "", expected: "", received: "" } as const;
const refused = (...details: string[]) => ({
  code: "VALIDATION_ERROR" as const,
  detail: `See the token ${jwt}.`,
  errors: details.map((detail) => ({ ...place, detail })),
});

describe("a request as a list shows it", () => {
  it("has no secret in its path and in what it violates", () => {
    const path = `/x/${jwt}?token=abc&page=1`;
    expect(summaryOf(served({ path, refused: refused(`page must not be ${jwt}.`) }))).toMatchObject({
      path: "/x/…?token=…&page=1",
      violations: ["page must not be …"],
      code: "VALIDATION_ERROR",
    });
    expect(summaryOf(served({ path, refused: refused() })).violations).toEqual(["See the token …"]);
  });

  it("has its whole path, and of its violations the first twenty, each cut to a length", () => {
    const details = Array.from({ length: 21 }, (_, nth) => `${nth} ${"x".repeat(400)}`);
    const { path, violations } = summaryOf(served({ path: `/${"x".repeat(400)}`, refused: refused(...details) }));
    expect(path).toHaveLength(401);
    expect(violations.map((text) => text.length)).toEqual(Array(20).fill(301));
  });

  it("has the ids of its events, its times as text, and nothing where nothing was", () => {
    const at = Date.UTC(2026, 0, 15, 9);
    expect(summaryOf(served({ at, clock: at + 1, firstEvent: 7, events: 3 }))).toEqual({
      ...{ requestId: "r", method: "GET", path: "/x", operation: null, status: 404, durationMs: 1, accountId: null },
      ...{ caller: null, violations: [], code: null, remarks: [], fault: null, forced: false, lastEventId: null },
      ...{ at: "2026-01-15T09:00:00.000", clock: "2026-01-15T09:00:00.001", events: [7, 8, 9] },
    });
    expect(summaryOf(served()).clock).toBe(null);
  });
});

describe("a whole request", () => {
  it("has its headers without secrets, one for each value", () => {
    const { requestHeaders, responseHeaders } = detailOf(
      served({
        requestHeaders: ["Authorization", `Bearer ${jwt}`, "Accept", "*/*"],
        responseHeaders: ["Link", ["a", "b"], "X-Own", "c"],
      }),
    );
    expect([requestHeaders, responseHeaders]).toEqual([
      [
        { name: "Authorization", value: "Bearer …" },
        { name: "Accept", value: "*/*" },
      ],
      [
        { name: "Link", value: "a" },
        { name: "Link", value: "b" },
        { name: "X-Own", value: "…" },
      ],
    ]);
  });

  const none = { kept: "none", text: null, encoding: null };
  const [whole, base64] = [
    { size: 1, kept: "whole" },
    { text: "/w==", encoding: "base64" },
  ];
  it.each([
    ["a length that is announced", ["content-length", "7"], { ...none, size: 7 }],
    ["a length that is no number", ["Content-Length", "many"], null],
    ["a length of 0", ["Content-Length", "0"], null],
    ["pieces", ["Transfer-Encoding", "chunked"], { ...none, size: null }],
    ["no body", ["Accept", "content-length"], null],
  ])("with %s and no body in memory says what is known of it", (_, requestHeaders, body) => {
    expect(detailOf(served({ requestHeaders })).requestBody).toEqual(body);
  });

  it.each([
    ["a made body", { responseBody: () => '{"a":1}', responseSize: 7 }, { size: 7, kept: "whole", text: '{"a":1}' }],
    ["a body of 0 bytes", { responseBody: "", responseSize: 0 }, null],
    ["no head", { status: 0, responseBody: "x", responseSize: 1 }, null],
    ["no content", { status: 204, responseBody: "x", responseSize: 1 }, null],
    ["a head alone", { method: "HEAD", responseBody: "x", responseSize: 1 }, null],
    ["bytes that are no text", { responseBody: Buffer.from([255]), responseSize: 1 }, { ...whole, ...base64 }],
    ["not modified", { status: 304, responseBody: "x", responseSize: 1 }, null],
    ["an unknown size", { responseBody: "x" }, { size: null, kept: "cut", text: "x" }],
  ])("that was answered with %s shows it", (_, wish, body) => {
    expect(detailOf(served(wish)).responseBody).toEqual(body && { encoding: null, ...body });
  });

  it("is the same in the log of another server", () => {
    const whole = detailOf(
      served({
        ...{
          requestId: "one",
          at: 5,
          method: "POST",
          path: "/x?token=1",
          clock: 7,
          firstEvent: 3,
          events: 2,
          status: 400,
        },
        ...{
          requestHeaders: ["Accept", "*/*"],
          responseHeaders: ["Link", ["a", "b"], "X-Own", "c"],
          refused: refused("a", "b"),
        },
        ...{ requestBody: Buffer.from([0xff, 0]), requestSize: 2, responseBody: Buffer.from("é"), responseSize: 9 },
      }),
    );
    expect(whole.responseBody).toMatchObject({ kept: "cut", text: "é" });
    expect(detailOf(fromDetail(whole))).toEqual(whole);
    const bare = detailOf(served({ status: 204 }));
    expect(detailOf(fromDetail(bare))).toEqual(bare);
    expect(fromDetail(bare)).toMatchObject({ clock: null, worldId: null, refused: null, firstEvent: 0, events: 0 });
  });
});
