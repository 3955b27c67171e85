import type { Request, Response, Router } from "express";
import fresh from "fresh";
import { type BuiltFile, builtFile, builtFolder } from "../../files/built.ts";
import { pageOfLinks } from "./links.ts";
import { sendPage } from "./page.ts";
import { serve, strictRouter } from "./routes.ts";

/** Nothing inline, and nothing of another origin, whatever a text of a world may contain. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The console's page and files, as they were built; without them, and for programs, the page of links. */
export function consoleFiles(folder = builtFolder): Router {
  const router = strictRouter();
  serve(router, "/", async (request, response) => {
    const page = request.headers.accept?.includes("text/html") ? await builtFile(folder, "index.html") : undefined;
    response.set("Vary", "Origin, Accept");
    if (page) send(request, response, page);
    else sendPage(response, pageOfLinks);
  });
  serve(router, "/console/:name", async (request, response, next) => {
    const { name } = request.params as { name: string };
    const file = name === "index.html" ? undefined : await builtFile(folder, name);
    if (file) send(request, response, file);
    else next("router");
  });
  return router;
}

/** The names of the files stay the same from version to version, so that a browser has to ask whether it is current. */
function send(request: Request, response: Response, { bytes, contentType, etag }: BuiltFile): void {
  response.set({
    "Content-Type": contentType,
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
