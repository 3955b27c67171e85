import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { assumptions } from "../../../contract/assumptions.ts";
import { type Contract, operationsOf } from "../../../contract/endpoint.ts";
import { DocumentEventName, DossierEventName, EventName, ThirdpartyEventName } from "../../../contract/events.ts";
import { control, service } from "../../../contract/index.ts";
import { pathOf } from "../../../contract/openapi.ts";
import type { Json } from "../../../contract/publish.ts";
import { scenarioNames } from "../../../contract/scenarios.ts";
import { Problem } from "../../../contract/shared.ts";
import { readable, underAccount } from "../../../src/http/pages/readable-openapi.ts";
import { makeSandbox } from "../../support/sandbox.ts";

interface Shown {
  operationId: string;
  parameters: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { examples: { success: { value: object } } }> };
}
const { app } = makeSandbox({ seed: "portfolio" });
const get = (path: string, on = app) => supertest(on).get(path).expect(200);
const committed = (file: string): Json => JSON.parse(readFileSync(`contract/${file}`, "utf8"));
const operationsIn = ({ paths }: { paths: Record<string, Record<string, Shown>> }) =>
  new Map(Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])));
const tokenIn = (script: string) => /const token = "([^"]*)"/.exec(script)?.[1] as string;

describe("the OpenAPI documents", () => {
  it("are served as they are committed, in YAML too", async () => {
    expect((await get("/openapi.json")).body).toEqual(committed("openapi.json"));
    expect((await get("/_sandbox/openapi.json")).body).toEqual(committed("control.openapi.json"));
    const schema = JSON.parse((await get("/_sandbox/configuration.schema.json")).text);
    expect(schema).toEqual(JSON.parse(readFileSync("docs/configuration.schema.json", "utf8")));
    const { text, headers } = await get("/openapi.yaml").buffer(true);
    expect(headers["content-type"]).toMatch(/^application\/yaml/);
    const [head = ""] = text.split(/^components:/m);
    const beginning: object = parse(head);
    expect(Object.keys(beginning)).toEqual(["openapi", "info", "servers", "tags"]);
    expect(committed("openapi.json")).toMatchObject(beginning);
  });
});

describe("Swagger UI", () => {
  it("is served at /docs/ with the files that it loads, and /docs leads there", async () => {
    expect((await supertest(app).get("/docs?x=1").expect(301)).headers.location).toBe("/docs/?x=1");
    const { text, headers } = await get("/docs/");
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(text).toContain("<title>tiers-sandbox</title>");
    expect((await get("/docs/swagger-ui-init.js")).text).toMatch(/"service\.json".*"control\.json"/s);
    // The content security policy forbids inline scripts.
    expect([...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)]).toEqual([]);
    for (const [, source] of text.matchAll(/(?:src|href)=["']([^"'#]+)["']/g))
      await supertest(app)
        .head(new URL(source as string, "http://x/docs/").pathname)
        .expect(200);
    for (const path of ["/docs/nothing", "/docs/package.json", "/docs/index.html", "/docs/swagger-ui.js.map"])
      expect((await supertest(app).get(path).expect(404)).body.code, path).toBe("NOT_FOUND");
  });

  it("gets a valid token that no other site can read", async () => {
    const { text, headers } = await get("/docs/start.js");
    expect(headers).toMatchObject({ "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
    await get("/api/v1/account/demo/thirdparties").set("Authorization", `Bearer ${tokenIn(text)}`);
  });

  it("gets neither a token nor ids of the account off loopback, and no token when authentication is off", async () => {
    const own = { sandboxKey: "key", jwtSecret: "a secret of the owner's own choosing" };
    const { app: exposed } = makeSandbox({ host: "0.0.0.0", ...own });
    expect(tokenIn((await get("/docs/start.js", exposed)).text)).toBe("");
    const shown = [...operationsIn((await get("/docs/service.json", exposed)).body).values()];
    expect(shown.flatMap(({ parameters }) => parameters).filter(({ example }) => example !== undefined)).toEqual([]);
    expect(tokenIn((await get("/docs/start.js", makeSandbox({ auth: "off" }).app)).text)).toBe("");
  });

  it("shows ids that exist, and a company that can be added, also once it was added", async () => {
    const authorization = `Bearer ${tokenIn((await get("/docs/start.js")).text)}`;
    const added: object[] = [];
    for (let time = 0; time < 2; time++) {
      const response = await get("/docs/service.json").set("Host", "localhost:5001");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.text).toContain("http://localhost:5001/files/");
      expect(response.text).not.toContain(":4600");
      const shown = operationsIn(response.body);
      const exampleOf = (operationId: string, wanted: string) =>
        shown.get(operationId)?.parameters.find(({ name }) => name === wanted)?.example;
      const { requestBody } = shown.get("thirdparties.create") as Shown;
      const company = requestBody?.content["application/json"]?.examples.success.value as object;
      added.push(company);
      const accounts = "/api/v1/account/demo/thirdparties";
      await supertest(app).post(accounts).set("Authorization", authorization).send(company).expect(201);
      await get(`${accounts}/${exampleOf("thirdparties.get", "id")}`).set("Authorization", authorization);
      expect([exampleOf("thirdparties.list", "page"), exampleOf("thirdparties.list", "size")]).toEqual([0, 5]);
      expect(exampleOf("thirdparties.search", "eventNames")).toEqual(["THIRD_PARTY_ADDED", "THIRD_PARTY_UPDATED"]);
      expect(exampleOf("documents.file", "fileId")).toEqual(expect.any(Number));
    }
    expect(added[0]).not.toEqual(added[1]);
  });
});

