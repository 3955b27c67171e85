import type { Router } from "express";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { lazily, serve, strictRouter } from "./routes.ts";

/** The front page, the health check, and the documentation, which is loaded at its first request. */
export function front(sandbox: Sandbox): Router {
  const router = strictRouter();
  serve(router, "/", (_, response) => void response.type("html").send(frontPage));
  serve(router, "/health", (_, response) => void response.json({ status: "ok" }));
  router.use(lazily(documented, async () => (await import("./docs.ts")).docs(sandbox)));
  return router;
}

const documented = /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/openapi\.json)$/;

const links = {
  "/docs": "Both documents in Swagger UI, authorised already.",
  "/openapi.json, /openapi.yaml": "The emulated service, under <code>/api/v1/account/demo</code>.",
  "/_sandbox/openapi.json": "The control plane: worlds, clocks, occurrences, faults.",
  "/_sandbox/test-identifiers": "Identifiers that behave in a known way.",
  "/_sandbox/reference/document-types, /_sandbox/reference/dossier-types, /_sandbox/reference/rules":
    "What the service is configured with.",
  "/_sandbox/assumptions": "What the specification leaves open, and what was chosen.",
  "/health": "Whether it is up.",
};
const linkList = Object.entries(links).map(
  ([paths, text]) => `<dt>${paths.replace(/[^, ]+/g, '<a href="$&">$&</a>')}</dt><dd>${text}</dd>`,
);

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}" +
  "dt{margin-top:1rem;font-weight:600}dd{margin:0}code{background:#f3f3f3;padding:.1em .3em}";

const frontPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>tiers-sandbox</title><meta name="viewport" content="width=device-width">
<style>${style}</style></head>
<body>
<h1>tiers-sandbox</h1>
<p>A third-party evaluation service on your own machine: stateful, deterministic, offline.</p>
<dl>
${linkList.join("\n")}
</dl>
</body></html>
`;
