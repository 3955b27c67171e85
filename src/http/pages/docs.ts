import type { Response, Router } from "express";
import swaggerUi from "swagger-ui-express";
import { configurationSchema } from "../../../contract/configuration-schema.ts";
import { control as plane } from "../../../contract/control.ts";
import { openapiDocument } from "../../../contract/openapi.ts";
import type { Json } from "../../../contract/publish.ts";
import { service } from "../../../contract/service.ts";
import { AccountId } from "../../../contract/shared.ts";
import { readPaper } from "../../files/built.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { exchangeOf } from "../exchange.ts";
import { isExposed } from "../server/host.ts";
import { yamlOf } from "../yaml.ts";
import { accountDocuments } from "./account-documents.ts";
import { withAsked } from "./asked-examples.ts";
import { assumptionsPage } from "./assumptions.ts";
import { docsStyle } from "./docs-style.ts";
import { eventsPage } from "./events.ts";
import { headOf, headStyle, type Tab } from "./frame.ts";
import { filterScript } from "./listing.ts";
import { withLiveExamples } from "./live-examples.ts";
import { escaped, redirect, sendPage } from "./page.ts";
import { readable, underAccount } from "./readable-openapi.ts";
import { recipesPage } from "./recipes.ts";
import { serve, strictRouter } from "./routes.ts";

const dayLong = 86_400;

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}

/** A document whose server is the one that the client has reached. */
function reachedBy(response: Response, document: string): string {
  const { prefix } = exchangeOf(response);
  return prefix === "" ? document : document.replace(/("?url"?: "?)\/(?="|$)/m, (_, url) => url + prefix);
}

const json = once(() => JSON.stringify(openapiDocument("service"), null, 2));
const yaml = once(() => yamlOf(openapiDocument("service")));
const control = once(() => JSON.stringify(openapiDocument("control"), null, 2));

/** A document as the page shows it. */
const shown = (document: string) => JSON.stringify(readable(JSON.parse(document), service));
const shownService = once(() => shown(json()));
const shownControl = once(() => JSON.stringify(readable(JSON.parse(control()), plane), null, 2));

const schema = once(() => JSON.stringify(configurationSchema(), null, 2));

/** Both OpenAPI documents, the schema of configurations, and Swagger UI. */
export function docs(sandbox: Sandbox): Router {
  const router = strictRouter();
  const ofAccount = accountDocuments(sandbox);
  serve(router, "/openapi.json", async (request, response) => {
    const own = await ofAccount.asked(request);
    response.type("application/json").send(reachedBy(response, own ? JSON.stringify(own, null, 2) : json()));
  });
  serve(router, "/openapi.yaml", async (request, response) => {
    const own = await ofAccount.asked(request);
    response.type("application/yaml").send(reachedBy(response, own ? yamlOf(own) : yaml()));
  });
  serve(router, "/_sandbox/openapi.json", (_, response) => {
    response.type("application/json").send(reachedBy(response, control()));
  });

  serve(router, "/_sandbox/configuration.schema.json", (_, response) => {
    response.type("application/schema+json").send(schema());
  });

  // Beyond loopback the page would give a token and the ids of the demo account to other machines.
  const trusted = !isExposed(sandbox.options);
  // With a configuration of its own, the codes and the examples of the others would be refused by the demo account.
  const shownAccount = async () => (trusted && (await ofAccount.isOwn(usualAccount)) ? usualAccount : undefined);
  serve(router, "/docs/service.json", async (request, response) => {
    const { headers, query } = request;
    const { base, prefix } = exchangeOf(response);
    const own = await ofAccount.asked(request, await shownAccount());
    const text = own ? shown(JSON.stringify(own)) : shownService();
    const document = JSON.parse(text.replaceAll("http://127.0.0.1:4600", base ?? `http://${headers.host}`));
    const accountId = own ? String(query.accountId ?? usualAccount) : usualAccount;
    const live = trusted ? await withLiveExamples(document, sandbox, accountId) : document;
    response.set(ownPageOnly).json(withAsked(underAccount(live, prefix, accountId), query));
  });
  serve(router, "/docs/control.json", ({ query }, response) => {
    response.json(withAsked(JSON.parse(reachedBy(response, shownControl())), query));
  });
  for (const name of ["llms.txt", "llms-full.txt"])
    serve(router, `/${name}`, (_, response) => {
      response.type("text/plain").send(readPaper(name));
    });
  for (const path of papers)
    serve(router, path, (request, response, next) => {
      const text = readPaper(request.path.slice(1));
      if (text === undefined) next("router");
      else response.type("text/markdown").send(text);
    });
  for (const [path, html] of Object.entries(listings)) serve(router, path, (_, response) => sendPage(response, html()));
  serve(router, "/docs/filter.js", (_, response) => void response.type("text/javascript").send(filterScript));
  serve(router, "/docs/start.js", async ({ query }, response) => {
    const accounts = [usualAccount, ...[accountIn(query) ?? []].flat()];
    const token = sandbox.options.auth === "off" || !trusted ? "" : await sandbox.token(accounts, dayLong);
    response.set(ownPageOnly).type("text/javascript").send(startScript(token));
  });
  // Only the files that the page loads are served from the folder of Swagger UI.
  serve(router, "/docs", ({ url }, response) => redirect(response, url.replace("/docs", "/docs/"), 301));
  router.use("/docs", (request, _response, next) => next(asset.test(request.path) ? undefined : "router"));
  router.use("/docs", swaggerUi.serveFiles(undefined, pageOptions));
  const html = swaggerUi.generateHTML(undefined, pageOptions);
  serve(router, "/docs/", async ({ query }, response) => {
    const tab: Tab = query["urls.primaryName"] === "Control plane" ? "Control plane" : "The service";
    const own = accountIn(query) ?? (await shownAccount());
    const known = trusted && tab === "The service" ? [...(await sandbox.worlds.accounts()).keys()] : [];
    const choice = known.length > 0 ? choiceOf(known.slice(0, mostAccounts), own, query.accountId !== undefined) : "";
    const started = own === undefined ? html : html.replace("start.js", `start.js?accountId=${own}`);
    sendPage(response, started.replace("<body>", `<body>${headOf(tab)}${choice}`));
  });
  return router;
}

