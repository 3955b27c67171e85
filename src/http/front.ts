import type { Router } from "express";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { icon, page, redirect, sendPage } from "./page.ts";
import { lazily, serve, strictRouter } from "./routes.ts";

/** The front page, the health check, and the documentation, which is loaded at its first request. */
export function front(sandbox: Sandbox): Router {
  const router = strictRouter();
  serve(router, "/", (_, response) => sendPage(response, frontPage));
  serve(router, "/health", (_, response) => void response.json({ status: "ok" }));
  serve(router, "/ready", async (_, response) => {
    const reason = await sandbox.unreadiness();
    if (reason === undefined) return void response.json({ status: "ready" });
    response.status(503).set("Retry-After", "1").json({ status: "not ready", reason });
  });
  serve(router, "/favicon.svg", (_, response) => void response.type("image/svg+xml").send(icon));
  serve(router, "/favicon.ico", (_, response) => redirect(response, "/favicon.svg"));
  serve(router, "/_sandbox", (_, response) => redirect(response, "/docs/?urls.primaryName=Control%20plane"));
  router.use(lazily(documented, async () => (await import("./docs.ts")).docs(sandbox)));
  return router;
}

const documented = /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/openapi\.json|assumptions|events)$/;

const links = {
  "See and try": {
    "/docs": "Every operation in Swagger UI: authorised, with ids that exist.",
    "/events": "The 100 events, with a sentence each.",
    "/assumptions": "What the specification leaves open, and what was chosen.",
  },
  "What happens here": {
    "/_sandbox/accounts": "The worlds, each with its clock.",
    "/_sandbox/requests": "The requests that arrived, with what was wrong with them.",
    "/_sandbox/stream": "Requests and events as they happen.",
  },
  "For programs": {
    "/openapi.json, /openapi.yaml": "The emulated service, under <code>/api/v1/account/demo</code>.",
    "/_sandbox/openapi.json": "The control plane: worlds, clocks, occurrences, faults.",
    "/_sandbox/test-identifiers": "Identifiers that behave in a known way.",
    "/_sandbox/reference/document-types, /_sandbox/reference/dossier-types, /_sandbox/reference/rules":
      "What the service is configured with.",
    "/health, /ready": "Whether it is up, and whether it can serve.",
  },
};
const linkLists = Object.entries(links).map(
  ([title, list]) =>
    `<h2>${title}</h2><dl>${Object.entries(list)
      .map(([paths, text]) => `<dt>${paths.replace(/[^, ]+/g, '<a href="$&">$&</a>')}</dt><dd>${text}</dd>`)
      .join("")}</dl>`,
);

const frontPage = page(
  "tiers-sandbox",
  `<p>A local, stateful stand-in for a supplier-evaluation API. The account <code>demo</code> has a portfolio.</p>
<pre>npx tiers-sandbox clock advance P90D
npx tiers-sandbox scenario
npx tiers-sandbox trigger --list</pre>
${linkLists.join("\n")}`,
);
