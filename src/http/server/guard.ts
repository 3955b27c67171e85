import type { RequestHandler } from "express";
import type { Options } from "../../sandbox/options.ts";
import { sendNothing } from "../exchange.ts";
import { refusal } from "../problems.ts";
import { createCors, isPreflight } from "./cors.ts";
import { createHostCheck } from "./host.ts";

export const controlPaths = /^\/_sandbox(?:\/|$)/;

const forbidden = (detail: string) => refusal(403, "FORBIDDEN", detail);

/** Refuses unknown hosts, answers preflights, and keeps pages of other sites from the control plane. */
export function createGuard(options: Pick<Options, "allowedHosts" | "host" | "cors">): RequestHandler {
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
    const refused = isControl ? cors.crossSiteRefused(headers, "control plane") : undefined;
    if (refused !== undefined) throw forbidden(refused);
    next();
  };
}
