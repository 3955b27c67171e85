import { STATUS_CODES } from "node:http";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Contract, operationsOf } from "../../../contract/endpoint.ts";
import { EventName } from "../../../contract/events.ts";
import { control, service } from "../../../contract/index.ts";
import { pathOf } from "../../../contract/openapi.ts";
import { Problem } from "../../../contract/shared.ts";
import { makeSandbox } from "../../support/sandbox.ts";

interface Document {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: { name: string; example?: unknown }[];
        requestBody?: { content: Record<string, { examples: { success: { value: unknown } } }> };
      }
    >
  >;
}
const { app } = makeSandbox({ seed: "portfolio" });
const read = async (path: string): Promise<Document> => (await supertest(app).get(path).expect(200)).body;
const operationsIn = ({ paths }: Document) => Object.values(paths).flatMap((path) => Object.values(path));
const tokenIn = (script: string) => /const token = "([^"]*)"/.exec(script)?.[1] as string;

describe("the OpenAPI documents", () => {
  it("describes every operation of the service and of the control plane in its document", async () => {
    const ids = (contract: Parameters<typeof operationsOf>[0]) =>
      operationsOf(contract)
        .map(({ operationId }) => operationId)
        .sort();
    const found = async (path: string) =>
      operationsIn(await read(path))
        .map(({ operationId }) => operationId)
        .sort();
    expect(await found("/openapi.json")).toEqual(ids(service));
    expect(await found("/_sandbox/openapi.json")).toEqual(ids(control));
  });

  it("serves a document in YAML that begins as the one in JSON", async () => {
    const yaml = await supertest(app).get("/openapi.yaml").buffer(true).expect(200);
    expect(yaml.headers["content-type"]).toMatch(/^application\/yaml/);
    const [head = ""] = yaml.text.split(/^components:/m);
    const document: Document = await read("/openapi.json");
    const beginning: object = parse(head);
    expect(Object.keys(beginning)).toEqual(["openapi", "info", "servers", "tags"]);
    expect(document).toMatchObject(beginning);
    for (const path of Object.keys(document.paths)) expect(yaml.text).toContain(`\n  ${path}:\n`);
  });
});

