/**
 * app: the Express application of one sandbox. A request meets the guard of hosts and origins, the service, the pages,
 * signed links, the control plane and the table of errors, in this order. Each of them is a part of `http/`.
 */

import express, { type Express } from "express";
import { account } from "../contract/endpoint-parts.ts";
import { service as serviceContract } from "../contract/service.ts";
import { bind } from "./http/bind.ts";
import { createErrorHandler, noRoute } from "./http/errors.ts";
import { exchangeOf, track } from "./http/exchange.ts";
import { redirect } from "./http/pages/page.ts";
import { pages } from "./http/pages/pages.ts";
import { lazily, strictRouter } from "./http/pages/routes.ts";
import { forwardedReader } from "./http/server/forwarded.ts";
import { controlPaths, createGuard } from "./http/server/guard.ts";
import { signedFiles } from "./http/signed.ts";
import { controlSurface, serviceSurface } from "./http/surfaces.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { service } from "./service/index.ts";

/** The sandbox over HTTP. */
export function createApp(sandbox: Sandbox): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");

  const begin = track(app, (exchange) => sandbox.seen(exchange));
  const guard = createGuard(sandbox.options);
  const readForwarded = forwardedReader(sandbox.options);
  app.use((request, response, next) => {
    const forwarded = readForwarded?.(request);
    begin(request, response);
    if (forwarded) {
      const { isWithoutSlash, ...address } = forwarded;
      Object.assign(exchangeOf(response), address);
      if (isWithoutSlash) return redirect(response, request.url, 301);
    }
    guard(request, response, next);
  });
  // The service comes first and without a router of its own, because most requests are for it.
  bind(app, serviceContract, service, serviceSurface(sandbox), account);
  app.use(pages(sandbox));
  app.use(signedFiles(sandbox));
  app.use(lazily(controlPaths, () => controlRouter(sandbox)));
  app.use(noRoute);
  app.use(createErrorHandler(sandbox.log));
  return app;
}

async function controlRouter(sandbox: Sandbox) {
  const [{ control: contract }, { control }] = await Promise.all([
    import("../contract/control.ts"),
    import("./control/index.ts"),
  ]);
  return bind(strictRouter(), contract, control, controlSurface(sandbox));
}
