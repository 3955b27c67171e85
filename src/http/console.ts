import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Request, Response, Router } from "express";
import fresh from "fresh";
import { packageRoot } from "../directory/fixtures.ts";
import { pageOfLinks } from "./links.ts";
import { serve, strictRouter } from "./routes.ts";

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  map: "application/json",
};
const fileName = /^[\w-][\w.-]*\.(?:js|css|svg|map)$/;

/** Nothing inline, and nothing of another origin, whatever a text of a world may contain. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The console's page and files, as they were built; without them, and for programs, the page of links. */
export function consoleFiles(folder = join(packageRoot, "dist", "console")): Router {
  const router = strictRouter();
  const read = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  serve(router, "/", async (request, response) => {
    const page = request.headers.accept?.includes("text/html") ? await read("index.html") : undefined;
    response.set("Vary", "Origin, Accept");
    if (page) send(request, response, "html", page);
    else response.type("html").send(pageOfLinks);
  });
  serve(router, "/console/:name", async (request, response, next) => {
    const { name } = request.params as { name: string };
    const file = fileName.test(name) ? await read(name) : undefined;
    if (file) send(request, response, name.slice(name.lastIndexOf(".") + 1), file);
    else next("router");
  });
  return router;
}

/** The names of the files stay the same from version to version, so that a browser has to ask whether it is current. */
function send(request: Request, response: Response, type: string, bytes: Buffer): void {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  response.set({
    "Content-Type": types[type],
    "Content-Security-Policy": policy,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
    ETag: etag,
  });
  if (fresh(request.headers, { etag })) {
    response.removeHeader("Content-Type");
    response.statusCode = 304;
    response.end();
  } else response.set("Content-Length", String(bytes.length)).end(bytes);
}
