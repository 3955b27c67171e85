import { Router } from "express";
import swaggerUi from "swagger-ui-express";
import { stringify } from "yaml";
import { openapiDocument } from "../../contract/openapi.ts";
import type { Sandbox } from "../sandbox.ts";
import { isLoopback } from "./host.ts";
import { liveDocument } from "./live.ts";

const dayLong = 86_400;

/** Both documents, the page that shows them, and the page that leads to everything. */
export function docs(sandbox: Sandbox): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const texts = new Map<string, string>();
  const once = (key: string, make: () => string) => {
    const text = texts.get(key) ?? make();
    texts.set(key, text);
    return text;
  };
  const json = (surface: "service" | "control") => once(`${surface}.json`, () => JSON.stringify(openapiDocument(surface), null, 2));

  router.get("/openapi.json", (_request, response) => void response.type("application/json").send(json("service")));
  router.get(
    "/openapi.yaml",
    (_request, response) => void response.type("application/yaml").send(once("service.yaml", () => stringify(JSON.parse(json("service"))))),
  );
  router.get("/_sandbox/openapi.json", (_request, response) => void response.type("application/json").send(json("control")));
  router.get("/health", (_request, response) => void response.json({ status: "ok" }));
  // Beyond loopback whoever can reach the page would get what is in the demo account, and a token for it.
  const trusted = isLoopback(sandbox.options.host);
  router.get("/docs/service.json", async (_request, response) => {
    response.set({ "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" });
    response.json(trusted ? await liveDocument(sandbox) : openapiDocument("service"));
  });
  router.get("/docs/start.js", async (_request, response) => {
    const token = sandbox.options.auth === "off" || !trusted ? "" : await sandbox.token(["demo"], dayLong);
    // A page of another site could otherwise run the script, and read the token out of it.
    response.set({ "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" });
    response.type("text/javascript").send(startScript(token));
  });
  const page = swaggerUi.setup(undefined, pageOptions);
  // The page's middleware would answer this one itself, in its own words.
  router.get("/docs/package.json", (_request, _response, next) => next("router"));
  router.use("/docs", swaggerUi.serveFiles(undefined, pageOptions));
  router.get(["/docs", "/docs/"], page);
  router.get("/", (_request, response) => void response.type("html").send(frontPage));
  return router;
}

const pageOptions = {
  explorer: true,
  customSiteTitle: "tiers-sandbox",
  customJs: "/docs/start.js",
  customCss: ".swagger-ui .topbar-wrapper .link { visibility: hidden; width: 0 }",
  swaggerOptions: {
    urls: [
      { url: "/docs/service.json", name: "The service" },
      { url: "/_sandbox/openapi.json", name: "The sandbox's control plane" },
    ],
    persistAuthorization: true,
    tryItOutEnabled: true,
    deepLinking: true,
    filter: true,
    displayRequestDuration: true,
    validatorUrl: null,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
  },
};

/** Waits for the page's own script, and authorises it with a token that works now. */
const startScript = (token: string) => `"use strict";
const token = ${JSON.stringify(token)};
const started = setInterval(() => {
  if (!window.ui || !document.querySelector(".opblock")) return;
  clearInterval(started);
  if (token) window.ui.preauthorizeApiKey("bearerAuth", token);
}, 50);
`;

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
