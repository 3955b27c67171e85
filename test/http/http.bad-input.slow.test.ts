import type { Server } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { createServer, listen } from "../../src/http/server.ts";
import { misfit, operationFor } from "../support/contract.ts";
import { makeSandbox, makeWorld, type TestWorld, today } from "../support/sandbox.ts";

/** FUZZ_RUNS=100000 FUZZ_SEED=7 runs more of them, and others. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 2000);
const seed = Number(process.env.FUZZ_SEED ?? 20260115);

const operations = new Map(
  operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint as Endpoint]),
);
const oddTexts = [
  "",
  " ",
  "0",
  "-1",
  "1e3",
  "abc",
  "99999999999",
  "null",
  "true",
  "\u0000",
  "é",
  "😀",
  "<script>",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "a,b",
  "2026-02-30",
  "9999-12-31",
  "2026-01-15T09:00:00",
  "2026-01-15T09:00:00Z",
  "%zz",
  "'; drop table",
  "x".repeat(5000),
];
const oddValues: unknown[] = [
  ...oddTexts,
  null,
  0,
  -1,
  -0,
  0.1,
  2 ** 53,
  2 ** 60,
  1e308,
  true,
  [],
  {},
  [[]],
  [null],
  { a: { b: [] } },
  Array.from({ length: 200 }, () => "KBIS"),
];
const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
);
const oddValue = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
  { weight: 1, arbitrary: fc.jsonValue() },
);

interface Plan {
  operationId: string;
  params: string[];
  query: [string, string][];
  body: string | undefined;
  headers: Record<string, string>;
  short: boolean;
}

/** An example with some of its values replaced by odd ones. */
const mutated = (example: unknown): fc.Arbitrary<unknown> => {
  if (typeof example !== "object" || example === null)
    return fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: oddValue });
  if (Array.isArray(example))
    return fc.oneof({ weight: 4, arbitrary: fc.tuple(...example.map(mutated)) }, { weight: 1, arbitrary: oddValue });
  const whole = fc.record(Object.fromEntries(Object.entries(example).map(([key, value]) => [key, mutated(value)])));
  const extra = fc
    .tuple(whole, fc.constantFrom("extra", "__proto__", "constructor", "id"), oddValue)
    .map(([body, key, value]) => Object.fromEntries([...Object.entries(body), [key, value]]));
  const less = fc
    .tuple(whole, fc.nat())
    .map(([body, at]) => Object.fromEntries(Object.entries(body).filter((_, index, all) => index !== at % all.length)));
  return fc.oneof(
    { weight: 6, arbitrary: whole },
    { weight: 1, arbitrary: extra },
    { weight: 1, arbitrary: less },
    { weight: 1, arbitrary: oddValue },
  );
};

const examplesOf = (examples: Endpoint["examples"]) =>
  Object.values(examples).flatMap((example) => (example.body === undefined ? [] : [example.body]));

/** Bodies beside the examples, which would only add the same few companies. */
const sirets = Array.from({ length: 60 }, (_, at) => siretOf(sirenOf(`2199${String(1000 + at)}`), 1));
const moreBodies: Record<string, unknown[]> = {
  "thirdparties.create": sirets.map((companyIdValue) => ({ companyIdType: "CIT001", companyIdValue })),
};

const bodyOf = (operationId: string, { body, examples }: Endpoint): fc.Arbitrary<string | undefined> => {
  if (!body) return fc.constant(undefined);
  const bodies = [...(moreBodies[operationId] ?? []), ...examplesOf(examples)];
  const json = fc.oneof(...bodies.map(mutated)).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: fc.constantFrom("", "{", "[1e400]", '{"a":1e400}', '"\\ud800"', "\u0000", undefined) },
  );
};

const headersOf = fc.record(
  {
    Accept: fc.constantFrom("*/*", "application/json", "text/html", "application/pdf", "", ";;;"),
    "Content-Type": fc.constantFrom(
      "application/json",
      "application/json; charset=utf-8",
      "text/plain",
      "application/json; charset=latin1",
      "multipart/form-data",
      ";",
    ),
    Prefer: fc.constantFrom(
      "handling=strict",
      "code=200",
      "code=404",
      "code=999",
      "unknown=true",
      "delay=x",
      ",,,;=",
      "example=nope, code=200",
    ),
    "X-Request-Id": fc.constantFrom("ok", "not ok", "x".repeat(500)),
    Range: fc.constantFrom("bytes=0-", "bytes=-1", "bytes=9-1", "lines=1"),
    "If-None-Match": fc.constantFrom("*", '"x"', "W/"),
  },
  { requiredKeys: [] },
);

