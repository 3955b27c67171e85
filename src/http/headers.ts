import { randomUUID } from "node:crypto";

type Headers = Readonly<Record<string, string>>;

const policy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/** For every answer. Resources stay readable from other origins, since CORS decides about those; no HSTS, since localhost speaks http. */
export const securityHeaders: Headers = Object.freeze({
  "Content-Security-Policy": policy({
    "default-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    // blob: is how Swagger UI shows an image that it received.
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  }),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
});

/** For files that others sent: they may be shown in a frame, and nothing in them may run. */
export const fileSecurityHeaders: Headers = Object.freeze({
  ...securityHeaders,
  "Content-Security-Policy": policy({
    "default-src": "'none'",
    "style-src": "'unsafe-inline'",
    "img-src": "data:",
    "object-src": "'self'",
  }),
});

const sane = /^[\w.-]{1,128}$/;

export const requestIdOf = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && sane.test(header) ? header : randomUUID();
