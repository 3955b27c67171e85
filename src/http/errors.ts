import type { ErrorRequestHandler, RequestHandler } from "express";
import { LimitReached } from "../sandbox/limits.ts";
import type { Log } from "../sandbox/log.ts";
import { AccountClosed, Damaged, FolderLost, ReadFailed, WriteFailed } from "../store/failures.ts";
import { exchangeOf, send } from "./exchange.ts";
import { linger } from "./linger.ts";
import { escaped, page, sendPage } from "./page.ts";
import { HttpRefusal, problem, refusal } from "./problems.ts";
import { ContractViolation } from "./serialise.ts";

const servicePaths = /^\/(?:api\/|(?:thirdparties|attributes|dossiers|documents|responses)(?:\/|$))/;

/** A problem document, or a page for a browser. */
export const noRoute: RequestHandler = (request, response, next) => {
  const { path } = request;
  const nothing = `There is nothing at ${path}.`;
  if (request.accepts(["json", "html"]) === "html") {
    exchangeOf(response).refused = { code: "NOT_FOUND", detail: nothing };
    const links = 'See <a href="/">what there is</a>, or <a href="/docs">every operation</a>.';
    response.status(404);
    return sendPage(response, page("Not found", `<p>${escaped(nothing)} ${links}</p>`));
  }
  const hint = servicePaths.test(path)
    ? "The paths are listed at /docs; a trailing slash makes another path."
    : "See / for what there is.";
  next(refusal(404, "NOT_FOUND", `${nothing} ${hint}`));
};

/** Sends the problem document of a refusal, or of a bug, which is logged. */
export const createErrorHandler =
  (log: Log): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const exchange = exchangeOf(response);
    const { requestId } = exchange;
    const known = refusalOf(error);
    if (!known) log.error(`${request.method} ${request.path} failed (request ${requestId})`, error);
    if (response.headersSent) return void response.destroy();
    const { status, refused, headers } = known ?? internalError(requestId, error);
    exchange.refused = refused;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (status === 413) linger(request);
    const text = JSON.stringify(
      problem(status, refused, exchange.prefix + (request.originalUrl.split("?")[0] ?? "/"), requestId),
    );
    send(response, status, "application/problem+json; charset=utf-8", Buffer.from(text));
  };

/** A refusal as it is, or the one for an error of the disk or of Express itself. */
function refusalOf(error: unknown): HttpRefusal | undefined {
  if (error instanceof HttpRefusal) return error;
  const lost = error instanceof WriteFailed ? error.cause : error;
  if (lost instanceof FolderLost) return refusal(503, "INSUFFICIENT_STORAGE", `${lost.message}.`);
  if (error instanceof WriteFailed) {
    const detail = error.full
      ? "No room is left on the disk of the sandbox: nothing was changed. Make room, and try again."
      : `The disk of the sandbox does not take the change (${error.code}): nothing was changed. Try again.`;
    return refusal(error.full ? 507 : 503, "INSUFFICIENT_STORAGE", detail);
  }
  if (error instanceof ReadFailed) {
    const detail = `The disk of the sandbox could not be read (${error.code}): nothing was changed. Try again.`;
    return refusal(503, "INSUFFICIENT_STORAGE", detail);
  }
  if (error instanceof LimitReached) return refusal(403, error.code, error.message);
  if (error instanceof Damaged) {
    const detail = `The world cannot be read: ${error.message} Mend it, or delete the account.`;
    return refusal(503, "INSUFFICIENT_STORAGE", detail);
  }
  if (error instanceof AccountClosed)
    return refusal(404, "ACCOUNT_NOT_FOUND", "The account was deleted meanwhile: nothing was changed.");
  if (error instanceof URIError && error.message.startsWith("Failed to decode param"))
    return refusal(400, "VALIDATION_ERROR", "The path holds an escape that does not stand for a character.");
  return undefined;
}

function internalError(requestId: string, error: unknown): HttpRefusal {
  const cause = error instanceof ContractViolation ? `: ${error.message}` : "";
  return refusal(500, "INTERNAL_ERROR", `This is a bug of the sandbox${cause}. Request ${requestId} is in its log.`);
}
