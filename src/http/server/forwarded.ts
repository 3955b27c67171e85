import { BlockList, isIP } from "node:net";
import type { Request } from "express";
import type { Options } from "../../sandbox/options.ts";

/** How a request came in, where that is not by the sandbox's own address. */
export interface Arrival {
  /** The address under which the client reaches the sandbox, without a slash at its end. */
  base: string;
  /** The path of that address; empty for none. */
  prefix: string;
  client: string | null;
  /** The base path without a slash behind it, from which the relative links of a page would lead elsewhere. */
  isBare: boolean;
}

type Settings = Pick<Options, "basePath" | "trustedProxies">;

/**
 * Reads the address that a client used. Paths are the same from here on with and without the base path, so it does not
 * matter whether a proxy removes it. Undefined where there is neither a base path nor a proxy: then nothing is to read.
 */
export function createArrivals({ basePath, trustedProxies }: Settings): ((request: Request) => Arrival) | undefined {
  if (basePath === "" && trustedProxies.length === 0) return undefined;
  const isTrusted = trustOf(trustedProxies);
  return (request) => {
    const address = request.socket.remoteAddress ?? null;
    const told = isTrusted(address) ? toldBy(request, isTrusted) : nothing;
    if (told.host !== undefined) request.headers.host = told.host;
    const rest = below(basePath, request.url);
    const isBelow = request.url[basePath.length] === "/";
    if (rest !== undefined) request.url = request.originalUrl = rest;
    const prefix = rest === undefined ? told.prefix || basePath : told.prefix + basePath;
    const base = `${told.scheme}://${request.headers.host}${prefix}`;
    return { base, prefix, client: told.client ?? address, isBare: rest !== undefined && !isBelow };
  };
}

/** The path behind another one; undefined where it is not below that. */
function below(base: string, url: string): string | undefined {
  if (base === "" || !url.startsWith(base)) return undefined;
  const rest = url.slice(base.length);
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest.startsWith("/") ? rest : undefined;
}

interface Told {
  scheme: "http" | "https";
  host?: string | undefined;
  prefix: string;
  client?: string | undefined;
}
const nothing: Told = { scheme: "http", prefix: "" };

/** The values of a header, the nearest proxy's last. */
const valuesOf = ({ headers }: Request, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((line) => line.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");

/**
 * A header may hold one value of each proxy, and before them any that the client made up. So many count as there are
 * known proxies in a row, and of those the first: it comes from the proxy that the client reached.
 */
function toldBy(request: Request, isTrusted: (address: string | null) => boolean): Told {
  const addresses = valuesOf(request, "x-forwarded-for");
  const stranger = addresses.findLastIndex((address) => !isTrusted(address));
  const proxies = addresses.length - Math.max(stranger, 0) || 1;
  const first = (name: string) => {
    const values = valuesOf(request, name);
    return values[Math.max(0, values.length - proxies)];
  };
  const prefix = first("x-forwarded-prefix")?.replace(/\/$/, "") ?? "";
  return {
    scheme: first("x-forwarded-proto")?.toLowerCase() === "https" ? "https" : "http",
    host: first("x-forwarded-host"),
    prefix: isBasePath(prefix) ? prefix : "",
    client: addresses[Math.max(stranger, 0)],
  };
}

/** A path that links can begin with; the empty one is none. */
export const isBasePath = (path: string): boolean => path === "" || /^(?:\/[\w.~-]+)+$/.test(path);

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** The reason why a text is no address and no range of addresses, or undefined. */
export function proxyRefusal(text: string): string | undefined {
  const [address = "", bits, ...more] = text.split("/");
  const most = family(address) === "ipv6" ? 128 : 32;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  if (isIP(address) !== 0 && isRange && more.length === 0) return undefined;
  return `${text} is neither an address nor a range of addresses, like 10.0.0.0/8 or fd00::/8.`;
}

function trustOf(proxies: readonly string[]): (address: string | null) => boolean {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  return (address) => address !== null && isIP(address) !== 0 && trusted.check(address, family(address));
}
