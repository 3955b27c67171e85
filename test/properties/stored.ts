import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import supertest, { type Response } from "supertest";
import { expect } from "vitest";
import { control } from "../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { createApp } from "../../src/app.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { drawFrom, mutants, placesIn, replaced } from "../contract/mutations.ts";
import { options } from "../support/sandbox.ts";

/** Any requests that the contract accepts, with moments and numbers at their limits, to a server on disk. */

type Draw = (below: number) => number;
type Rows = Record<string, Record<string, unknown>[]>;
interface Call {
  method: Endpoint["method"];
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

const first = "1980-01-01T00:00:00.000";
const last = "9999-12-31T23:59:59.999";
const starts = [first, "9999-11-30T12:00:00", "2026-01-15T09:00:00", "1999-12-31T23:59:59.999", last];
const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T;

/** Operations that belong to no account, replace it, or never end. */
const others = /^(?:accounts\.(?:list|put|delete|import|export)|clock\.move|faults|requests|reference|server|tokens)/;
const operations = [...operationsOf(service), ...operationsOf(control)].filter(
  ({ operationId }) => !others.test(operationId),
);

/** The bodies near the examples of an operation that its schema accepts. */
function acceptedBodies(draw: Draw): (endpoint: Endpoint) => unknown[] {
  const examples = operations.flatMap(({ endpoint }) => Object.values(endpoint.examples).map(({ body }) => body));
  const objects = examples.filter((body) => typeof body === "object" && body !== null) as Record<string, unknown>[];
  const accepted = new Map<Endpoint, unknown[]>();
  return (endpoint) => {
    const known = accepted.get(endpoint);
    if (known) return known;
    const { body: schema, examples: own } = endpoint;
    const bodies = Object.values(own).flatMap(({ body }) => [...mutants(body, objects, draw, 12, 60)]);
    const fitting = bodies.filter((body) => schema?.safeParse(body).success);
    accepted.set(endpoint, fitting);
    return fitting;
  };
}

/** A value of a path or query parameter: mostly one that exists, else one at the limit. */
function parameter(draw: Draw, name: string, rows: Rows): string {
  const [collection, key] = {
    id: ["thirdparties", "thirdpartyId"],
    fileId: ["responses", "responseId"],
    name: ["none", ""],
  }[name] ?? [`${name.replace(/Id$/, "")}s`.replace("thirdpartys", "thirdparties"), name];
  const known = (rows[collection as string] ?? []).map((row) => String(row[key as string]));
  if (name === "name") return pick(draw, ["before", "after"]);
  return draw(8) === 0 ? pick(draw, ["1", "999999999"]) : pick(draw, [...known, "1"]);
}

const limits: Record<string, readonly string[]> = {
  after: ["0", "1", "999999999"],
  limit: ["1", "1000"],
  page: ["0", "1000000"],
  size: ["1", "100"],
  from: ["0000-01-01T00:00:00", last],
  to: ["0000-01-01T00:00:00.000", last],
  eventOccurrenceStartDate: ["0000-01-01T00:00:00", first],
  eventOccurrenceEndDate: [last, first],
  issueDate: ["0000-01-01", "1980-01-01", "9999-12-31"],
};

function callOf(draw: Draw, accountId: string, rows: Rows, bodiesOf: (endpoint: Endpoint) => unknown[]): Call {
  const { endpoint } = pick(draw, operations);
  const path = endpoint.path
    .replace(":accountId", accountId)
    .replace(/:(\w+)/g, (_, name: string) => parameter(draw, name, rows));
  const example = pick(draw, Object.values(endpoint.examples)).query ?? {};
  const query = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));
  for (const name of Object.keys(endpoint.query?.shape ?? {}))
    if (limits[name] && draw(2) === 0) query[name] = pick(draw, limits[name]);
  const body = endpoint.body ? pick(draw, bodiesOf(endpoint)) : undefined;
  return { method: endpoint.method, path, query, body: endpoint.raw && draw(3) > 0 ? {} : body };
}

/** A move that takes few steps: a clock far from its end is not sent there. */
function clockMove(draw: Draw, now: string): unknown {
  const near = now > "9999" ? [{ set: last }, { advance: "P1Y" }, { advance: "P9999Y9999M9999W99999D" }] : [];
  const moves = [{ advance: "PT1S" }, { advance: "P31D" }, { advance: "P200D" }, { freeze: false }, { freeze: true }];
  return pick(draw, [...near, ...moves]);
}

