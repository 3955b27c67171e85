import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { createCors, isPreflight, originsRefusal } from "../../../src/http/server/cors.ts";

const local = createCors(null);
const listed = createCors("https://app.example, http://Box.lan:8080");
const open = createCors("*");
const host = "127.0.0.1:4600";
const exposed =
  "X-Request-Id, Location, Content-Disposition, Link, WWW-Authenticate, ETag, Retry-After, Preference-Applied";

const localOrigins = [
  "http://localhost",
  "http://localhost:3000",
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

describe("CORS of the service", () => {
  it.each(localOrigins)("lets pages of %s read responses by default", (origin) => {
    expect(local.service.headers({ origin })).toEqual({
      Vary: "Origin",
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": exposed,
    });
  });

  it.each(foreignOrigins)("does not let pages of %j read responses by default", (origin) => {
    expect(local.service.headers({ origin })).toEqual({ Vary: "Origin" });
    expect(local.service.preflight({ origin, "access-control-request-method": "POST" })).toEqual({ Vary: "Origin" });
  });

  it("sends only Vary to a client that is no browser", () => {
    expect(local.service.headers({})).toEqual({ Vary: "Origin" });
  });

  it("lets only the listed origins read, and localhost no longer", () => {
    const allowed = (origin: string) => listed.service.headers({ origin })["Access-Control-Allow-Origin"];
    expect(
      [
        "https://app.example",
        "http://box.lan:8080",
        "http://localhost:3000",
        "http://app.example",
        "https://app.example:444",
      ].map(allowed),
    ).toEqual(["https://app.example", "http://box.lan:8080", undefined, undefined, undefined]);
  });

  it("lets every origin read with *", () => {
    expect(open.service.headers({ origin: "https://evil.test" })).toEqual({
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": exposed,
    });
  });

  it("allows the requested headers and the private network in a preflight", () => {
    const request: IncomingHttpHeaders = {
      origin: "http://localhost:5173",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,traceparent",
      "access-control-request-private-network": "true",
    };
    expect(isPreflight("OPTIONS", request)).toBe(true);
    expect(local.service.preflight(request)).toEqual({
      Vary: "Origin",
      "Access-Control-Allow-Origin": "http://localhost:5173",
      "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
      "Access-Control-Allow-Headers": "authorization,content-type,traceparent",
      "Access-Control-Max-Age": "600",
      "Access-Control-Allow-Private-Network": "true",
    });
  });

  it.each(["x y", "a\r\nSet-Cookie: b", "*,", "é", "x".repeat(3_000)])(
    "does not echo %j as header names in a preflight",
    (asked) => {
      const answer = local.service.preflight({ origin: "http://localhost", "access-control-request-headers": asked });
      expect(answer["Access-Control-Allow-Headers"]).toMatch(/^Authorization, Content-Type,/);
    },
  );

  it("does not treat OPTIONS without origin or method as a preflight", () => {
    expect(isPreflight("OPTIONS", { origin: "http://localhost" })).toBe(false);
    expect(isPreflight("OPTIONS", { "access-control-request-method": "GET" })).toBe(false);
    expect(isPreflight("POST", { origin: "http://localhost", "access-control-request-method": "GET" })).toBe(false);
  });
});

describe("CORS of the control plane", () => {
  const refused = (cors: ReturnType<typeof createCors>, headers: IncomingHttpHeaders) =>
    cors.crossSiteRefused({ host, ...headers }) !== undefined;

  it("admits clients that are no browser to the control plane", () => {
    expect(refused(local, {})).toBe(false);
  });

  it.each(["same-origin", "same-site", "none"])(
    "admits a request that a browser marks as %s to the control plane",
    (site) => {
      expect(refused(local, { "sec-fetch-site": site })).toBe(false);
    },
  );

  it("admits the sandbox's own pages to the control plane, whatever the list of origins", () => {
    expect(refused(listed, { origin: "http://127.0.0.1:4600", "sec-fetch-site": "same-origin" })).toBe(false);
    expect(refused(listed, { origin: "http://localhost", host: "localhost:80" })).toBe(false);
    expect(refused(listed, { origin: "https://box.example", host: "BOX.example:443" })).toBe(false);
    expect(refused(listed, { origin: "http://127.0.0.1:4601" })).toBe(true);
  });

  it.each(localOrigins)("admits pages of %s to the control plane by default and with *", (origin) => {
    expect(refused(local, { origin, "sec-fetch-site": "cross-site" })).toBe(false);
    expect(refused(open, { origin, "sec-fetch-site": "cross-site" })).toBe(false);
    expect(refused(listed, { origin })).toBe(true);
  });

  it.each(foreignOrigins)("refuses pages of %j at the control plane, even with *, even a plain text post", (origin) => {
    expect(refused(local, { origin, "content-type": "text/plain" })).toBe(true);
    expect(refused(open, { origin, "content-type": "text/plain" })).toBe(true);
    expect(open.control.headers({ host, origin })).toEqual({ Vary: "Origin" });
    expect(open.control.preflight({ host, origin })).toEqual({ Vary: "Origin" });
  });

  it("refuses requests of images, scripts, forms and links of another site at the control plane", () => {
    expect(refused(local, { "sec-fetch-site": "cross-site" })).toBe(true);
    expect(refused(local, { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(true);
  });

  it("admits a listed origin to the control plane, and names a refused one", () => {
    expect(refused(listed, { origin: "https://app.example", "sec-fetch-site": "cross-site" })).toBe(false);
    expect(listed.crossSiteRefused({ host, origin: "https://evil.test" })).toBe(
      "A page of https://evil.test may not use the control plane; allow its origin with --cors.",
    );
    expect(listed.crossSiteRefused({ host, origin: "<script>" })).toMatch(/^A page of another site/);
  });

  it("never answers * on the control plane", () => {
    expect(open.control.headers({ host, origin: "http://localhost:3000" })["Access-Control-Allow-Origin"]).toBe(
      "http://localhost:3000",
    );
  });
});

describe("originsRefusal", () => {
  it.each(["*", " * ", "http://localhost:5173", "https://a.example,http://b.example:81", "capacitor://localhost"])(
    "takes %j",
    (cors) => {
      expect(originsRefusal(cors)).toBeUndefined();
    },
  );

  it.each([
    ["localhost:5173", "localhost:5173 is not an origin"],
    ["http://a.example/", "http://a.example/ is not an origin"],
    ["http://a.example,*", "* is not an origin"],
    ["http://*.example", "http://*.example is not an origin"],
    ["http://a:99999", "http://a:99999 is not an origin"],
    [" , ", "Nothing is not an origin"],
  ])("refuses %j as a list of origins", (cors, sentence) => {
    expect(originsRefusal(cors)).toContain(sentence);
  });
});
