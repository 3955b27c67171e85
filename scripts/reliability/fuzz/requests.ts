import { gzipSync } from "node:zlib";
import { control } from "../../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../../contract/endpoint.ts";
import { account } from "../../../contract/endpoint-parts.ts";
import { EventName } from "../../../contract/events.ts";
import type { Surface } from "../../../contract/openapi.ts";
import { service } from "../../../contract/service.ts";
import { mutant, texts } from "../../../test/contract/mutations.ts";
import { bearer, type Request } from "../client.ts";

type Draw = (below: number) => number;

export interface Operation {
  surface: Surface;
  operationId: string;
  endpoint: Endpoint;
}
export interface Drawn extends Request {
  operation: Operation;
}

/** What exists, and requests that succeed on it. */
export interface Known {
  accountId: string;
  token: string;
  /** Ids of any resources. */
  ids: readonly number[];
  documentId: number | undefined;
  exported: unknown;
  requestOf: (operationId: string, endpoint: Endpoint) => Parts;
}
interface Parts {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body?: unknown;
}

const operations: readonly Operation[] = [
  ...operationsOf(service).map((row) => ({ ...row, surface: "service" as const })),
  ...operationsOf(control).map((row) => ({ ...row, surface: "control" as const })),
];
const allBodies = operations
  .flatMap(({ endpoint }) => Object.values(endpoint.examples))
  .flatMap(({ body }) => (isObject(body) ? [body] : []));

const headerValues: Record<string, readonly string[]> = {
  Accept: ["*/*", "application/json", "text/html", "application/pdf", ";;;", "application/json;q=0"],
  "Content-Type": ["application/json; charset=utf-8", "text/plain", "application/json; charset=latin1", "a/b", ";"],
  "Content-Encoding": ["gzip", "br", "identity", "zstd"],
  Prefer: ["handling=strict", "code=200", "code=503", "code=999", "delay=1", ",,,;=", "example=x, code=201"],
  "X-Request-Id": ["ok", "not ok", "x".repeat(500)],
  Range: ["bytes=0-", "bytes=-1", "bytes=9-1", "lines=1", "bytes=999999999-"],
  "If-None-Match": ["*", '"x"', "W/"],
  "If-Match": ["*", '"x"'],
  Origin: ["http://localhost:3000", "https://evil.test", "null"],
  Authorization: ["Bearer x.y.z", "Basic ZGVtbzpkZW1v", "Bearer", "x"],
};
const badBodies = ["", "{", "[1e400]", '{"a":1e400}', '"\\ud800"', "\u0000", "null", "[]", "1", '{"a":1}{"a":1}'];

/** One request: as its example says with what exists, or with one or more of its parts spoiled. */
export function drawRequest(draw: Draw, known: Known): Drawn {
  const operation = pick(draw, operations);
  const { endpoint, surface } = operation;
  const parts = working(draw, operation, known);
  const headers: Record<string, string> = surface === "service" ? bearer(known.token) : {};
  let body: string | Buffer | undefined =
    parts.body === undefined ? undefined : serialised(endpoint, parts.body, headers);
  const spoils = draw(5) < 2 ? 0 : 1 + Number(draw(6) === 0);
  for (let count = 0; count < spoils; count++) {
    const kind = draw(endpoint.body ? 10 : 4);
    if (kind === 0) spoilPath(draw, parts, known);
    else if (kind <= 2) spoilQuery(draw, endpoint, parts);
    else if (kind === 3) spoilHeaders(draw, headers);
    else if (kind === 4) body = pick(draw, badBodies);
    else {
      parts.body = tamed(draw, operation, mutant(parts.body, allBodies, draw, 1 + draw(3)));
      body = serialised(endpoint, parts.body, headers);
    }
  }
  if (body !== undefined && headers["Content-Encoding"] === "gzip" && draw(2)) body = gzipSync(body);
  const path = pathOf(draw, operation, parts);
  // The refusal of too large a head has a body, because nothing of the request can be read.
  const head = endpoint.method === "get" && path.length < 8_000 && draw(30) === 0;
  return { operation, method: head ? "HEAD" : endpoint.method.toUpperCase(), path, headers, body };
}

function working(draw: Draw, { surface, operationId, endpoint }: Operation, known: Known): Parts {
  const { accountId, documentId, exported } = known;
  if (surface === "service") {
    const { params, query, body } = known.requestOf(operationId, endpoint);
    return { params: { ...params, accountId }, query: { ...query }, body };
  }
  const examples = Object.values(endpoint.examples);
  const { query = {} } = examples[0] ?? {};
  const params = { accountId, documentId, name: "before-renewal" };
  const own: Record<string, () => unknown> = {
    "accounts.import": () => (draw(20) === 0 ? exported : examples[0]?.body),
    "accounts.put": () => ({ seed: pick(draw, ["empty", "onboarding", "expiring"]), now: "2026-01-15T09:00:00" }),
    "occurrences.create": () => ({ event: pick(draw, EventName.options) }),
    "tokens.create": () => ({ accountIds: [accountId], expiresIn: 60 }),
    "clock.move": () => pick(draw, [{ advance: "P3D" }, { advance: "PT6H" }, { freeze: draw(2) === 0 }]),
  };
  const body = (draw(3) > 0 ? own[operationId]?.() : undefined) ?? pick(draw, examples).body;
  return { params, query: { ...query }, body: tamed(draw, { operationId }, body) };
}

