import type { IncomingHttpHeaders } from "node:http";
import { hostName, isLoopback } from "./host.ts";

type Headers = Readonly<Record<string, string>>;

export interface CorsSurface {
  /** For an answer, whatever its status. */
  headers(request: IncomingHttpHeaders): Headers;
  /** For the answer to a preflight, a 204 whether it allows or not. */
  preflight(request: IncomingHttpHeaders): Headers;
}

export interface Cors {
  service: CorsSurface;
  control: CorsSurface;
  /** Why a browser may not send this to the control plane, or undefined. */
  crossSiteRefused(request: IncomingHttpHeaders): string | undefined;
}

const exposed = [
  "X-Request-Id",
  "Content-Disposition",
  "Link",
  "WWW-Authenticate",
  "ETag",
  "Retry-After",
  "Preference-Applied",
].join(", ");
const methods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
const usualHeaders = "Authorization, Content-Type, Accept, Prefer, X-Request-Id, X-Sandbox-Key, If-None-Match, Range";
const secondsKept = "600";

export const isPreflight = (method: string | undefined, request: IncomingHttpHeaders): boolean =>
  method === "OPTIONS" && request.origin !== undefined && request["access-control-request-method"] !== undefined;

/** What is wrong with a list of origins, or undefined. */
export function originsRefusal(cors: string): string | undefined {
  if (cors.trim() === "*") return undefined;
  const wrong = listOf(cors).find((origin) => originHost(origin) === undefined);
  if (wrong === undefined && listOf(cors).length > 0) return undefined;
  return `${wrong ?? "Nothing"} is not an origin: scheme, host and port are wanted, like http://localhost:5173, separated by commas, or *.`;
}

const listOf = (cors: string) =>
  cors
    .split(",")
    .map((origin) => origin.trim().toLowerCase())
    .filter((origin) => origin !== "");

const originHost = (origin: string): string | undefined => {
  const [, scheme, host] = /^([a-z][a-z\d+.-]*):\/\/([^/?#@\s]+)$/.exec(origin) ?? [];
  return scheme === undefined ? undefined : hostName(host);
};

const isLocalOrigin = (origin: string): boolean => {
  const host = /^https?:/.test(origin) ? originHost(origin) : undefined;
  return host !== undefined && isLoopback(host);
};

/** `cors` as in Options: a list of origins, `*`, or null for every localhost origin. */
export function createCors(cors: string | null): Cors {
  const open = cors?.trim() === "*";
  const listed = new Set(cors === null ? [] : listOf(cors));
  // The control plane reads and rewrites everything, so for it `*` means no more than localhost.
  const isListed = cors === null || open ? isLocalOrigin : (origin: string) => listed.has(origin);
  const mayControl = (origin: string, request: IncomingHttpHeaders) =>
    isListed(origin) || isSameOrigin(origin, request.host);

  return {
    service: open ? openSurface : surfaceFor(isListed),
    control: surfaceFor(mayControl),
    crossSiteRefused(request) {
      const origin = request.origin;
      if (origin !== undefined && mayControl(origin, request)) return undefined;
      if (origin === undefined && request["sec-fetch-site"] !== "cross-site") return undefined;
      return `A page of ${origin === undefined || origin === "null" ? "another site" : shown(origin)} may not use the control plane; allow its origin with --cors.`;
    },
  };
}

const shown = (origin: string) => (originHost(origin) === undefined ? "another site" : origin.slice(0, 200));

// The Host was checked before, so a page that shows the same one was served by this sandbox.
const isSameOrigin = (origin: string, host: string | undefined): boolean => {
  const own = host?.toLowerCase();
  return (
    own !== undefined &&
    (origin === `http://${own.replace(/:80$/, "")}` || origin === `https://${own.replace(/:443$/, "")}`)
  );
};

const varies: Headers = Object.freeze({ Vary: "Origin" });

function surfaceFor(allows: (origin: string, request: IncomingHttpHeaders) => boolean): CorsSurface {
  const allowed = (request: IncomingHttpHeaders) =>
    request.origin !== undefined && allows(request.origin, request) ? request.origin : undefined;
  return {
    headers(request) {
      const origin = allowed(request);
      return origin === undefined
        ? varies
        : { ...varies, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed };
    },
    preflight(request) {
      const origin = allowed(request);
      return origin === undefined
        ? varies
        : { ...varies, "Access-Control-Allow-Origin": origin, ...permissions(request) };
    },
  };
}

const openSurface: CorsSurface = {
  headers: () => anyone,
  preflight: (request) => ({ "Access-Control-Allow-Origin": "*", ...permissions(request) }),
};
const anyone: Headers = Object.freeze({ "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed });

const headerNames = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;

function permissions(request: IncomingHttpHeaders): Headers {
  const asked = request["access-control-request-headers"];
  const echoed = asked !== undefined && asked.length <= 2_000 && headerNames.test(asked);
  return {
    "Access-Control-Allow-Methods": methods,
    // Echoed, because tracing libraries add headers that no list foresees.
    "Access-Control-Allow-Headers": echoed ? asked : usualHeaders,
    "Access-Control-Max-Age": secondsKept,
    ...(request["access-control-request-private-network"] === "true"
      ? { "Access-Control-Allow-Private-Network": "true" }
      : {}),
  };
}
