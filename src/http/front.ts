import type { Router } from "express";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { lazily } from "./lazily.ts";
import { serve, strictRouter } from "./routes.ts";

/** The front page, the health check, and the documentation, which is loaded at its first request. */
export function front(sandbox: Sandbox): Router {
  const router = strictRouter();
  serve(router, "/", (response) => void response.type("html").send(frontPage));
  serve(router, "/health", (response) => void response.json({ status: "ok" }));
  router.use(lazily(documented, async () => (await import("./docs.ts")).docs(sandbox)));
  return router;
}

const documented = /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/openapi\.json)$/;

const frontPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>tiers-sandbox</title><meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#222}dt{margin-top:1rem;font-weight:600}dd{margin:0}code{background:#f3f3f3;padding:.1em .3em}</style></head>
<body>
<h1>tiers-sandbox</h1>
<p>A third-party evaluation service on your own machine: stateful, deterministic, offline.</p>
<dl>
<dt><a href="/docs">/docs</a></dt><dd>Both documents in Swagger UI, authorised already.</dd>
<dt><a href="/openapi.json">/openapi.json</a>, <a href="/openapi.yaml">/openapi.yaml</a></dt><dd>The emulated service, under <code>/api/v1/account/demo</code>.</dd>
<dt><a href="/_sandbox/openapi.json">/_sandbox/openapi.json</a></dt><dd>The control plane: worlds, clocks, occurrences, faults.</dd>
<dt><a href="/_sandbox/test-identifiers">/_sandbox/test-identifiers</a></dt><dd>Identifiers that behave in a known way.</dd>
<dt><a href="/_sandbox/assumptions">/_sandbox/assumptions</a></dt><dd>What the specification leaves open, and what was chosen.</dd>
<dt><a href="/health">/health</a></dt><dd>Whether it is up.</dd>
</dl>
</body></html>
`;
