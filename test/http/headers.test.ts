import { describe, expect, it } from "vitest";
import { fileSecurityHeaders, requestIdOf, securityHeaders } from "../../src/http/headers.ts";

describe("securityHeaders", () => {
  it("lets pages run, load and frame only what the sandbox serves itself", () => {
    expect(securityHeaders).toEqual({
      "Content-Security-Policy":
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; " +
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
  });

  it("lets a file be shown in a frame, and run nothing", () => {
    expect(fileSecurityHeaders).toEqual({
      ...securityHeaders,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'",
    });
  });
});

it("a request keeps its id where it is one, and else gets a new one", () => {
  const good = ["a", "req-1.2_3", "0b0c6a5e-1111-4222-8333-444455556666", "x".repeat(128)];
  expect(good.map(requestIdOf)).toEqual(good);
  const bad = [undefined, "", "x".repeat(129), "a b", "a\n", "a\r\nSet-Cookie: x", "é", "<b>", "a,b", ["a", "b"]];
  for (const id of bad) {
    expect(requestIdOf(id)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(requestIdOf(id)).not.toBe(requestIdOf(id));
  }
});
