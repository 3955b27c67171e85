import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { binary, type Endpoint } from "../../contract/endpoint.ts";
import { Problem, wholeNumber } from "../../contract/shared.ts";
import { refusal } from "../../src/http/problems.ts";
import { bound } from "../support/bound.ts";

const Boat = z.object({ name: z.string(), length: z.number() });
const params = z.object({ id: wholeNumber(1, 99) });
const plain = { summary: "", examples: {} } as const;
const chart = binary("A chart.", "%PDF", "application/pdf");

const harbour = {
  boats: {
    get: { ...plain, method: "get", path: "/boats/:id", params, responses: { 200: Boat, 404: Problem } },
    launch: {
      ...plain,
      method: "post",
      path: "/boats",
      params: z.object({}),
      query: z.object({ times: wholeNumber(1, 9).default(1) }),
      body: z.strictObject({ name: z.string().min(1) }),
      responses: { 201: Boat, 400: Problem, 409: Problem },
    },
    sink: { ...plain, method: "delete", path: "/boats/:id", params, responses: { 204: z.undefined() } },
    chart: { ...plain, method: "get", path: "/boats/:id/chart", params, responses: { 200: chart } },
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

  it("does not send a response of another status, and passes on what a handler throws at once", async () => {
    const { app, errors } = bound(harbour, {
      boats: {
        launch: async () => ({ status: 202, body: pinta }) as never,
        get: () => {
          throw new Error("now");
        },
      },
    });
    await supertest(app).post("/boats").send({ name: "x" }).expect(500);
    await supertest(app).get("/boats/1").expect(500);
    expect(errors.map((error) => (error as Error).message)).toEqual(["status 202 is not declared", "now"]);
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
});
