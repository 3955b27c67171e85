import type { RequestHandler } from "express";
import type { Options } from "../../sandbox/options.ts";
import { sendNothing } from "../exchange.ts";
import { refusal } from "../problems.ts";
import { createCors, isPreflight } from "./cors.ts";
import { createHostCheck } from "./host.ts";

export const controlPaths = /^\/_sandbox(?:\/|$)/;
/** Pages that any site may link to, and files behind links that are signed. */
const pagePaths =
  /^\/(?:$|(?:console|docs|files)(?:\/|$)|(?:health|ready|assumptions|events|favicon\.\w+|openapi\.\w+)$)/;

const forbidden = (detail: string) => refusal(403, "FORBIDDEN", detail);

/** Refuses unknown hosts, answers preflights, and keeps pages of other sites from what needs no token. */
export function createGuard(options: Pick<Options, "allowedHosts" | "host" | "cors" | "auth">): RequestHandler {
  const hostAllowed = createHostCheck(options.allowedHosts, options.host);
  const cors = createCors(options.cors);
  return ({ headers, method, path }, response, next) => {
    if (!hostAllowed(headers.host)) {
      const host = JSON.stringify(headers.host ?? "");
      throw forbidden(`This sandbox does not answer to the host ${host}; start it with --allowed-host to let it.`);
    }
    const isControl = controlPaths.test(path);
    const surface = isControl ? cors.control : cors.service;
    const preflight = isPreflight(method, headers);
    if (headers.origin !== undefined) {
      const allowed = preflight ? surface.preflight(headers) : surface.headers(headers);
      for (const [name, value] of Object.entries(allowed)) response.setHeader(name, value);
    }
    if (preflight) return sendNothing(response);
    // A token keeps pages of other sites from the service; a signed link is one.
    const isOpen = isControl || (options.auth === "off" && !pagePaths.test(path));
    const refused = isOpen ? cors.crossSiteRefused(headers, isControl ? "control plane" : "service") : undefined;
    if (refused !== undefined) throw forbidden(refused);
    next();
  };
}