it("Swagger UI is filled in with a request that succeeds for every operation", async () => {
  const Authorization = `Bearer ${tokenIn((await get("/docs/start.js")).text)}`;
  const { servers, paths }: { servers: [{ url: string }]; paths: Record<string, Record<string, Shown>> } = (
    await get("/docs/service.json")
  ).body;
  const statuses: Record<string, number> = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters, requestBody }] of Object.entries(methods)) {
      const given = (place: string) =>
        parameters.flatMap(({ in: where, name, example }): [string, string][] =>
          where === place && example !== undefined ? [[name, String(example)]] : [],
        );
      const url = given("path").reduce(
        (text, [name, value]) => text.replace(`{${name}}`, value),
        servers[0].url + path,
      );
      const asked = supertest(app)[method as "get" | "post"](url.replace("{accountId}", "demo"));
      const body = requestBody?.content["application/json"]?.examples.success.value;
      statuses[operationId] = (
        await asked
          .query(Object.fromEntries(given("query")))
          .set({ Authorization })
          .send(body)
      ).status;
    }
  expect(Object.keys(statuses).sort()).toEqual(
    operationsOf(service)
      .map((one) => one.operationId)
      .sort(),
  );
  expect(Object.entries(statuses).filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);
});

interface Document {
  info: Json;
  servers: unknown;
  paths: Record<string, Record<string, Shown & { description: string; responses: Record<string, Response> }>>;
}
interface Response {
  description: string;
  content: Record<string, { examples: Record<string, { summary: string; value: Problem }> }>;
  links?: unknown;
}
const shownOf = (file: string, contract: Contract) => readable(committed(file), contract) as unknown as Document;
const operationIn = ({ paths }: Document, path: string, method: string) =>
  (paths[path] as Document["paths"][string])[method] as Document["paths"][string][string];
const refusalsIn = (operation: ReturnType<typeof operationIn>) =>
  operation.responses.default?.content["application/problem+json"]?.examples ?? {};

