import type { ErrorRequestHandler, RequestHandler } from "express";
import type { Log } from "../sandbox/log.ts";
import { LimitReached } from "../sandbox/worlds/limits.ts";
import { AccountClosed, Damaged, FolderLost, ReadFailed, WriteFailed } from "../store/failures.ts";
import { exchangeOf, send } from "./exchange.ts";
import { escaped, page, sendPage } from "./pages/page.ts";
import { HttpRefusal, problem, refusal } from "./problems.ts";
import { ContractViolation } from "./serialise.ts";
import { linger } from "./server/linger.ts";

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

const owners = { disk: "sandbox", database: "database" };
const places = { disk: "disk of the sandbox", database: "database of the sandbox" };
/** A database that restarts, or fails over, is back in seconds. */
const soon = { "Retry-After": "2" };

/** A refusal as it is, or the one for an error of the disk or of Express itself. */
function refusalOf(error: unknown): HttpRefusal | undefined {
  if (error instanceof HttpRefusal) return error;
  const lost = error instanceof WriteFailed ? error.cause : error;
  if (lost instanceof FolderLost) return refusal(503, "INSUFFICIENT_STORAGE", `${lost.message}.`);
  if (error instanceof WriteFailed) {
    const { code, where, full } = error;
    if (where === "uncertain") {
      const detail = `The database has not said whether it took the change (${code}): look before you try again.`;
      return refusal(503, "INSUFFICIENT_STORAGE", detail, soon);
    }
    const detail = full
      ? `No room is left on the disk of the ${owners[where]}: nothing was changed. Make room, and try again.`
      : `The ${places[where]} does not take the change (${code}): nothing was changed. Try again.`;
    return refusal(full ? 507 : 503, "INSUFFICIENT_STORAGE", detail, full || where === "disk" ? undefined : soon);
  }
  if (error instanceof ReadFailed) {
    const { code, where } = error;
    const detail = `The ${places[where]} could not be read (${code}): nothing was changed. Try again.`;
    return refusal(503, "INSUFFICIENT_STORAGE", detail, where === "disk" ? undefined : soon);
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
