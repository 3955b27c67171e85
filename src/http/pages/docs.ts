import type { Response, Router } from "express";
import swaggerUi from "swagger-ui-express";
import { stringify } from "yaml";
import { assumptions } from "../../../contract/assumptions.ts";
import { control as plane } from "../../../contract/control.ts";
import { eventList } from "../../../contract/event-list.ts";
import { openapiDocument } from "../../../contract/openapi.ts";
import { service } from "../../../contract/service.ts";
import { needsOf } from "../../domain/causes/table.ts";
import { readPaper } from "../../files/built.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { exchangeOf } from "../exchange.ts";
import { isExposed } from "../server/host.ts";
import { docsStyle } from "./docs-style.ts";
import { withLiveExamples } from "./live-examples.ts";
import { page, redirect, sendPage, table } from "./page.ts";
import { readable, underAccount } from "./readable-openapi.ts";
import { serve, strictRouter } from "./routes.ts";

const dayLong = 86_400;

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}

/** A document whose server is the one that the client has reached. */
function reachedBy(response: Response, json: string): string {
  const { prefix } = exchangeOf(response);
  return prefix === "" ? json : json.replace('"url": "/"', `"url": "${prefix}"`);
}

const json = once(() => JSON.stringify(openapiDocument("service"), null, 2));
const yaml = once(() => stringify(JSON.parse(json())));
const control = once(() => JSON.stringify(openapiDocument("control"), null, 2));

/** Both OpenAPI documents, and Swagger UI. */
export function docs(sandbox: Sandbox): Router {
  const router = strictRouter();
  serve(router, "/openapi.json", (_, response) => {
    response.type("application/json").send(reachedBy(response, json()));
  });
  serve(router, "/openapi.yaml", (_, response) => {
    const { prefix } = exchangeOf(response);
    const text = prefix === "" ? yaml() : stringify(JSON.parse(reachedBy(response, json())));
    response.type("application/yaml").send(text);
  });
  serve(router, "/_sandbox/openapi.json", (_, response) => {
    response.type("application/json").send(reachedBy(response, control()));
  });

  // Beyond loopback the page would give a token and the ids of the demo account to other machines.
  const trusted = !isExposed(sandbox.options);
  serve(router, "/docs/service.json", async ({ headers }, response) => {
    const { base, prefix } = exchangeOf(response);
    const here = json().replaceAll("http://127.0.0.1:4600", base ?? `http://${headers.host}`);
    const document = readable(JSON.parse(here), service);
    const shown = underAccount(trusted ? await withLiveExamples(document, sandbox) : document, prefix);
    response.set(ownPageOnly).json(shown);
  });
  serve(router, "/docs/control.json", (_, response) => {
    response.json(readable(JSON.parse(reachedBy(response, control())), plane));
  });
  for (const name of ["llms.txt", "llms-full.txt"])
    serve(router, `/${name}`, (_, response) => {
      response.type("text/plain").send(readPaper(name));
    });
  serve(router, "/assumptions", (_, response) => sendPage(response, assumptionsPage()));
  serve(router, "/events", (_, response) => sendPage(response, eventsPage()));
  serve(router, "/docs/start.js", async (_, response) => {
    const token = sandbox.options.auth === "off" || !trusted ? "" : await sandbox.token(["demo"], dayLong);
    response.set(ownPageOnly).type("text/javascript").send(startScript(token));
  });
  // Only the files that the page loads are served from the folder of Swagger UI.
  serve(router, "/docs", ({ url }, response) => redirect(response, url.replace("/docs", "/docs/"), 301));
  router.use("/docs", (request, _response, next) => next(asset.test(request.path) ? undefined : "router"));
  router.use("/docs", swaggerUi.serveFiles(undefined, pageOptions));
  serve(router, "/docs/", swaggerUi.setup(undefined, pageOptions));
  return router;
}

const assumptionsPage = () =>
  page(
    "Assumptions",
    "<p>What the specification leaves open, and what was chosen here. The real service may do otherwise.</p>" +
      table(Object.entries(assumptions).map(([key, { gap, chosen }]) => [key, gap, chosen])),
  );

const eventsPage = () =>
  page(
    "Events",
    "<p>What can happen. The three searches find resources by these names, and " +
      "<code>tiers-sandbox trigger NAME</code> makes one happen.</p>" +
      table(eventList().map(({ name, sentence }) => [name, sentence, `Needs ${needsOf(name)}.`])),
  );

const asset = /^\/(?:swagger-ui(?:-bundle|-standalone-preset|-init)?\.(?:css|js)|favicon-\d+x\d+\.png)?$/;

// A page of another site could otherwise load the script and read the token in it.
const ownPageOnly = { "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" };

const pageOptions = {
  explorer: true,
  customSiteTitle: "tiers-sandbox",
  customJs: "start.js",
  customCss: docsStyle,
  swaggerOptions: {
    urls: [
      { url: "service.json", name: "The service" },
      { url: "control.json", name: "Control plane" },
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

const tabs = [
  ["The service", "./"],
  ["Control plane", "./?urls.primaryName=Control%20plane"],
  ["Events", "../events"],
  ["Assumptions", "../assumptions"],
  ["Console", "../"],
];

/** Shows the tabs, and authorises the page with a valid token, unless a token that has not expired was entered. */
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
  const wanted = new URLSearchParams(location.search).get("urls.primaryName");
  const tabs = document.createElement("nav");
  tabs.className = "tabs";
  for (const [text, href] of ${JSON.stringify(tabs)}) {
    const link = document.createElement("a");
    link.textContent = text;
    link.href = href;
    if (text === (wanted ?? "The service")) link.setAttribute("aria-current", "page");
    tabs.append(link);
  }
  document.body.prepend(tabs);
  window.authorise = () => {
    const entered = enteredToken();
    if (token && !(entered && !hasExpired(entered))) window.ui.preauthorizeApiKey("bearerAuth", token);
  };
})();
`;
