import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { binary, type Endpoint } from "../../contract/endpoint.ts";
import { Problem, wholeNumber } from "../../contract/shared.ts";
import { refusal } from "../../src/http/problems.ts";
import { ContractViolation } from "../../src/http/serialise.ts";
import { bound } from "../support/bound.ts";

const Boat = z.object({ name: z.string(), length: z.number() });
const one = z.object({ id: wholeNumber(1, 99) });

const none = z.object({});
const plain = { summary: "", examples: {} } as const;
const Fleet = z.object({ content: z.array(Boat), total: z.number() });
const chart = binary("A chart.", "%PDF", "application/pdf");

/** Paths with parameters come first, because the order of the contract must not matter. */
const harbour = {
  boats: {
    get: { ...plain, method: "get", path: "/boats/:id", params: one, responses: { 200: Boat, 404: Problem } },
    afloat: { ...plain, method: "get", path: "/boats/afloat", params: none, responses: { 200: Fleet } },
    launch: {
      ...plain,
      method: "post",
      path: "/boats",
      params: none,
      query: z.object({ times: wholeNumber(1, 9).default(1) }),
      body: z.strictObject({ name: z.string().min(1) }),
      responses: { 201: Boat, 400: Problem, 409: Problem },
    },
    sink: { ...plain, method: "delete", path: "/boats/:id", params: one, responses: { 204: z.undefined() } },
    chart: { ...plain, method: "get", path: "/boats/:id/chart", params: one, responses: { 200: chart } },
  },
} as const satisfies Record<string, Record<string, Endpoint>>;

const pinta = { name: "Pinta", length: 17 };