/** Keeps a valid request from a world, a span or a wait whose length is its meaning, and would fill the run. */
function tamed(draw: Draw, { operationId }: Pick<Operation, "operationId">, body: unknown): unknown {
  if (operationId === "faults.replace" && Array.isArray(body))
    return body.map((fault) => (isObject(fault) && Number(fault.delayMs) > 5 ? { ...fault, delayMs: 5 } : fault));
  if (!isObject(body)) return body;
  if (operationId === "accounts.put") {
    const size = typeof body.size === "number" && body.size > 20 && body.size <= 100_000 ? draw(20) : body.size;
    return { ...body, size, seed: body.seed === "portfolio" ? "onboarding" : body.seed };
  }
  if (operationId === "clock.move") {
    const { advance, set } = body;
    if (typeof advance === "string" && /\d{3,}[DW]|\d{2,}[MY]|\dY/.test(advance)) return { ...body, advance: "P30D" };
    if (typeof set === "string" && /^(?:202[7-9]|20[3-9]|2[1-9]|[3-9])\d*-/.test(set))
      return { ...body, set: `2027${set.slice(4)}` };
  }
  return body;
}

function serialised(endpoint: Endpoint, body: unknown, headers: Record<string, string>): string {
  headers["Content-Type"] = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  if (!endpoint.form || !isObject(body)) return JSON.stringify(body) ?? "";
  return new URLSearchParams(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
  ).toString();
}

function spoilPath(draw: Draw, parts: Parts, { ids }: Known): void {
  const name = pick(draw, Object.keys(parts.params));
  if (name) parts.params[name] = draw(3) === 0 ? pick(draw, ids) : pick(draw, texts);
}

function spoilQuery(draw: Draw, { query }: Endpoint, parts: Parts): void {
  const names = [...Object.keys(query?.shape ?? {}), "unknown"];
  for (let count = 0; count <= draw(2); count++) parts.query[pick(draw, names)] = pick(draw, texts);
}

function spoilHeaders(draw: Draw, headers: Record<string, string>): void {
  const name = pick(draw, Object.keys(headerValues));
  headers[name] = pick(draw, headerValues[name] as readonly string[]);
}

const takers = operations.filter(({ endpoint }) => endpoint.body && !endpoint.form);
const repeated = (times: number, text: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => text(at)).join();
/** Bodies near the limit of 1 MiB: many keys, many entries, deep, or long. */
const huge: readonly ((many: number) => string)[] = [
  (many) => `{${repeated(many, (at) => `"key${at}":${at}`)}}`,
  (many) => `{"event":"DOSSIER_UPDATED",${repeated(many, (at) => `"k${at}":null`)}}`,
  (many) => `[${repeated(many, () => "{}")}]`,
  (many) => `{"contacts":[${repeated(many, () => '{"email":1}')}]}`,
  (many) => `{"a":${"[".repeat(many)}${"]".repeat(many)}}`,
  (many) => JSON.stringify({ label: "x".repeat(10 * many) }),
];

/** A request of each operation that works, so that its code is loaded before anything is measured. */
export function* drawFirst(draw: Draw, known: Known): Generator<Request> {
  for (const operation of operations) {
    const { operationId, endpoint } = operation;
    if (operationId === "server.stop" || operationId === "requests.stream") continue;
    const parts = working(draw, operation, known);
    const headers: Record<string, string> = { ...bearer(known.token) };
    const body = parts.body === undefined ? "" : serialised(endpoint, parts.body, headers);
    yield { method: endpoint.method.toUpperCase(), path: pathOf(draw, operation, parts), headers, body };
  }
}

/** The n-th of the requests with a huge body: every operation meets every kind in turn. */
export function drawHuge(draw: Draw, known: Known, nth: number): Drawn {
  const operation = takers[nth % takers.length] as Operation;
  const parts = working(draw, operation, known);
  const headers = { ...bearer(known.token), "Content-Type": "application/json" };
  const kind = (nth + Math.floor(nth / takers.length)) % huge.length;
  const body = huge[kind]?.(20_000 + draw(40_000));
  const method = operation.endpoint.method.toUpperCase();
  return { operation, method, path: pathOf(draw, operation, parts), headers, body };
}

function pathOf(draw: Draw, { endpoint, surface }: Operation, { params, query }: Parts): string {
  const { path } = endpoint;
  const template = surface === "service" && draw(4) === 0 ? path.slice(account.length) : path;
  const filled = template.replace(/:(\w+)/g, (_, name) => encoded(params[name]));
  const search = Object.entries(query).map(([name, value]) => `${name}=${encoded(value)}`);
  return search.length > 0 ? `${filled}?${search.join("&")}` : filled;
}

/** A lone surrogate cannot be escaped. */
const encoded = (value: unknown) => encodeURIComponent(String(value ?? 1).toWellFormed());

function pick<T>(draw: Draw, values: readonly T[]): T {
  return values[draw(values.length)] as T;
}
function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