describe("Swagger UI", () => {
  it("serves Swagger UI at /docs/, and redirects /docs there", async () => {
    expect((await supertest(app).get("/docs").expect(301)).headers.location).toBe("/docs/");
    const { text, headers } = await supertest(app).get("/docs/").expect(200);
    expect(headers["content-type"]).toMatch(/^text\/html/);
    // The content security policy forbids inline scripts.
    expect([...text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)]).toEqual([]);
    for (const [, source] of text.matchAll(/(?:src|href)=["']([^"'#]+)["']/g))
      await supertest(app)
        .get(new URL(source as string, "http://x/docs/").pathname)
        .expect(200);
  });

  it("answers 404 for every path under /docs that the page does not load", async () => {
    for (const path of ["/docs/nothing", "/docs/package.json", "/docs/index.html", "/docs/swagger-ui.js.map"])
      expect((await supertest(app).get(path).expect(404)).body.code, path).toBe("NOT_FOUND");
  });

  it("serves Swagger UI with a valid token", async () => {
    const { text, headers } = await supertest(app).get("/docs/start.js").expect(200);
    expect(headers).toMatchObject({ "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
    await supertest(app)
      .get("/api/v1/account/demo/thirdparties")
      .set("Authorization", `Bearer ${tokenIn(text)}`)
      .expect(200);
  });

  it("shows ids that exist and a company that can be added, for each request of the document", async () => {
    const token = tokenIn((await supertest(app).get("/docs/start.js")).text);
    const newcomer = async () => {
      const create = operationsIn(await read("/docs/service.json")).find(
        ({ operationId }) => operationId === "thirdparties.create",
      );
      return create?.requestBody?.content["application/json"]?.examples.success.value as object;
    };
    for (let time = 0; time < 6; time++) {
      await supertest(app)
        .post("/api/v1/account/demo/thirdparties")
        .set("Authorization", `Bearer ${token}`)
        .send(await newcomer())
        .expect(201);
    }
    const get = operationsIn(await read("/docs/service.json")).find(
      ({ operationId }) => operationId === "thirdparties.get",
    );
    const id = get?.parameters?.find(({ name }) => name === "id")?.example;
    await supertest(app)
      .get(`/api/v1/account/demo/thirdparties/${id}`)
      .set("Authorization", `Bearer ${token}`)
      .expect(200);
  });

  it("serves the document of an empty world", async () => {
    const { app: empty } = makeSandbox();
    await supertest(empty).get("/docs/service.json").expect(200);
  });

  it("serves neither a token nor ids of the account off loopback", async () => {
    const { app: exposed } = makeSandbox({
      host: "0.0.0.0",
      seed: "portfolio",
      sandboxKey: "key",
      jwtSecret: "a secret of the owner's own choosing",
    });
    expect(tokenIn((await supertest(exposed).get("/docs/start.js").expect(200)).text)).toBe("");
    const document: Document = (await supertest(exposed).get("/docs/service.json").expect(200)).body;
    expect(
      operationsIn(document)
        .flatMap(({ parameters }) => parameters ?? [])
        .filter(({ example }) => example !== undefined),
    ).toEqual([]);
  });

  it("serves no token when authentication is off", async () => {
    const { app: off } = makeSandbox({ auth: "off" });
    expect(tokenIn((await supertest(off).get("/docs/start.js").expect(200)).text)).toBe("");
  });
});

describe("the documents of the page", () => {
  it.each(["service", "control"] as const)(
    "shows the refusals of an operation of the %s in one line, with examples of its own",
    async (surface) => {
      const document = (await supertest(app).get(`/docs/${surface}.json`).expect(200)).body;
      const contract: Contract = surface === "service" ? service : control;
      for (const { operationId, endpoint } of operationsOf(contract)) {
        const path = pathOf(endpoint).replace("/api/v1/account/{accountId}", "");
        const { responses } = document.paths[path][endpoint.method];
        const shown = Object.keys(responses).filter((status) => Number(status) >= 400);
        expect([operationId, shown]).toEqual([operationId, []]);
        const { description, content } = responses.default;
        for (const status of Object.keys(endpoint.responses).filter((code) => Number(code) >= 400))
          expect(description).toContain(`${status} ${STATUS_CODES[status]}`);
        const examples = Object.values<{ value: Problem }>(content["application/problem+json"].examples);
        expect(examples.length, operationId).toBeGreaterThan(0);
        for (const { value } of examples) {
          expect(Problem.safeParse(value).error, operationId).toBeUndefined();
          const instance = new RegExp(`^${endpoint.path.replace(/:\w+/g, "[^/]+")}$`);
          expect(value.instance, operationId).toMatch(instance);
          expect(JSON.stringify(value), operationId).not.toContain("undefined");
        }
      }
    },
  );

  it("says of each assumption what the specification leaves open, with a link that works", async () => {
    const text = JSON.stringify((await supertest(app).get("/docs/service.json").expect(200)).body);
    const page = (await supertest(app).get("/assumptions").expect(200)).text;
    expect(text).not.toMatch(/_Assumed: /);
    expect(text).toContain(
      "_Assumed, because the specification leaves it open: " +
        "[Pagination parameters of the third-party list](/assumptions#pagination)",
    );
    const linked = [...text.matchAll(/\(\/assumptions#([\w-]+)\)/g)].map(([, key]) => key as string);
    expect(new Set(linked).size).toBeGreaterThan(20);
    for (const key of linked) expect(page).toContain(`id="${key}"`);
  });

  it("shows links to this server in its examples", async () => {
    const { text } = await supertest(app).get("/docs/service.json").set("Host", "localhost:5001").expect(200);
    expect(text).toContain("http://localhost:5001/files/");
    expect(text).not.toContain(":4600");
  });

  it("lists all events with a sentence each", async () => {
    const { text } = await supertest(app).get("/events").expect(200);
    for (const name of EventName.options) expect(text).toMatch(new RegExp(`id="${name}".*</td><td>[A-Z][^<]{10,}`));
  });
});

describe("the front page", () => {
  it("links the front page to every document, and every link works", async () => {
    const { text } = await supertest(app).get("/").expect(200);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href as string);
    expect(links).toEqual(
      expect.arrayContaining(["/docs", "/openapi.json", "/openapi.yaml", "/_sandbox/openapi.json", "/health"]),
    );
    const ends = (link: string) => (link === "/_sandbox/stream" ? `${link}?seconds=1` : link);
    for (const link of links) expect((await supertest(app).get(ends(link)).redirects(1)).status, link).toBe(200);
  });
});

describe("a path where there is nothing", () => {
  it("is a page in a browser, and a problem document for a program", async () => {
    const ask = (accept: string) => supertest(app).get("/nothing<b>").set("Accept", accept).expect(404);
    const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8");
    expect(browser.headers["content-type"]).toMatch(/^text\/html/);
    expect(browser.text).toContain("There is nothing at /nothing%3Cb%3E.");
    for (const accept of ["*/*", "application/json"]) expect((await ask(accept)).body.code).toBe("NOT_FOUND");
  });

  it("has its reason in the list of requests, also when a browser asks", async () => {
    await supertest(app).get("/nowhere").set("Accept", "text/html").expect(404);
    const { body } = await supertest(app).get("/_sandbox/requests");
    const seen = (body.content as { path: string; violations: string[] }[]).find(({ path }) => path === "/nowhere");
    expect(seen?.violations).toEqual(["There is nothing at /nowhere."]);
  });
});

describe("a path of the documentation", () => {
  it.each([
    "/",
    "/health",
    "/openapi.json",
    "/openapi.yaml",
    "/_sandbox/openapi.json",
    "/docs/",
    "/docs/service.json",
    "/docs/start.js",
    "/docs/control.json",
    "/assumptions",
    "/events",
    "/favicon.svg",
  ])("allows only GET, HEAD and OPTIONS at %s", async (path) => {
    await supertest(app).head(path).expect(200);
    expect((await supertest(app).options(path).expect(204)).headers.allow).toBe("GET, HEAD, OPTIONS");
    const refused = await supertest(app).post(path).expect(405);
    expect([refused.headers.allow, refused.body.code]).toEqual(["GET, HEAD, OPTIONS", "METHOD_NOT_ALLOWED"]);
  });
});
