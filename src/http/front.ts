import type { Router } from "express";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { icon } from "./page.ts";
import { lazily, serve, strictRouter } from "./routes.ts";

/** The console, the health check, and the documentation; what people look at is loaded at its first request. */
export function front(sandbox: Sandbox): Router {
  const router = strictRouter();
  router.use(lazily(consolePaths, async () => (await import("./console.ts")).consoleFiles()));
  serve(router, "/health", (_, response) => void response.json({ status: "ok" }));
  serve(router, "/favicon.svg", (_, response) => void response.type("image/svg+xml").send(icon));
  serve(router, "/favicon.ico", (_, response) => response.redirect("/favicon.svg"));
  serve(router, "/_sandbox", (_, response) => response.redirect("/docs/?urls.primaryName=Control%20plane"));
  router.use(lazily(documented, async () => (await import("./docs.ts")).docs(sandbox)));
  return router;
}

const consolePaths = /^\/(?:console\/.*)?$/;
const documented = /^\/(?:docs(?:\/.*)?|openapi\.(?:json|yaml)|_sandbox\/openapi\.json|assumptions|events)$/;
