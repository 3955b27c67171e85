import { BlockList, isIP } from "node:net";
import type { Request } from "express";
import type { Options } from "../../sandbox/options.ts";

/** How a client reached the sandbox, where that is not by the sandbox's own address. */
export interface Forwarded {
  /** The address that the client used, without a slash at its end. */
  base: string;
  /** The path of that address; empty for none. */
  prefix: string;
  client: string | null;
  /** The base path without a slash behind it: relative links of a page would lead elsewhere. */
  isWithoutSlash: boolean;
}

/**
 * Reads the address that a client used, and removes the base path, so that it does not matter whether a proxy has
 * removed it. Undefined where there is neither a base path nor a proxy.
 */
export function forwardedReader(options: Pick<Options, "basePath" | "trustedProxies">) {
  const { basePath, trustedProxies } = options;
  if (basePath === "" && trustedProxies.length === 0) return undefined;
  const isTrusted = trustOf(trustedProxies);
  return (request: Request): Forwarded => {
    const address = request.socket.remoteAddress ?? null;
    const forwarded = isTrusted(address) ? readForwarded(request, isTrusted) : direct;
    if (forwarded.host !== undefined) request.headers.host = forwarded.host;
    const path = below(basePath, request.url);
    const isWithoutSlash = path !== undefined && request.url[basePath.length] !== "/";
    if (path !== undefined) request.url = request.originalUrl = path;
    const prefix = path === undefined ? forwarded.prefix || basePath : forwarded.prefix + basePath;
    const base = `${forwarded.scheme}://${request.headers.host}${prefix}`;
    return { base, prefix, client: forwarded.client ?? address, isWithoutSlash };
  };
}

/** The path behind another one; undefined where it is not below that. */
function below(base: string, url: string): string | undefined {
  if (base === "" || !url.startsWith(base)) return undefined;
  const path = url.slice(base.length);
  return path === "" || path.startsWith("?") ? `/${path}` : path.startsWith("/") ? path : undefined;
}

/** What the headers of trusted proxies say. */
interface ForwardedHeaders {
  scheme: "http" | "https";
  host?: string | undefined;
  prefix: string;
  client?: string | undefined;
}
const direct: ForwardedHeaders = { scheme: "http", prefix: "" };

/** The values of a header, the nearest proxy's last. */
const valuesOf = ({ headers }: Request, name: string): string[] =>
  [headers[name] ?? []]
    .flat()
    .flatMap((line) => line.split(","))
    .map((value) => value.trim())
    .filter((value) => value !== "");

/**
 * A header holds one value of each proxy, and before them any that the client made up. As many values count as there
 * are trusted proxies in a row, and of those the first: it comes from the proxy that the client reached.
 */
function readForwarded(request: Request, isTrusted: (address: string | null) => boolean): ForwardedHeaders {
  const addresses = valuesOf(request, "x-forwarded-for");
  const untrusted = addresses.findLastIndex((address) => !isTrusted(address));
  const client = Math.max(0, untrusted);
  const proxies = addresses.length - client || 1;
  const first = (name: string) => {
    const values = valuesOf(request, name);
    return values[Math.max(0, values.length - proxies)];
  };
  const prefix = first("x-forwarded-prefix")?.replace(/\/$/, "") ?? "";
  return {
    scheme: first("x-forwarded-proto")?.toLowerCase() === "https" ? "https" : "http",
    host: first("x-forwarded-host"),
    prefix: isBasePath(prefix) ? prefix : "",
    client: addresses[client],
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