const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3})?$/;
const numbers = [0, 1, -1, 999_999_998, 999_999_999, 1_000_000_000, 4_294_967_295, 2 ** 53 - 1, -(2 ** 53 - 1)];
function atLimit(draw: Draw, value: unknown): unknown {
  if (typeof value === "number") return pick(draw, numbers);
  const day = pick(draw, ["0000-01-01", "0000-02-29", "1979-12-31", "9999-12-31"]);
  return String(value).length === 10 ? day : `${day}T${pick(draw, ["00:00:00.000", "23:59:59.999"])}`;
}

/** The world with one to three of its moments and numbers at a limit. */
function spoiltWorld(draw: Draw, exported: unknown): unknown {
  const places = placesIn(exported).filter(
    ({ value }) => typeof value === "number" || (typeof value === "string" && moment.test(value)),
  );
  let world = exported;
  for (let times = 1 + draw(3); times > 0; times--) {
    const { path, value } = pick(draw, places);
    world = replaced(world, path, () => atLimit(draw, value));
  }
  return world;
}

/** A server on a folder, as often as it is started. */
async function boot(folder: string) {
  const storage = await fileStorage(folder, { report: () => {} });
  const sandbox = new Sandbox({ ...options, data: folder }, storage);
  for (const accountId of (await storage.accounts()).keys()) await sandbox.worlds.openOrCreate(accountId);
  const app = createApp(sandbox);
  const token = await sandbox.token(["any", "copy"], 3600);
  const send = ({ method, path, query = {}, body }: Call): Promise<Response> => {
    const request = supertest(app)[method](path).query(query).set("Authorization", `Bearer ${token}`);
    return body === undefined ? request : request.send(body as object);
  };
  return { send, close: () => storage.close() };
}
type Server = Awaited<ReturnType<typeof boot>>;

const home = "/_sandbox/accounts/any";
/** Statuses that stand for a provider which is down on purpose. */
const declared = (response: Response) =>
  response.status < 500 || /^PROVIDER_/.test((response.body as { code?: string }).code ?? "");

async function exported({ send }: Server, accountId: string) {
  const { status, body } = await send({ method: "get", path: `/_sandbox/accounts/${accountId}/state` });
  expect(status).toBe(200);
  return body as { state: Rows };
}
const anonymous = ({ state }: { state: Rows }, accountId: string) =>
  JSON.stringify(state).replaceAll(`"accountId":"${accountId}"`, '"accountId":"-"');

/** Lists, exports, restarts and imports the account, and expects the same world each time. */
async function reread(server: Server, folder: string): Promise<Server> {
  expect((await server.send({ method: "get", path: "/_sandbox/accounts" })).status).toBe(200);
  const before = await exported(server, "any");
  await server.close();
  const again = await boot(folder);
  expect(JSON.stringify(await exported(again, "any"))).toBe(JSON.stringify(before));
  const path = "/_sandbox/accounts/copy/state";
  const imported = await again.send({ method: "put", path, body: before });
  expect({ status: imported.status, detail: imported.body.detail }).toEqual({ status: 200, detail: undefined });
  expect(anonymous(await exported(again, "copy"), "copy")).toBe(anonymous(before, "any"));
  return again;
}

async function nextCall(draw: Draw, server: Server, bodiesOf: (endpoint: Endpoint) => unknown[]): Promise<Call> {
  const world = await exported(server, "any");
  const kind = draw(10);
  if (kind < 2) return { method: "put", path: `${home}/state`, body: spoiltWorld(draw, world) };
  if (kind > 3) return callOf(draw, "any", world.state, bodiesOf);
  const { body } = await server.send({ method: "get", path: `${home}/clock` });
  return { method: "post", path: `${home}/clock`, body: clockMove(draw, body.now) };
}

/** Expects an account to stay readable after any requests; returns the number of requests that were not refused. */
export async function expectReadableAfterAnything(seed: number, rounds: number, length: number): Promise<number> {
  const draw = drawFrom(seed);
  const bodiesOf = acceptedBodies(draw);
  let granted = 0;
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), "tiers-sandbox-"));
    const calls: Call[] = [];
    let server = await boot(folder);
    try {
      const start = { seed: pick(draw, ["onboarding", "empty"]), now: starts[round % starts.length], freeze: true };
      calls.push({ method: "put", path: home, body: start });
      expect((await server.send(calls[0] as Call)).status).toBe(201);
      for (let step = 1; step <= length; step++) {
        const call = await nextCall(draw, server, bodiesOf);
        calls.push(call);
        const response = await server.send(call);
        if (!declared(response)) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
        if (response.status < 300 && call.method !== "get") granted++;
        if (step % 4 === 0) server = await reread(server, folder);
      }
    } catch (error) {
      const told = calls.slice(-5).map((call) => JSON.stringify(call).slice(0, 600));
      throw new Error(`seed ${seed}, round ${round}: ${(error as Error).message}\n${told.join("\n")}`);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return granted;
}
