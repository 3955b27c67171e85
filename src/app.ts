import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from "express";
import { z } from "zod";
import { service as serviceContract } from "../contract/service.ts";
import { AccountId, account, accountIdPattern } from "../contract/shared.ts";
import { follow, noteOf, send } from "./http/answers.ts";
import { bind, type Entry, type Surroundings } from "./http/bind.ts";
import { createCors, isPreflight } from "./http/cors.ts";
import { strike } from "./http/fault.ts";
import { front } from "./http/front.ts";
import { createHostCheck, isLoopback } from "./http/host.ts";
import { lazily } from "./http/lazily.ts";
import { HttpRefusal, problem } from "./http/problems.ts";
import { strictRouter } from "./http/routes.ts";
import { ContractViolation } from "./http/serialise.ts";
import { signedFiles } from "./http/signed.ts";
import { check, codeOfAll } from "./http/violations.ts";
import type { Identity, Verdict } from "./sandbox/authentication.ts";
import { isKey } from "./sandbox/key.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { service } from "./service/index.ts";
import { WriteFailed } from "./store/failures.ts";
import type { World } from "./world/world.ts";

const controlPaths = /^\/_sandbox(?:\/|$)/;
const shorthandHeads = new Set(["thirdparties", "attributes", "dossiers", "documents", "responses"]);

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The sandbox over HTTP: hosts and origins, then the control plane, the documentation and the service. */
export function createApp(sandbox: Sandbox): Express {
  const { options } = sandbox;
  const hostAllowed = createHostCheck(options.allowedHosts, options.host);
  const cors = createCors(options.cors);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("strict routing");
  app.enable("case sensitive routing");
  app.set("query parser", "simple");

  const begin = follow(app, ({ requestId, operationId, accountId, violations }, response, durationMs) =>
    sandbox.seen({
      requestId,
      method: response.req.method,
      path: response.req.originalUrl,
      operation: operationId,
      accountId,
      status: response.headersSent ? response.statusCode : 0,
      durationMs,
      violations: violations.map(({ detail }) => detail),
      at: sandbox.wall(),
    }),
  );

  const first: RequestHandler = (request, response, next) => {
    begin(request, response);
    if (!hostAllowed(request.headers.host))
      throw new HttpRefusal(403, {
        code: "FORBIDDEN",
        detail: `This sandbox does not answer to the host ${JSON.stringify(request.headers.host ?? "")}; start it with --allowed-host to let it.`,
      });
    const isControl = controlPaths.test(request.path);
    const surface = isControl ? cors.control : cors.service;
    const preflight = isPreflight(request.method, request.headers);
    if (request.headers.origin !== undefined || preflight)
      for (const [name, value] of Object.entries(
        preflight ? surface.preflight(request.headers) : surface.headers(request.headers),
      ))
        response.setHeader(name, value);
    if (preflight) {
      response.statusCode = 204;
      response.end();
      return;
    }
    if (isControl) {
      const refused = cors.crossSiteRefused(request.headers);
      if (refused !== undefined) throw new HttpRefusal(403, { code: "FORBIDDEN", detail: refused });
    }
    next();
  };
  app.use(first);

  const accepted = (verdict: Verdict): Identity => {
    if (!("refused" in verdict)) return verdict;
    const { code, detail, wwwAuthenticate } = verdict.refused;
    throw new HttpRefusal(401, { code, detail }, { "WWW-Authenticate": wwwAuthenticate });
  };
  // A token that was seen before is known at once, and so is a world that is open: then nobody waits.
  const identify = (request: Request): Identity | Promise<Identity> => {
    const verdict = sandbox.authenticator.authenticate(request.headers.authorization);
    return verdict instanceof Promise ? verdict.then(accepted) : accepted(verdict);
  };

  const admit = ({ subject, accountIds }: Identity, accountId: string): Entry<World> | Promise<Entry<World>> => {
    if (accountIds !== "any" && !accountIds.includes(accountId))
      throw new HttpRefusal(403, {
        code: "ACCOUNT_FORBIDDEN",
        detail: `The token does not name the account ${accountId}; it names ${accountIds.join(", ") || "none"}.`,
      });
    if (!accountIdPattern.test(accountId)) throw wrongAccount(accountId);
    const world = sandbox.world(accountId);
    return world instanceof Promise
      ? world.then((context) => ({ caller: subject, context }))
      : { caller: subject, context: world };
  };

  const forService: Surroundings<World> = {
    challenge: "Bearer",
    enter(request, accountId = "") {
      const identity = identify(request);
      return identity instanceof Promise
        ? identity.then((known) => admit(known, accountId))
        : admit(identity, accountId);
    },
    async accountOf(request) {
      const { accountIds } = await identify(request);
      return accountIds === "any" ? "demo" : (accountIds[0] ?? "");
    },
    disturb(operationId, accountId, _request, response) {
      const fault = sandbox.faults.next({ operationId, accountId, randomSeed: sandbox.randomSeedOf(accountId) });
      return fault ? strike(fault, response) : false;
    },
    writing: (world, work) => world.write(work),
  };

  const forControl: Surroundings<Sandbox> = {
    challenge: "SandboxKey",
    enter(request) {
      if (!isLoopback(options.host) && !isKey(header(request.headers["x-sandbox-key"]), options.sandboxKey))
        throw new HttpRefusal(
          401,
          { code: "UNAUTHENTICATED", detail: "Off loopback the control plane needs the header X-Sandbox-Key." },
          { "WWW-Authenticate": "SandboxKey" },
        );
      return { caller: "control", context: sandbox };
    },
  };

  // The service first, and without a router in between: what is asked for most is looked for least.
  bind(app, serviceContract, service, forService, account);
  app.use(front(sandbox));
  app.use(signedFiles(sandbox));
  app.use(
    lazily(controlPaths, async () => {
      const [{ control: contract }, { control }] = await Promise.all([
        import("../contract/control.ts"),
        import("./control/index.ts"),
      ]);
      return bind(strictRouter(), contract, control, forControl);
    }),
  );

  app.use((request, _response, next) => {
    const [, head = ""] = request.path.split("/");
    const hint =
      shorthandHeads.has(head) || request.path.startsWith("/api/")
        ? " The paths are listed at /docs; a trailing slash makes another path."
        : " See / for what there is.";
    next(new HttpRefusal(404, { code: "NOT_FOUND", detail: `There is nothing at ${request.path}.${hint}` }));
  });

  const last: ErrorRequestHandler = (error, request, response, _next) => {
    const { requestId } = noteOf(response);
    const refusal = error instanceof HttpRefusal ? error : refusalOf(error);
    if (!refusal) sandbox.log.error(`${request.method} ${request.path} failed (request ${requestId})`, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const { status, refused, headers } = refusal ?? internal(requestId, error);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const text = JSON.stringify(problem(status, refused, request.originalUrl.split("?")[0] ?? "/", requestId));
    send(response, status, "application/problem+json; charset=utf-8", Buffer.from(text));
  };
  app.use(last);
  return app;
}

const ofAccount = z.object({ accountId: AccountId });
function wrongAccount(accountId: string): HttpRefusal {
  const checked = check("path", ofAccount, { accountId });
  const errors = "violations" in checked ? checked.violations : [];
  return new HttpRefusal(400, {
    code: codeOfAll(errors),
    detail: errors.map(({ detail }) => detail).join(" "),
    errors,
  });
}

/** What Express itself refuses, and what the disk does. */
function refusalOf(error: unknown): HttpRefusal | undefined {
  if (error instanceof WriteFailed)
    return error.full
      ? new HttpRefusal(507, {
          code: "INSUFFICIENT_STORAGE",
          detail: "No room is left on the disk of the sandbox: nothing was changed. Make room, and try again.",
        })
      : new HttpRefusal(503, {
          code: "INSUFFICIENT_STORAGE",
          detail: `The disk of the sandbox does not take the change (${error.code}): nothing was changed. Try again.`,
        });
  if (error instanceof URIError && error.message.startsWith("Failed to decode param"))
    return new HttpRefusal(400, {
      code: "VALIDATION_ERROR",
      detail: "The path holds an escape that does not stand for a character.",
    });
  return undefined;
}

const internal = (requestId: string, error: unknown): HttpRefusal =>
  new HttpRefusal(500, {
    code: "INTERNAL_ERROR",
    detail:
      error instanceof ContractViolation
        ? `This is a bug of the sandbox: ${error.message}. Request ${requestId} is in its log.`
        : `This is a bug of the sandbox. Request ${requestId} is in its log.`,
  });
