import { randomUUID } from "node:crypto";

type Headers = Readonly<Record<string, string>>;

/** Of every response. CORS decides which origins may read, and there is no HSTS, because localhost is plain HTTP. */
export const securityHeaders: Headers = Object.freeze({
  // Swagger UI shows a downloaded image as a blob.
  "Content-Security-Policy":
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "cross-origin",
});

/** Of files: they may be shown in a frame, and no script in them may run. */
export const fileSecurityHeaders: Headers = Object.freeze({
  ...securityHeaders,
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'self'",
});

const safeId = /^[\w.-]{1,128}$/;

export const requestIdOf = (header: string | readonly string[] | undefined): string =>
  typeof header === "string" && safeId.test(header) ? header : randomUUID();
