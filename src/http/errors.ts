import type { ErrorRequestHandler, RequestHandler } from "express";
import { DamagedCopy } from "../control/snapshot-refusals.ts";
import type { Log } from "../sandbox/log.ts";
import { LimitReached } from "../sandbox/worlds/limits.ts";
import { InvalidWorld } from "../seed/import.ts";
import { SeedNotFound } from "../seed/seed-file.ts";
import { AccountClosed, Damaged, FolderLost, ReadFailed, WriteFailed } from "../store/failures.ts";
import { exchangeOf, send } from "./exchange.ts";
import { framed } from "./pages/frame.ts";
import { escaped, sendPage } from "./pages/page.ts";
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
    return sendPage(response, framed("Not found", `<p>${escaped(nothing)} ${links}</p>`));
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
    const known = refusals.map((refusalOf) => refusalOf(error)).find((refused) => refused !== undefined);
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

type Place = ReadFailed["where"];

const soon = { "Retry-After": "2" };
const unavailable = (detail: string, place: Place = "disk") =>
  // A database that restarts, or fails over, is back in seconds.
  refusal(503, "STORAGE_UNAVAILABLE", detail, place === "disk" ? undefined : soon);

function writeFailed({ code, where, full, cause }: WriteFailed): HttpRefusal {
  if (cause instanceof FolderLost) return unavailable(`${cause.message}.`);
  if (where === "uncertain") {
    const detail = `The database has not said whether it took the change (${code}): look before you try again.`;
    return refusal(503, "OUTCOME_UNKNOWN", detail, soon);
  }
  if (full) {
    const owner = where === "disk" ? "sandbox" : "database";
    const detail = `No room is left on the disk of the ${owner}: nothing was changed. Make room, and try again.`;
    return refusal(507, "INSUFFICIENT_STORAGE", detail);
  }
  const detail = `The ${where} of the sandbox does not take the change (${code}): nothing was changed. Try again.`;
  return unavailable(detail, where);
}

/** SQLSTATE: there is no such table. */
const tableLost = "42P01";
const readFailed = (code: string, where: Place) => {
  const advice = code === tableLost ? "Its tables are gone: start the server again." : "Try again.";
  return unavailable(`The ${where} of the sandbox could not be read (${code}): nothing was changed. ${advice}`, where);
};

const damaged = (message: string) =>
  refusal(503, "WORLD_DAMAGED", `The world cannot be read: ${message} Mend it, or delete the account.`);

const accountClosed = "The account was deleted before this request could use it: nothing was changed.";
const undecodable = refusal(400, "VALIDATION_ERROR", "The path holds an escape that does not stand for a character.");

function invalidWorld({ message, violations }: InvalidWorld): HttpRefusal {
  const detail = `The world does not fit, and nothing was changed. ${message}`;
  return new HttpRefusal(422, { code: "INVALID_WORLD", detail, errors: violations });
}

/** The refusal of each class of errors that may be thrown; any other error is a bug. */
const refusals = [
  on(HttpRefusal, (error) => error),
  on(LimitReached, ({ code, message }) => refusal(403, code, message)),
  on(SeedNotFound, ({ message }) => refusal(404, "SEED_NOT_FOUND", message)),
  on(AccountClosed, () => refusal(404, "ACCOUNT_NOT_FOUND", accountClosed)),
  on(DamagedCopy, ({ code, message }) => refusal(409, code, message)),
  on(InvalidWorld, invalidWorld),
  on(FolderLost, ({ message }) => unavailable(`${message}.`)),
  on(WriteFailed, writeFailed),
  on(ReadFailed, ({ code, where }) => readFailed(code, where)),
  on(Damaged, ({ message }) => damaged(message)),
  // Express throws it for a path.
  on(URIError, ({ message }) => (message.startsWith("Failed to decode param") ? undecodable : undefined)),
];

function on<E>(kind: abstract new (...parts: never[]) => E, refuse: (error: E) => HttpRefusal | undefined) {
  return (error: unknown) => (error instanceof kind ? refuse(error) : undefined);
}

function internalError(requestId: string, error: unknown): HttpRefusal {
  const cause = error instanceof ContractViolation ? `: ${error.message}` : "";
  return refusal(500, "INTERNAL_ERROR", `This is a bug of the sandbox${cause}. Request ${requestId} is in its log.`);
}
