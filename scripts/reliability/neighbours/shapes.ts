import { control } from "../../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../../contract/endpoint.ts";
import { service } from "../../../contract/service.ts";
import { placesIn, replaced } from "../../../test/contract/mutations.ts";
import type { Request } from "../client.ts";

/** A request that works, with one of its parts grown to a size in some shape. */
export interface Shaped {
  operationId: string;
  about: string;
  /** Made when it is sent: there are thousands of a megabyte. */
  request: () => Request;
}

const repeated = (text: string) => (size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
/** Texts that readers of numbers, dates, lists, names, paths and types may take long over. */
const texts: Record<string, (size: number) => string> = Object.fromEntries(
  ["x", "9", " ", "é", "a,", "a;q=0.1,", "../", "%2f", "-", "P1D", "2026-01-15T", "a@b.", "<a>", '"\\', "\u0000"].map(
    (text) => [JSON.stringify(text), repeated(text)],
  ),
);
const list = (length: number, entry: (nth: number) => string) => Array.from({ length }, (_, nth) => entry(nth)).join();
/** Values of a body with so many values in them, as JSON. */
const trees: Record<string, (size: number) => string> = {
  numbers: (size) => `[${list(size, String)}]`,
  texts: (size) => `[${list(size, (nth) => `"text${nth}"`)}]`,
  objects: (size) => `[${list(size / 2, (nth) => `{"id":${nth}}`)}]`,
  keys: (size) => `{${list(size, (nth) => `"key${nth}":${nth}`)}}`,
  nested: (size) => `${"[".repeat(size)}${"]".repeat(size)}`,
};
const sizes = {
  head: [12_000, 1_000, 100],
  header: [8_000],
  text: [1_000_000, 50_000, 4_000, 300],
  tree: [100_000, 4_800, 300],
};
const headers = ["Accept", "Prefer", "X-Request-Id", "Range", "If-None-Match", "If-Match", "Origin", "Cookie"];

const operations = [...operationsOf(service), ...operationsOf(control)].filter(
  // It ends the server.
  ({ operationId }) => operationId !== "server.stop",
);

/** All of them, by operation. */
export const shapesOf = (ids: Ids): Map<string, Shaped[]> =>
  new Map(
    operations.map(({ operationId, endpoint }) => {
      const all = [...ofHeads(endpoint, ids), ...ofBodies(endpoint, ids)];
      return [operationId, all.map(([about, request]) => ({ operationId, about: `${operationId} ${about}`, request }))];
    }),
  );

type Ids = Record<string, string | number>;
type Grown = [about: string, request: () => Request];

function* grown(place: string, shapes: Record<string, (size: number) => string>, sizes: readonly number[]) {
  for (const [name, shape] of Object.entries(shapes))
    for (const size of sizes) yield [`${place} ${size} of ${name}`, () => shape(size)] as const;
}

function* ofHeads(endpoint: Endpoint, ids: Ids): Generator<Grown> {
  for (const name of Object.keys(endpoint.params.shape))
    for (const [about, text] of grown(`:${name}`, texts, sizes.head))
      yield [about, () => requestOf(endpoint, { ...ids, [name]: encodeURIComponent(text()) })];
  for (const name of Object.keys(endpoint.query?.shape ?? {}))
    for (const [about, text] of grown(`?${name}`, texts, sizes.head))
      yield [about, () => requestOf(endpoint, ids, { query: { [name]: text() } })];
  const printable = Object.fromEntries(Object.entries(texts).filter(([name]) => !/é|\\u/.test(name)));
  for (const name of headers)
    for (const [about, text] of grown(name, printable, sizes.header))
      yield [about, () => requestOf(endpoint, ids, { head: { [name]: text() } })];
}

function* ofBodies(endpoint: Endpoint, ids: Ids): Generator<Grown> {
  if (!endpoint.body || endpoint.method === "get") return;
  const example = exampleOf(endpoint);
  const quoted = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, (size: number) => JSON.stringify(text(size))]),
  );
  for (const { path } of placesIn(example)) {
    const place = `body ${path.join(".")}`;
    const [before, after] = JSON.stringify(replaced(example, path, () => here)).split(`"${here}"`) as [string, string];
    const values = [...grown(place, quoted, sizes.text), ...grown(place, trees, sizes.tree)];
    for (const [about, value] of values)
      yield [about, () => requestOf(endpoint, ids, { body: `${before}${value()}${after}` })];
  }
}
const here = "<here>";

/** The longest of the examples has the most places. */
function exampleOf({ examples }: Endpoint): unknown {
  const bodies = Object.values(examples).flatMap(({ body }) => (body === undefined ? [] : [body]));
  return bodies.sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? {};
}

interface Parts {
  query?: Record<string, string>;
  head?: Record<string, string>;
  body?: string;
}
function requestOf(endpoint: Endpoint, ids: Ids, { query, head, body }: Parts = {}): Request {
  const { method, path, form, examples } = endpoint;
  const search = new URLSearchParams({ ...Object.values(examples)[0]?.query, ...query } as Record<string, string>);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? name));
  const taken = { method: method.toUpperCase(), path: search.size > 0 ? `${filled}?${search}` : filled };
  if (!endpoint.body || method === "get") return { ...taken, headers: head ?? {} };
  const json = body ?? JSON.stringify(exampleOf(endpoint));
  const type = form ? "application/x-www-form-urlencoded" : "application/json";
  return { ...taken, headers: { "content-type": type, ...head }, body: form ? formOf(json) : json };
}

function formOf(json: string): string {
  const read = JSON.parse(json);
  if (typeof read !== "object" || Array.isArray(read)) return json;
  // A value too deep for JSON.stringify stands as the text that it was read from.
  const fields = Object.entries(read).map(([name, value]) => [name, typeof value === "object" ? json : String(value)]);
  return new URLSearchParams(fields).toString();
}
