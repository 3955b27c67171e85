import type { Router } from "express";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { icon, redirect } from "./page.ts";
import { lazily, serve, strictRouter } from "./routes.ts";

/** The console, the health checks and the documentation; pages for people are loaded at their first request. */
export function pages(sandbox: Sandbox): Router {
  const router = strictRouter();
  router.use(lazily(consolePaths, async () => (await import("./console.ts")).consoleFiles()));
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

const consolePaths = /^\/(?:console\/.*)?$/;
const documented = new RegExp(
  "^/(?:docs(?:/.*)?|openapi\\.(?:json|yaml)|_sandbox/(?:openapi\\.json|configuration\\.schema\\.json)|" +
    "assumptions|events|recipes|llms(?:-full)?\\.txt|.*\\.md)$",
);
