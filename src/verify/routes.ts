import { type Method, operationsOf } from "../../contract/endpoint.ts";
import { account } from "../../contract/endpoint-parts.ts";
import { service } from "../../contract/service.ts";
import type { Asked } from "./exchange.ts";

const routes = operationsOf(service)
  .flatMap(({ operationId, endpoint: { method, path } }) => [
    { operationId, method, path: path as string, shorthand: false },
    { operationId, method, path: path.slice(account.length), shorthand: true },
  ])
  // A literal segment comes before a parameter: /thirdparties/search is no third party.
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length)
  .map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`) }));

const words = new Set(routes.flatMap(({ path }) => path.split("/")));
/** Whether a part of a path is one of the contract, and names nothing. */
export const isWord = (part: string): boolean => words.has(part) && !part.startsWith(":");

/** A path without the ids and names in it: collections are at odd places, and what they hold at even ones. */
export const nameless = (path: string): string =>
  path
    .split("/")
    .map((part, at) => (words.has(part) || (at % 2 === 1 && /^[a-z][a-z-]*$/.test(part)) ? part : "*"))
    .join("/");

export interface Routed {
  operationId: string;
  params: Asked["params"];
  /** The path leaves out the account. */
  shorthand: boolean;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The operation of a path below the base of the service. */
export function route(method: string, path: string): Routed | undefined {
  const wanted = method.toLowerCase() as Method;
  for (const { operationId, method: own, pattern, shorthand } of routes) {
    const found = own === wanted ? pattern.exec(path) : null;
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)]);
    return { operationId, params: Object.fromEntries(params), shorthand };
  }
  return undefined;
}

/** Where a path below an account begins; any version of the interface. */
const versioned = /^(?<prefix>.*?)(?<path>\/api\/v(?<version>\d+)\/account\/[^/]+(?:\/.*)?)$/;

/** A path of the interface, and the base that stands before it. */
export function located(url: URL): { base: string; path: string; version: string } | undefined {
  const { prefix = "", path, version } = versioned.exec(url.pathname)?.groups ?? {};
  return path === undefined || version === undefined ? undefined : { base: `${url.origin}${prefix}`, path, version };
}