it.each<[string, string, Contract]>([
  ["service", "openapi.json", service],
  ["control plane", "control.openapi.json", control],
])("the page shows the refusals of each operation of the %s in one line, with examples", (_, file, contract) => {
  const document = shownOf(file, contract);
  for (const { operationId, endpoint } of operationsOf(contract)) {
    const operation = operationIn(document, pathOf(endpoint), endpoint.method);
    const statuses = Object.keys(endpoint.responses);
    const [successes, refusals] = [
      statuses.filter((one) => Number(one) < 400),
      statuses.filter((one) => Number(one) >= 400),
    ];
    expect(Object.keys(operation.responses), operationId).toEqual([...successes, "default"]);
    for (const status of successes) expect(operation.responses[status], operationId).not.toHaveProperty("links");
    const line = refusals.map((status) => `${status} ${STATUS_CODES[status]}`).join(" · ");
    expect(operation.responses.default?.description).toBe(`${line}.`);
    expect(Object.keys(refusalsIn(operation)), operationId).toContain("400");
    for (const [status, { summary, value }] of Object.entries(refusalsIn(operation))) {
      expect(Problem.safeParse(value).error, operationId).toBeUndefined();
      expect(summary).toBe(`${status} ${value.code}`);
      expect(value.instance, operationId).toMatch(new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`));
      expect(JSON.stringify(value), operationId).not.toContain("undefined");
    }
  }
});

describe("the document of the service, as the page shows it", () => {
  const document = shownOf("openapi.json", service);
  const prefix = "/api/v1/account/{accountId}";

  it.each([
    ["post", "/thirdparties", 400, "2 things are wrong: /companyIdType is missing: "],
    ["get", "/thirdparties", 400, "things are wrong: page must be a whole number"],
    ["get", "/thirdparties/{id}", 400, "id must be a whole number"],
    ["get", "/dossiers/{dossierId}/documents/{documentId}", 404, "There is no document 11031000."],
    ["post", "/thirdparties/{id}/attributes", 409, "Score global is calculated by the service; it cannot be set."],
    ["get", "/thirdparties/{id}", 409, undefined],
  ])("gives %s %s an example of %i: %s", (method, path, status, detail) => {
    const example = refusalsIn(operationIn(document, prefix + path, method))[status]?.value.detail;
    expect(example).toEqual(detail && expect.stringContaining(detail));
  });

  it("says of each assumption what the specification leaves open, with a link that works", () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/_Assumed: /);
    expect(document.info).not.toHaveProperty("license");
    expect(document.info.description).toMatch(/\[assumptions\]\(\/assumptions\).*\[events\]\(\/events\) are listed/);
    const { description, parameters } = operationIn(document, `${prefix}/thirdparties`, "get");
    expect(description).toContain(
      "_Assumed, because the specification leaves it open: " +
        "[Pagination parameters of the third-party list](/assumptions#pagination)",
    );
    expect(parameters.find(({ name }) => name === "size")).toMatchObject({
      description: "Rows on a page. _[Assumed](/assumptions#pagination)._",
    });
    const linked = [...text.matchAll(/\(\/assumptions#([\w-]+)\)/g)].map(([, key]) => key as string);
    expect(new Set(linked).size).toBeGreaterThan(20);
    expect(linked.filter((key) => !Object.hasOwn(assumptions, key))).toEqual([]);
  });

  it("has the account in the address of the server, and in no path or parameter", () => {
    const shown = underAccount(shownOf("openapi.json", service) as unknown as Json, "/team") as unknown as Document;
    const accountId = { default: "demo", description: "The account whose portfolio is meant." };
    expect(shown.servers).toEqual([{ url: `/team${prefix}`, variables: { accountId } }]);
    expect(operationIn(shown, "/thirdparties/{id}", "get").parameters.map(({ name }) => name)).toEqual(["id"]);
    const parameters = [...operationsIn(shown).values()].flatMap((operation) => operation.parameters);
    expect(parameters.filter(({ name }) => name === "accountId")).toEqual([]);
  });
});

describe("the pages for people", () => {
  it.each<[string, string, readonly string[]]>([
    ["/assumptions", "Assumptions", Object.keys(assumptions)],
    ["/events", "Events", EventName.options],
    ["/recipes", "Recipes", scenarioNames],
  ])("%s has each of what it lists once, with links, under its tab", async (path, title, names) => {
    const { text } = await get(path);
    expect(text).toContain(`<title>${title}</title>`);
    expect(text).toContain('<link rel="icon" href="/favicon.svg">');
    expect(text).toContain(`<a href="${path}" aria-current="page">${title}</a>`);
    const rows = [...text.matchAll(/<article id="([^"]+)">(.*?)<\/article>/gs)];
    expect(rows.map(([, name]) => name).sort()).toEqual([...names].sort());
    expect(rows.filter(([, , row]) => !row?.includes('<p class="links">')).map(([, name]) => name)).toEqual([]);
  });

  const tabs = "/docs/ /docs/?urls.primaryName=Control%20plane /events /assumptions /recipes /";
  it.each(["/docs/", "/docs/?urls.primaryName=Control%20plane", "/events", "/assumptions", "/recipes", "/"])(
    "%s has the same tabs as every page, and says which of them it is",
    async (path) => {
      const [, head = ""] = /<nav class="tabs"[^>]*>(.*?)<\/nav>/.exec((await get(path)).text) ?? [];
      expect([...head.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).join(" ")).toBe(tabs);
      expect(/href="([^"]+)" aria-current="page"/.exec(head)?.[1]).toBe(path);
    },
  );

  it("every link of the pages leads to an operation, a row or a document that exists", async () => {
    const listed = await Promise.all(
      ["/assumptions", "/events", "/recipes"].map(async (path) => (await get(path)).text),
    );
    const ids = new Set(listed.flatMap((text) => [...text.matchAll(/<\w+ id="([^"]+)"/g)].map(([, id]) => id)));
    const operations = new Set([service, control].flatMap(operationsOf).map((one) => `/${one.tag}/${one.operationId}`));
    const links = new Set(listed.flatMap((text) => [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)));
    const paths = new Set<string>();
    for (const href of links) {
      const { pathname, hash } = new URL(href?.replaceAll("&amp;", "&") as string, "http://x/events");
      paths.add(pathname);
      if (hash === "" || hash.startsWith("#/demo/")) continue;
      expect(pathname === "/docs/" ? operations : ids, href).toContain(hash.slice(1));
    }
    for (const path of paths) await supertest(app).head(path).expect(200);
  });

  it("an assumption leads to the events by which it shows, and they lead back", async () => {
    const rowsOf = async (path: string) =>
      [...(await get(path)).text.matchAll(/<article id="([^"]+)">(.*?)<\/article>/gs)].flatMap(([, id, row]) =>
        [...(row as string).matchAll(/href="\/(?:events|assumptions)#([^"]+)"/g)].map(([, other]) => [id, other]),
      );
    const forth = (await rowsOf("/assumptions")).map((pair) => pair.join(" "));
    const back = await rowsOf("/events");
    expect(forth.length).toBeGreaterThan(40);
    expect(back.map(([name, key]) => `${key} ${name}`).sort()).toEqual(forth.sort());
  });

  it("the search of an event's link finds it in the default world; triggers and recipes are filled in", async () => {
    const authorization = `Bearer ${tokenIn((await get("/docs/start.js")).text)}`;
    const empty: string[] = [];
    for (const { options } of [ThirdpartyEventName, DossierEventName, DocumentEventName]) {
      const [first] = options;
      const shown = operationsIn((await get(`/docs/service.json?eventNames=${first}`)).body);
      const asked = [...shown.values()].filter(({ parameters }) =>
        parameters.some(({ example }) => String(example) === first),
      );
      expect(asked).toHaveLength(1);
      const [{ operationId, parameters } = { operationId: "", parameters: [] }] = asked;
      const filled = parameters.filter(({ example }) => example !== undefined);
      const query = Object.fromEntries(filled.map((one) => [one.name, String(one.example)]));
      for (const eventNames of options) {
        const path = `/api/v1/account/demo/${operationId.replace(".", "/")}`;
        const { body } = await get(path)
          .query({ ...query, eventNames, size: 1 })
          .set("Authorization", authorization);
        if (body.totalElements === 0) empty.push(eventNames);
      }
    }
    expect(empty).toEqual([]);
    const bodyOf = async (query: string, operationId: string) => {
      const { requestBody } = operationsIn((await get(`/docs/control.json?${query}`)).body).get(operationId) as Shown;
      return requestBody?.content["application/json"]?.examples;
    };
    expect(await bodyOf("event=DOSSIER_ADDED", "occurrences.create")).toEqual({
      asked: { value: { event: "DOSSIER_ADDED" } },
    });
    expect(await bodyOf("scenario=iban-mismatch", "scenarios.play")).toEqual({
      asked: { value: { scenario: "iban-mismatch" } },
    });
    expect(Object.keys((await bodyOf("event=%3Cb%3E", "occurrences.create")) ?? {})).toContain("success");
  });

  it("the front page links to every document, and every link is served", async () => {
    const { text } = await get("/");
    const links = [...text.replace(/<header.*<\/header>/, "").matchAll(/<a href="([^"]+)">/g)].map(
      ([, href]) => href as string,
    );
    expect(links.join(" ")).toBe(
      "/docs /events /assumptions /recipes /_sandbox/accounts /_sandbox/requests /_sandbox/stream /openapi.json " +
        "/openapi.yaml /_sandbox/openapi.json /_sandbox/configuration.schema.json /_sandbox/test-identifiers " +
        "/_sandbox/reference/document-types /_sandbox/reference/dossier-types /_sandbox/reference/rules /health /ready",
    );
    for (const link of links) expect((await supertest(app).options(link).expect(204)).headers.allow).toMatch(/^GET, /);
  });

  it("pages and documents allow only GET, HEAD and OPTIONS", async () => {
    const allow = "GET, HEAD, OPTIONS";
    for (const path of ["/", "/health", "/openapi.yaml", "/docs/", "/docs/service.json", "/events", "/favicon.svg"]) {
      expect([path, (await supertest(app).options(path).expect(204)).headers.allow]).toEqual([path, allow]);
      const { headers, body } = await supertest(app).post(path).expect(405);
      expect({ allow: headers.allow, code: body.code }).toEqual({ allow, code: "METHOD_NOT_ALLOWED" });
    }
  });

  it("the icon is drawn as SVG, and /favicon.ico leads to it", async () => {
    const icon = await get("/favicon.svg");
    expect(icon.headers["content-type"]).toMatch(/^image\/svg\+xml/);
    expect(icon.body.toString()).toMatch(/^<svg .*<\/svg>$/);
    expect((await supertest(app).get("/favicon.ico").expect(302)).headers.location).toBe("/favicon.svg");
  });
});

it.for(["llms.txt", "llms-full.txt"])("%s is served as the package has it", async (name) => {
  const { text, headers } = await supertest(app).get(`/${name}`).expect(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toBe(readFileSync(name, "utf8"));
});

it.for(["llms.txt", "llms-full.txt"])(
  "every link of %s leads to a text that is served as the package has it",
  async (name) => {
    const { text: listed } = await supertest(app).get(`/${name}`).expect(200);
    const links = [...listed.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target as string);
    const own = [...new Set(links.filter((target) => !/^https?:/.test(target)))];
    expect(own).toEqual(expect.arrayContaining(["README.md", "docs/team.md", "docs/console.md", "docs/output.md"]));
    for (const target of own) {
      const { text, headers } = await supertest(app)
        .get(new URL(target, `http://x/${name}`).pathname)
        .expect(200);
      expect([target, text]).toEqual([target, readFileSync(target, "utf8")]);
      expect(headers["content-type"]).toMatch(/^text\/(?:markdown|plain); charset=utf-8$/);
    }
  },
);

it.for(["/package.md", "/docs/nothing.md", "/docs/../package.json", "/src/x.md", "/docs/images/a.md"])(
  "%s is no text of the package",
  async (path) => {
    await supertest(app).get(path).expect(404);
  },
);

describe("a path where there is nothing", () => {
  it("is a page in a browser, and a problem document for a program, and logged with its reason", async () => {
    const ask = (accept: string) => supertest(app).get("/nothing<b>").set("Accept", accept).expect(404);
    const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(browser.headers["content-type"]).toMatch(/^text\/html/);
    expect(browser.text).toContain(
      '<p>There is nothing at /nothing%3Cb%3E. See <a href="/">what there is</a>, ' +
        'or <a href="/docs">every operation</a>.',
    );
    const detail = "There is nothing at /nothing%3Cb%3E. See / for what there is.";
    for (const accept of ["*/*", "application/json"])
      expect((await ask(accept)).body).toMatchObject({ code: "NOT_FOUND", detail });
    const { body } = await get("/_sandbox/requests");
    const seen = body.content.filter(({ path }: { path: string }) => path.startsWith("/nothing"));
    expect(seen.map(({ violations }: { violations: string[] }) => violations)).toContainEqual([
      "There is nothing at /nothing%3Cb%3E.",
    ]);
  });
});