const usualAccount = "demo";
const mostAccounts = 200;

/** The account that the address of the page names. */
const accountIn = ({ accountId }: Json): string | undefined => {
  const { data } = AccountId.safeParse(accountId);
  return data === undefined ? undefined : encodeURIComponent(data);
};

/** A choice of accounts: what the page shows of one are its codes, and values that exist in it. */
const choiceOf = (known: readonly string[], own: string | undefined, isAsked: boolean): string => {
  const options = known.map((id) => `<option${id === own ? " selected" : ""}>${escaped(id)}</option>`).join("");
  const none = own === undefined ? '<option value="" selected hidden>all accounts</option>' : "";
  const all = own === undefined || !isAsked ? "" : ' <a href="/docs/">all accounts</a>';
  return (
    '<form class="account" aria-label="Account"><label>Codes and examples of <select name="accountId" required>' +
    `${none}${options}</select></label> <button>Show</button>${all}</form>`
  );
};

/** The texts of the package, to which llms.txt and they themselves lead by these paths. */
const papers = [
  ...["/:name.md", "/docs/:name.md", "/docs/decisions/:name.md"],
  ...["/bench/:name.md", "/examples/:name.md", "/skills/:name/SKILL.md"],
];

const listings = {
  "/assumptions": once(assumptionsPage),
  "/events": once(eventsPage),
  "/recipes": once(recipesPage),
};

const asset = /^\/(?:swagger-ui(?:-bundle|-standalone-preset|-init)?\.(?:css|js)|favicon-\d+x\d+\.png)?$/;

// A page of another site could otherwise load the script and read the token in it.
const ownPageOnly = { "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin" };

interface Swagger {
  SwaggerUIBundle: { plugins: { DownloadUrl(system: unknown): unknown } };
  operationsWith: unknown;
}

const pageOptions = {
  explorer: true,
  customSiteTitle: "tiers-sandbox",
  customJs: "start.js",
  customCss: headStyle + docsStyle,
  swaggerOptions: {
    urls: [
      { url: "service.json", name: "The service" },
      { url: "control.json", name: "Control plane" },
    ],
    persistAuthorization: true,
    tryItOutEnabled: true,
    deepLinking: true,
    filter: true,
    // Run in the browser. The first one is among those that Swagger UI takes where none are named.
    plugins: [
      (system: unknown) => (globalThis as unknown as Swagger).SwaggerUIBundle.plugins.DownloadUrl(system),
      () => ({ fn: { opsFilter: (globalThis as unknown as Swagger).operationsWith } }),
    ],
    displayRequestDuration: true,
    validatorUrl: null,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // Runs in the browser: what the address of the page asks for is asked of the document.
    requestInterceptor: (request: { loadSpec?: boolean; url: string }) => {
      if (request.loadSpec) request.url += (globalThis as unknown as { location: URL }).location.search;
      return request;
    },
    // Runs in the browser, each time a document is chosen.
    onComplete: () => (globalThis as { authorise?: () => void }).authorise?.(),
  },
};

/**
 * Filters operations by the words of their tags, paths and summaries, says so, and authorises the page with a valid
 * token, unless a token that has not expired was entered.
 */
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
  window.operationsWith = (groups, phrase) => {
    const words = phrase.toLowerCase().split(/\\s+/);
    const fits = (text) => words.every((word) => text.toLowerCase().includes(word));
    const textOf = (one, tag) => {
      const [summary, id] = ["summary", "operationId"].map((name) => one.getIn(["operation", name]));
      return [tag, one.get("method"), one.get("path"), summary, id];
    };
    return groups
      .map((group, tag) => group.update("operations", (all) => all.filter((one) => fits(textOf(one, tag).join(" ")))))
      .filter((group) => group.get("operations").size > 0);
  };
  window.authorise = () => {
    const entered = enteredToken();
    const isNamed = new URLSearchParams(location.search).has("accountId");
    if (token && (isNamed || !entered || hasExpired(entered))) window.ui.preauthorizeApiKey("bearerAuth", token);
    document.querySelector(".operation-filter-input")?.setAttribute("placeholder", "Filter by words, tag or path");
  };
})();
`;
