import type { Router } from "express";
import swaggerUi from "swagger-ui-express";
import { stringify } from "yaml";
import { openapiDocument } from "../../contract/openapi.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { isLoopback } from "./host.ts";
import { withLiveExamples } from "./live.ts";
import { serve, strictRouter } from "./routes.ts";

const dayLong = 86_400;

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}

/** Both OpenAPI documents, and Swagger UI. */
export function docs(sandbox: Sandbox): Router {
  const router = strictRouter();
  const json = once(() => JSON.stringify(openapiDocument("service"), null, 2));
  const yaml = once(() => stringify(JSON.parse(json())));
  const control = once(() => JSON.stringify(openapiDocument("control"), null, 2));
  serve(router, "/openapi.json", (_, response) => void response.type("application/json").send(json()));
  serve(router, "/openapi.yaml", (_, response) => void response.type("application/yaml").send(yaml()));
  serve(router, "/_sandbox/openapi.json", (_, response) => void response.type("application/json").send(control()));

  // Beyond loopback the page would give a token and the ids of the demo account to other machines.
  const trusted = isLoopback(sandbox.options.host);
  serve(router, "/docs/service.json", async (_, response) => {
    const document = JSON.parse(json());
    response.set(ownPageOnly).json(trusted ? await withLiveExamples(document, sandbox) : document);
  });
  serve(router, "/docs/start.js", async (_, response) => {
    const token = sandbox.options.auth === "off" || !trusted ? "" : await sandbox.token(["demo"], dayLong);
    response.set(ownPageOnly).type("text/javascript").send(startScript(token));
  });
  // Only the files that the page loads are served from the folder of Swagger UI.
  router.use("/docs", (request, _response, next) => next(asset.test(request.path) ? undefined : "router"));
  router.use("/docs", swaggerUi.serveFiles(undefined, pageOptions));
  serve(router, "/docs/", swaggerUi.setup(undefined, pageOptions));
  return router;
}

const asset = /^\/(?:swagger-ui(?:-bundle|-standalone-preset|-init)?\.(?:css|js)|favicon-\d+x\d+\.png)?$/;

// A page of another site could otherwise load the script and read the token in it.
const ownPageOnly = { "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" };

const pageOptions = {
  explorer: true,
  customSiteTitle: "tiers-sandbox",
  customJs: "/docs/start.js",
  customCss: `
    .swagger-ui .topbar-wrapper .link { visibility: hidden; width: 0 }
    .swagger-ui .renderedMarkdown em { color: #8a5a00; font-size: 12px }
    .dark-mode .swagger-ui .renderedMarkdown em { color: #e0b050 }
    .swagger-ui .parameters-col_description .renderedMarkdown p { margin: 0 0 4px }
    .swagger-ui .parameters-col_description { margin-bottom: 14px }
    .swagger-ui select[multiple] { height: 130px; max-width: 100% }
    .swagger-ui textarea.body-param__text { min-height: 0; height: 150px }
    .swagger-ui .info { margin: 28px 0 }
    .swagger-ui .scheme-container { padding: 14px 0 }
  `,
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
    // Runs in the browser, each time a document is chosen.
    onComplete: () => (globalThis as { authorise?: () => void }).authorise?.(),
  },
};

/** Authorises the page with a valid token, unless the user entered another one that has not expired. */
const startScript = (token: string) => `"use strict";
(() => {
  const token = ${JSON.stringify(token)};
  const enteredToken = () => {
    try {
      return JSON.parse(localStorage.getItem("authorized")).bearerAuth.value;
    } catch {
      return undefined;
    }
  };
  const hasExpired = (jwt) => {
    try {
      return JSON.parse(atob(jwt.split(".")[1].replace(/-/g, "+").replace(/_/g, "/"))).exp * 1000 < Date.now();
    } catch {
      return false;
    }
  };
  window.authorise = () => {
    const entered = enteredToken();
    if (token && !(entered && !hasExpired(entered))) window.ui.preauthorizeApiKey("bearerAuth", token);
  };
})();
`;