/** Mostly the right id, sometimes the id of another resource, sometimes no id. */
const idFor = (name: string, ids: Record<string, number>) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(String(name === "id" ? ids.thirdpartyId : ids[name])) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids)).map(String) },
    { weight: 1, arbitrary: oddText },
  );

const planFor = (operationId: string, ids: Record<string, number>): fc.Arbitrary<Plan> => {
  const endpoint = operations.get(operationId) as Endpoint;
  const names = Object.keys(endpoint.query?.shape ?? {});
  const filter = { eventNames: "THIRD_PARTY_ADDED", ...today } as Record<string, string>;
  const pair = fc.tuple(fc.constantFrom(...names, "unknown"), oddText);
  const sane = fc
    .subarray(names.filter((name) => name in filter))
    .map((chosen) => chosen.map((name): [string, string] => [name, filter[name] as string]));
  return fc.record({
    operationId: fc.constant(operationId),
    params: fc.tuple(...[...endpoint.path.matchAll(/:(\w+)/g)].slice(1).map(([, name]) => idFor(name as string, ids))),
    query: fc
      .tuple(
        sane,
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(pair, { maxLength: 3 }) }),
      )
      .map(([some, others]) => [...some, ...others]),
    body: bodyOf(operationId, endpoint),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headersOf }),
    short: fc.boolean(),
  });
};

describe("any request", () => {
  let world: TestWorld;
  let server: Server;
  let origin: string;
  let ids: Record<string, number>;
  beforeAll(async () => {
    world = await makeWorld({ on: makeSandbox() });
    server = createServer(world.app);
    origin = `http://127.0.0.1:${(await listen(server, { port: 0, host: "127.0.0.1" })).port}`;
    ids = await world.answered();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = async (endpoint: Endpoint, { params, query, body, headers, short }: Plan) => {
    let at = 0;
    const path = (
      short
        ? endpoint.path.replace("/api/v1/account/:accountId", "")
        : endpoint.path.replace(":accountId", world.accountId)
    ).replace(/:\w+/g, () => encodeURIComponent(params[at++] as string));
    const search =
      query.length > 0 ? `?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}` : "";
    const response = await fetch(origin + path + search, {
      method: endpoint.method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${world.token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { response, url: path };
  };

  it("answers any request as the contract says, and never with a bug", async () => {
    const statuses = new Map<number, number>();
    const logged: unknown[] = [];
    vi.spyOn(world.sandbox.log, "error").mockImplementation((_, error) => void logged.push(error));
    const anyPlan = fc.constantFrom(...operations.keys()).chain((operationId) => planFor(operationId, ids));
    await fc.assert(
      fc.asyncProperty(anyPlan, async (plan) => {
        const endpoint = operations.get(plan.operationId) as Endpoint;
        const { response, url } = await send(endpoint, plan);
        const { status, headers } = response;
        const type = (headers.get("content-type") ?? "").split(";")[0] as string;
        const body: unknown = type.endsWith("json") ? await response.json() : await response.arrayBuffer();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const provider = (status === 503 || status === 504) && (body as { code: string }).code.startsWith("PROVIDER_");
        if (status >= 500 && !provider) throw new Error(`${status} ${JSON.stringify(body)}`, { cause: logged.at(-1) });
        // An empty segment or dots make a path that is not in the contract.
        const operation = operationFor(endpoint.method, new URL(origin + url).pathname);
        if (!operation) {
          expect([400, 404, 405]).toContain(status);
          return;
        }
        const ranged = Object.values(endpoint.responses).some(isBinary) && [206, 304, 416].includes(status);
        if (!ranged) expect(misfit(operation, { status, type, body })).toBeUndefined();
      }),
      { numRuns, seed },
    );
    // Enough of the requests get past the first checks.
    for (const status of [200, 201, 400, 404, 406, 409, 415])
      expect(statuses.get(status), `answers with ${status}`).toBeGreaterThan(5);
  });

  it("leaves a world that can still be read after any requests", async () => {
    for (const path of ["/thirdparties?size=100", "/dossiers?size=100", "/attributes"])
      await world.get(path).expect(200);
    const event = new URLSearchParams({ eventNames: "DOCUMENT_ADDED", ...today, size: "100" });
    await world.get(`/documents/search?${event}`).expect(200);
  });
});
