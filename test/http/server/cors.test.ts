import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { createCors, isPreflight, originsRefusal } from "../../../src/http/server/cors.ts";

const local = createCors(null);
const listed = createCors("https://app.example, http://Box.lan:8080");
const open = createCors("*");
const host = "127.0.0.1:4600";
const exposed =
  "X-Request-Id, Location, Content-Disposition, Link, WWW-Authenticate, ETag, Retry-After, Preference-Applied";
const usualHeaders = "Authorization, Content-Type, Accept, Prefer, X-Request-Id, X-Sandbox-Key, If-None-Match, Range";
const vary = { Vary: "Origin" };

const localOrigins = [
  "http://localhost",
  "http://localhost:5173",
  "https://localhost:8443",
  "http://app.localhost:3000",
  "http://127.0.0.1:5173",
  "http://[::1]:5173",
];
const foreignOrigins = [
  "https://evil.test",
  "http://localhost.evil.test",
  "http://evil.test:4600",
  "http://127.0.0.1.evil.test",
  "http://localhost@evil.test",
  "http://localhost:99999",
  "http://localhost/path",
  "file://localhost",
  "localhost:3000",
  "null",
  "",
  "*",
];
const refused = (cors: ReturnType<typeof createCors>, headers: IncomingHttpHeaders) =>
  cors.crossSiteRefused({ host, ...headers }, "control plane");

describe("a page of another origin", () => {
  it.each(localOrigins)("may read the service and use the control plane by default and with *: %s", (origin) => {
    const allowed = { "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed };
    expect(local.service.headers({ origin })).toEqual({ ...vary, ...allowed });
    expect(open.control.headers({ host, origin })).toEqual({ ...vary, ...allowed });
    for (const cors of [local, open]) expect(refused(cors, { origin, "sec-fetch-site": "cross-site" })).toBeUndefined();
    expect(refused(listed, { origin })).toBe(
      `A page of ${origin} may not use the control plane; allow its origin with --cors.`,
    );
  });

  it.each(foreignOrigins)(
    "may not read the service by default, nor use the control plane even with *: %j",
    (origin) => {
      const preflight = { host, origin, "access-control-request-method": "POST" };
      expect([local.service.headers({ origin }), local.service.preflight(preflight)]).toEqual([vary, vary]);
      expect([open.control.headers({ host, origin }), open.control.preflight(preflight)]).toEqual([vary, vary]);
      for (const cors of [local, open])
        expect(refused(cors, { origin, "content-type": "text/plain" })).toMatch(/^A page of .* allow its origin/);
    },
  );

  it("may read the service, and use the control plane, where its origin is listed", () => {
    const allowed = (origin: string) => listed.service.headers({ origin })["Access-Control-Allow-Origin"];
    const others = ["http://localhost:3000", "http://app.example", "https://app.example:444"];
    for (const origin of ["https://app.example", "http://box.lan:8080"]) {
      expect(allowed(origin)).toBe(origin);
      expect(refused(listed, { origin, "sec-fetch-site": "cross-site" })).toBeUndefined();
    }
    expect(others.map(allowed)).toEqual([undefined, undefined, undefined]);
    expect(refused(listed, { origin: "<script>" })).toMatch(/^A page of another site/);
    expect(refused(listed, { origin: `https://${"x".repeat(250)}` })).toContain(` ${`https://${"x".repeat(192)}`} may`);
  });

  it("may read the service with *, whatever its origin", () => {
    const origin = "https://evil.test";
    expect(open.service.headers({ origin })).toEqual({
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": exposed,
    });
    expect(open.service.preflight({ origin })).toMatchObject({
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": usualHeaders,
    });
  });
});

it("a request without an origin is refused at the control plane where a browser marks it as cross-site", () => {
  expect(local.service.headers({})).toEqual(vary);
  for (const site of [undefined, "same-origin", "same-site", "none"])
    expect(refused(local, { "sec-fetch-site": site })).toBeUndefined();
  expect(refused(local, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(
    "A page of another site may not use the control plane; allow its origin with --cors.",
  );
});

it.each([
  ["http://127.0.0.1:4600", host, true],
  ["http://localhost", "localhost:80", true],
  ["https://box.example", "BOX.example:443", true],
  ["http://127.0.0.1:4601", host, false],
  ["https://localhost", "localhost:80", false],
  ["http://box.example", "box.example:443", false],
  ["http://box.example", undefined, false],
])("a page of %s on the host %s is one of the sandbox's own: %s", (origin, own, isOwn) => {
  expect(listed.crossSiteRefused({ origin, host: own }, "control plane") === undefined).toBe(isOwn);
});

describe("a preflight", () => {
  const request: IncomingHttpHeaders = {
    origin: "http://localhost:5173",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type, traceparent",
    "access-control-request-private-network": "true",
  };

  it("allows the requested headers and the private network", () => {
    const answer = {
      ...vary,
      "Access-Control-Allow-Origin": "http://localhost:5173",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": "authorization,content-type, traceparent",
      "Access-Control-Max-Age": "600",
    };
    expect(local.service.preflight(request)).toEqual({ ...answer, "Access-Control-Allow-Private-Network": "true" });
    expect(local.service.preflight({ ...request, "access-control-request-private-network": "false" })).toEqual(answer);
  });

  it("names the usual headers instead of some that are none", () => {
    for (const asked of [undefined, "x y", "a\r\nSet-Cookie: b", "*,", "é", "x".repeat(2_001)])
      expect(local.service.preflight({ ...request, "access-control-request-headers": asked })).toHaveProperty(
        "Access-Control-Allow-Headers",
        usualHeaders,
      );
  });

  it("is OPTIONS with an origin and a method", () => {
    const { origin: _, ...withoutOrigin } = request;
    const { "access-control-request-method": __, ...withoutMethod } = request;
    const asked = [isPreflight("POST", request), isPreflight("OPTIONS", withoutOrigin)];
    expect([isPreflight("OPTIONS", request), ...asked, isPreflight("OPTIONS", withoutMethod)]).toEqual([
      ...[true, false, false, false],
    ]);
  });
});

it("a list of origins is taken or refused as a whole", () => {
  const good = ["*", " * ", "http://localhost:5173", "https://a.example,http://b.example:81", "capacitor://localhost"];
  expect(good.map(originsRefusal)).toEqual(good.map(() => undefined));
  const wrong = {
    "localhost:5173": "localhost:5173",
    "http://a.example/": "http://a.example/",
    "http://a.example,*": "*",
    "http://*.example": "http://*.example",
    "http://a:99999": "http://a:99999",
    " , ": "Nothing",
  };
  const wanted = "scheme, host and port are wanted, like http://localhost:5173, separated by commas, or *.";
  for (const [cors, place] of Object.entries(wrong))
    expect(originsRefusal(cors)).toBe(`${place} is not an origin: ${wanted}`);
});