describe("bind", () => {
  it("calls a handler with the parsed request, the caller and the context", async () => {
    const calls: unknown[] = [];
    const { app } = bound(harbour, {
      boats: {
        async launch(request, context) {
          calls.push({ ...request, context });
          return { status: 201, body: pinta, headers: { Location: "/boats/1" } };
        },
      },
    });
    const response = await supertest(app)
      .post("/boats?times=3")
      .set("Host", "harbour.example")
      .set("Authorization", "Bearer x")
      .send({ name: "Pinta" })
      .expect(201);
    expect(response.body).toEqual(pinta);
    expect(response.headers).toMatchObject({ location: "/boats/1", "content-type": "application/json; charset=utf-8" });
    expect(calls).toEqual([
      {
        params: {},
        query: { times: 3 },
        body: { name: "Pinta" },
        caller: "a caller",
        origin: "http://harbour.example",
        authorization: "Bearer x",
        context: "the world of undefined",
      },
    ]);
  });

  it("prefers a literal path to one with a parameter, whatever the order of the contract", async () => {
    const { app } = bound(harbour, {
      boats: {
        get: async () => ({ status: 200, body: pinta }),
        afloat: async () => ({ status: 200, body: { content: [], total: 0 } }),
      },
    });
    expect((await supertest(app).get("/boats/afloat").expect(200)).body).toEqual({ content: [], total: 0 });
    expect((await supertest(app).get("/boats/7").expect(200)).body).toEqual(pinta);
  });

  it("sends no property that the contract does not name", async () => {
    const secret = { ...pinta, secret: "a leak below the water line" };
    const { app } = bound(harbour, {
      boats: {
        get: async () => ({ status: 200, body: secret }),
        afloat: async () => ({ status: 200, body: { content: [secret], total: 1, secret } }),
      },
    });
    expect((await supertest(app).get("/boats/1")).text).toBe('{"name":"Pinta","length":17}');
    expect((await supertest(app).get("/boats/afloat")).text).toBe(
      '{"content":[{"name":"Pinta","length":17}],"total":1}',
    );
  });

  it("reports all violations of a request, and does not call the handler", async () => {
    const { app, noted, errors } = bound(harbour, {});
    const { body } = await supertest(app).post("/boats?times=10").send({ name: "", colour: "red" }).expect(400);
    const details = [
      "times must be a whole number from 1 to 9.",
      "/name must have at least 1 character.",
      "/colour is not known here.",
    ];
    expect(body).toEqual({
      code: "VALIDATION_ERROR",
      detail: `3 things are wrong: ${details.join(" ")}`,
      errors: [
        { in: "query", pointer: null, name: "times", expected: "a whole number from 1 to 9", received: '"10"' },
        { in: "body", pointer: "/name", name: null, expected: "at least 1 character", received: '""' },
        { in: "body", pointer: "/colour", name: null, expected: "no such property", received: '"red"' },
      ].map((violation, at) => ({ ...violation, code: "VALIDATION_ERROR", detail: details[at] })),
    });
    expect(errors).toEqual([]);
    await expect.poll(() => noted).toEqual([{ operation: "boats.launch", accountId: null }]);
  });

  it("sends the refusal that a handler returns", async () => {
    const { app } = bound(harbour, {
      boats: { get: async () => ({ status: 404, body: { code: "NOT_FOUND", detail: "It has sunk." } }) },
    });
    expect((await supertest(app).get("/boats/1").expect(404)).body).toEqual({
      code: "NOT_FOUND",
      detail: "It has sunk.",
    });
  });

  it("answers 204 without a body or a content type", async () => {
    const { app } = bound(harbour, { boats: { sink: async () => ({ status: 204, body: undefined }) } });
    const response = await supertest(app).delete("/boats/1").expect(204);
    expect([response.text, response.headers["content-type"]]).toEqual(["", undefined]);
  });

  it("does not send a response that does not fit the contract, and names the place in it", async () => {
    const { app, errors } = bound(harbour, {
      boats: {
        get: async () => ({ status: 200, body: { name: "Pinta" } as never }),
        afloat: async () => ({ status: 200, body: { content: [pinta, { name: 3, length: 1 } as never], total: 2 } }),
        launch: async () => ({ status: 202, body: pinta }) as never,
      },
    });
    await supertest(app).get("/boats/1").expect(500);
    await supertest(app).get("/boats/afloat").expect(500);
    await supertest(app).post("/boats").send({ name: "x" }).expect(500);
    expect(errors.slice(0, 2).every((error) => error instanceof ContractViolation)).toBe(true);
    expect(errors.map((error) => (error as Error).message)).toEqual([
      expect.stringContaining("at /length: "),
      expect.stringContaining("at /content/1/name: "),
      "status 202 is not declared",
    ]);
  });

  it("passes on the errors of handlers, synchronous and asynchronous", async () => {
    const { app, errors } = bound(harbour, {
      boats: {
        get: () => {
          throw new Error("now");
        },
        async sink() {
          await Promise.resolve();
          throw new Error("later");
        },
      },
    });
    await supertest(app).get("/boats/1").expect(500);
    await supertest(app).delete("/boats/1").expect(500);
    expect(errors).toEqual([new Error("now"), new Error("later")]);
  });

  it("refuses a caller before it looks at the rest of the request", async () => {
    const refused = refusal(401, "UNAUTHENTICATED", "Who?", { "WWW-Authenticate": "Bearer" });
    const { app } = bound(harbour, {}, { admit: () => Promise.reject(refused) });
    const request = supertest(app).post("/boats?times=x").set("Content-Type", "text/plain").send("{");
    expect((await request.expect(401)).headers["www-authenticate"]).toBe("Bearer");
  });

  it("uses the rules of the surface: writing, looking, narrowing, counting, and leaving at the end", async () => {
    const steps: string[] = [];
    const { app } = bound(
      harbour,
      {
        boats: {
          async get({ query }) {
            steps.push(`get ${JSON.stringify(query)}`);
            return { status: 200, body: pinta };
          },
          launch: async () => ({ status: 201, body: pinta }),
          sink: () => Promise.reject(refusal(404, "NOT_FOUND", "It has sunk.")),
        },
      },
      {
        look: () => void steps.push("look"),
        narrow: async () => ({ narrowed: true }),
        answered: ({ operation }, query, { status }) =>
          void steps.push(`answered ${operation} ${JSON.stringify(query)} ${status}`),
        leave: (context) => void steps.push(`leave ${context}`),
        async writing(context, work, { operation }) {
          steps.push(`writing ${operation} in ${context}`);
          return work();
        },
      },
    );
    const left = "leave the world of undefined";
    await supertest(app).get("/boats/1?a=b").expect(200);
    expect(steps.splice(0)).toEqual([
      "look",
      "look",
      'get {"narrowed":true}',
      'answered boats.get {"a":"b"} 200',
      left,
    ]);
    await supertest(app).post("/boats").send({ name: "x" }).expect(201);
    const writing = "writing boats.launch in the world of undefined";
    expect(steps.splice(0)).toEqual(["look", writing, "answered boats.launch {} 201", left]);
    await supertest(app).delete("/boats/1").expect(404);
    expect(steps).toEqual(["look", "writing boats.sink in the world of undefined", left]);
  });

  it.each([true, Promise.resolve(true)])("lets a fault end the response in place of the handler", async (ended) => {
    const { app } = bound(
      harbour,
      {},
      {
        disturb(operationId, _accountId, response) {
          response.status(503).end(operationId);
          return ended;
        },
      },
    );
    expect((await supertest(app).get("/boats/1").expect(503)).text).toBe("boats.get");
  });

  it("serves files, HEAD and OPTIONS, and refuses other methods and spellings of a path", async () => {
    const { app } = bound(harbour, {
      boats: {
        chart: async () => ({
          status: 200,
          body: { content: Buffer.from("%PDF"), contentType: "application/pdf", fileName: "chart.pdf", etag: '"1"' },
        }),
      },
    });
    const head = await supertest(app).head("/boats/1/chart").expect(200);
    expect(head.headers).toMatchObject({ "content-type": "application/pdf", "content-length": "4", etag: '"1"' });
    expect((await supertest(app).options("/boats/1").expect(204)).headers.allow).toBe("GET, HEAD, DELETE, OPTIONS");
    expect((await supertest(app).patch("/boats/1").expect(405)).headers.allow).toBe("GET, HEAD, DELETE, OPTIONS");
    await supertest(app).get("/boats/1/").expect(404);
    await supertest(app).get("/Boats/1").expect(404);
  });

  it("stops producing a file when the client disconnects", async () => {
    let produced = 0;
    let stopped = false;
    async function* endless() {
      try {
        for (;;) {
          produced++;
          yield Buffer.alloc(65_536);
        }
      } finally {
        stopped = true;
      }
    }
    const { app, errors } = bound(harbour, {
      boats: {
        chart: async () => ({
          status: 200,
          body: { content: endless, contentType: "application/pdf", fileName: "chart.pdf" },
        }),
      },
    });
    const server = http.createServer(app).listen(0);
    const { port } = server.address() as AddressInfo;
    const [response] = (await once(http.get({ port, path: "/boats/1/chart" }), "response")) as [http.IncomingMessage];
    await once(response, "data");
    response.destroy();
    await expect.poll(() => stopped).toBe(true);
    expect(produced).toBeLessThan(10_000);
    expect(errors).toEqual([]);
    server.close();
  });

  it("serves the short paths too, in the account that the surface names", async () => {
    const prefix = "/port/:accountId";
    const contract = {
      boats: {
        get: { ...harbour.boats.get, path: `${prefix}/boats/:id`, params: one.extend({ accountId: z.string() }) },
      },
    } as const satisfies Record<string, Record<string, Endpoint>>;
    const contexts: unknown[] = [];
    const { app, noted } = bound(
      contract,
      {
        boats: {
          async get({ params }, context) {
            contexts.push([params, context]);
            return { status: 200, body: pinta };
          },
        },
      },
      { accountOf: () => "lisbon" },
      prefix,
    );
    await supertest(app).get("/port/cadiz/boats/1").expect(200);
    await supertest(app).get("/boats/2").expect(200);
    expect(contexts).toEqual([
      [{ accountId: "cadiz", id: 1 }, "the world of cadiz"],
      [{ accountId: "lisbon", id: 2 }, "the world of lisbon"],
    ]);
    await expect.poll(() => noted.map(({ accountId }) => accountId)).toEqual(["cadiz", "lisbon"]);
  });
});
