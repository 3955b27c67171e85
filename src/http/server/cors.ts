import type { IncomingHttpHeaders } from "node:http";
import { hostName, isLoopback } from "./host.ts";

type Headers = Readonly<Record<string, string>>;

const exposed =
  "X-Request-Id, Location, Content-Disposition, Link, WWW-Authenticate, ETag, Retry-After, Preference-Applied";
const readable = { "Access-Control-Expose-Headers": exposed };
const methods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
const usualHeaders = "Authorization, Content-Type, Accept, Prefer, X-Request-Id, X-Sandbox-Key, If-None-Match, Range";
const secondsKept = "600";

export const isPreflight = (method: string | undefined, request: IncomingHttpHeaders): boolean =>
  method === "OPTIONS" && request.origin !== undefined && request["access-control-request-method"] !== undefined;

/** The reason why a text is no list of origins, or undefined. */
export function originsRefusal(cors: string): string | undefined {
  if (cors.trim() === "*") return undefined;
  const origins = listOf(cors);
  const wrong = origins.find((origin) => originHost(origin) === undefined);
  if (wrong === undefined && origins.length > 0) return undefined;
  return (
    `${wrong ?? "Nothing"} is not an origin: scheme, host and port are wanted, like http://localhost:5173, ` +
    "separated by commas, or *."
  );
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
export function createCors(cors: string | null) {
  const open = cors?.trim() === "*";
  const listed = new Set(cors === null ? [] : listOf(cors));
  // The control plane reads and rewrites everything, so for it `*` means localhost only.
  const isListed = cors === null || open ? isLocalOrigin : (origin: string) => listed.has(origin);
  const mayControl = (origin: string, request: IncomingHttpHeaders) =>
    isListed(origin) || isSameOrigin(origin, request.host);

  return {
    service: open ? openSurface : surfaceFor(isListed),
    control: surfaceFor(mayControl),
    /** The reason why a browser may not send a request to what asks for no token, or undefined. */
    crossSiteRefused(request: IncomingHttpHeaders, surface: "control plane" | "service"): string | undefined {
      const { origin } = request;
      if (open && surface === "service") return undefined;
      if (origin === undefined ? request["sec-fetch-site"] !== "cross-site" : mayControl(origin, request))
        return undefined;
      const site = origin === undefined || originHost(origin) === undefined ? "another site" : origin.slice(0, 200);
      return `A page of ${site} may not use the ${surface}; allow its origin with --cors.`;
    },
  };
}

// The Host header is checked before, so a page with the same host was served by this sandbox.
const isSameOrigin = (origin: string, host: string | undefined): boolean => {
  const own = host?.toLowerCase();
  return (
    own !== undefined &&
    (origin === `http://${own.replace(/:80$/, "")}` || origin === `https://${own.replace(/:443$/, "")}`)
  );
};

/** The headers of a response, and of a preflight: always a 204, whether its headers allow the request or not. */
function surfaceFor(allows: (origin: string, request: IncomingHttpHeaders) => boolean) {
  const forAllowed = (request: IncomingHttpHeaders, headers: Headers): Headers => {
    const { origin } = request;
    if (origin === undefined || !allows(origin, request)) return { Vary: "Origin" };
    return { Vary: "Origin", "Access-Control-Allow-Origin": origin, ...headers };
  };
  return {
    headers: (request: IncomingHttpHeaders) => forAllowed(request, readable),
    preflight: (request: IncomingHttpHeaders) => forAllowed(request, permissions(request)),
  };
}

const openSurface: ReturnType<typeof surfaceFor> = {
  headers: () => ({ "Access-Control-Allow-Origin": "*", ...readable }),
  preflight: (request) => ({ "Access-Control-Allow-Origin": "*", ...permissions(request) }),
};

const headerNames = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;

function permissions(request: IncomingHttpHeaders): Headers {
  const asked = request["access-control-request-headers"];
  const echoed = asked !== undefined && asked.length <= 2_000 && headerNames.test(asked);
  const privateNetwork = request["access-control-request-private-network"] === "true";
  return {
    "Access-Control-Allow-Methods": methods,
    // The request's own list, because tracing libraries add headers that no list foresees.
    "Access-Control-Allow-Headers": echoed ? asked : usualHeaders,
    "Access-Control-Max-Age": secondsKept,
    ...(privateNetwork ? { "Access-Control-Allow-Private-Network": "true" } : {}),
  };
}
