import type { NextFunction, Request, Response } from "express";
import type { Endpoint } from "../../contract/endpoint.ts";
import { checkAccept, typesOf } from "./accept.ts";
import { type BodyReader, bodyReaderOf } from "./bodies.ts";
import { exampleOf } from "./examples.ts";
import { exchangeOf } from "./exchange.ts";
import { type Preferences, preferencesOf } from "./prefer.ts";
import { invalidRequest, parseRequest, queryOf } from "./request.ts";
import { type Reply, type Respond, responderOf } from "./respond.ts";

/** The caller of an operation, and what its handler works on. */
export interface Entry<X> {
  caller: string;
  context: X;
  newAccount?: boolean;
}

/** A contract's own rules: access, faults, writing. */
export interface Surface<X> {
  /** Refuses with an HttpRefusal. */
  enter(request: Request, accountId: string | undefined): Entry<X> | Promise<Entry<X>>;
  /** The account of a shorthand path, which names none. */
  accountOf?(request: Request): string | Promise<string>;
  /** May inject a fault before the handler runs; true when the fault has ended the response. */
  disturb?(operationId: string, accountId: string | undefined, response: Response): boolean | Promise<boolean>;
  /** The WWW-Authenticate header of a 401 that a client asks for. */
  challenge: string;
  /** Runs a handler that writes, and resolves when its change is durable. */
  writing?<T>(context: X, work: () => Promise<T>): Promise<T>;
}

export type AnyHandler = (request: never, context: never) => Promise<Reply>;

interface Operation<X> {
  operationId: string;
  endpoint: Endpoint;
  handler: AnyHandler;
  surface: Surface<X>;
  types: readonly string[] | undefined;
  bodies: BodyReader | undefined;
  respond: Respond;
}

/** The Express handlers of an endpoint: `shorthand` for the path that leaves out the account. */
export function operationOf<X>(operationId: string, endpoint: Endpoint, handler: AnyHandler, surface: Surface<X>) {
  const operation: Operation<X> = {
    operationId,
    endpoint,
    handler,
    surface,
    types: typesOf(endpoint),
    bodies: endpoint.body ? bodyReaderOf(endpoint) : undefined,
    respond: responderOf(endpoint),
  };
  return (shorthand: boolean) =>
    (request: Request, response: Response, next: NextFunction): void => {
      perform(operation, request, response, shorthand).catch((error) => {
        // Express takes undefined for no error, and would go on to the next route.
        next(error ?? new Error(`${operationId} threw ${error}`));
      });
    };
}

async function perform<X>(operation: Operation<X>, request: Request, response: Response, shorthand: boolean) {
  const { operationId, surface, types, bodies } = operation;
  const accountId = shorthand ? await surface.accountOf?.(request) : (request.params.accountId as string | undefined);
  const exchange = exchangeOf(response);
  exchange.operationId = operationId;
  exchange.accountId = accountId ?? null;
  const preferences = preferencesOf(request.headers.prefer);
  // An await costs a turn of the queue, and most entries are known at once.
  const entering = surface.enter(request, accountId);
  const entry = entering instanceof Promise ? await entering : entering;
  exchange.newAccount = entry.newAccount === true;
  bodies?.check(request);
  if (types) checkAccept(request, types);
  if (preferences.strict) applied(response, "handling=strict");
  if (preferences.delay) await delay(response, preferences.delay);
  const disturbing = surface.disturb?.(operationId, accountId, response);
  if (disturbing instanceof Promise ? await disturbing : disturbing) return;
  const raw = {
    path: shorthand ? { ...request.params, accountId } : request.params,
    query: queryOf(request),
    body: bodies ? await bodies.read(request, response) : undefined,
  };
  const reply =
    preferences.code === undefined
      ? await handle(
          operation,
          entry,
          request,
          response,
          parseRequest(operation.endpoint, raw, preferences.strict === true),
        )
      : forcedReply(operation, response, preferences.code, preferences.example);
  return operation.respond(request, response, reply);
}

function handle<X>(
  { endpoint, handler, surface }: Operation<X>,
  { caller, context }: Entry<X>,
  { headers }: Request,
  response: Response,
  { params, query, body, violations }: ReturnType<typeof parseRequest>,
): Promise<Reply> {
  if (violations.length > 0) {
    exchangeOf(response).violations = violations;
    throw invalidRequest(violations);
  }
  const { host, authorization } = headers;
  const call = { params, query, body, caller, origin: `http://${host}`, authorization };
  const work = () => handler(call as never, context as never);
  return endpoint.method !== "get" && surface.writing ? surface.writing(context, work) : work();
}

/** The reply to Prefer: code. */
function forcedReply<X>(
  { operationId, endpoint, surface }: Operation<X>,
  response: Response,
  code: number,
  example: Preferences["example"],
): Reply {
  const reply = exampleOf(operationId, endpoint, code, example);
  applied(response, `code=${code}`);
  return code === 401 ? { ...reply, headers: { "WWW-Authenticate": surface.challenge } } : reply;
}

const applied = (response: Response, preference: string) => response.append("Preference-Applied", preference);

async function delay(response: Response, milliseconds: number): Promise<void> {
  applied(response, `delay=${milliseconds}`);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
