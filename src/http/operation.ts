import type { NextFunction, Request, Response } from "express";
import type { Endpoint } from "../../contract/endpoint.ts";
import { exampleOf } from "./examples.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { wait } from "./fault.ts";
import { checkAccept, typesOf } from "./request/accept.ts";
import { bodyReaderOf } from "./request/bodies.ts";
import { invalidRequest, parseRequest, queryOf } from "./request/parse.ts";
import { type Preferences, preferencesOf } from "./request/prefer.ts";
import { type Reply, responderOf } from "./respond.ts";

/** The caller of an operation, and what its handler works on. */
export interface Admission<X> {
  caller: string;
  context: X;
  newAccount?: boolean;
}

/** A contract's own rules: access, faults, writing. */
export interface Surface<X> {
  /** Refuses with an HttpRefusal. */
  admit(request: Request, accountId: string | undefined): Admission<X> | Promise<Admission<X>>;
  /** The account of a shorthand path, which names none. */
  accountOf?(request: Request): string | Promise<string>;
  /** May inject a fault before the handler runs; true when the fault has ended the response. */
  disturb?(operationId: string, accountId: string | undefined, response: Response): boolean | Promise<boolean>;
  /** May narrow the query of a search; undefined where it stays as it is. */
  narrow?(context: X, query: unknown, exchange: Exchange): Promise<unknown> | undefined;
  /** Counts what the handler returned. */
  answered?(exchange: Exchange, query: object, reply: Reply): void;
  /** What a world may take in memory, in bytes. */
  mostOfWorld?: number;
  /** Whether unknown query parameters are refused where no preference says otherwise. */
  isStrict?: boolean;
  /** The WWW-Authenticate header of a 401 that a client asks for. */
  challenge: string;
  /** Notes the time and the state that the answer is of. */
  look?(context: X, exchange: Exchange): void;
  /** Ends the use of a context. */
  leave?(context: X): void;
  /** Runs a handler that writes, resolves when its change is durable, and notes its events. */
  writing?<T>(context: X, work: () => Promise<T>, exchange: Exchange): Promise<T>;
}

export type AnyHandler = (request: never, context: never) => Promise<Reply>;

/** An operation with all that its endpoint decides in advance. */
const prepared = <X>(operationId: string, endpoint: Endpoint, handler: AnyHandler, surface: Surface<X>) => ({
  operationId,
  endpoint,
  handler,
  surface,
  types: typesOf(endpoint),
  bodies: endpoint.body ? bodyReaderOf(endpoint, surface.mostOfWorld) : undefined,
  respond: responderOf(endpoint),
});
type Operation<X> = ReturnType<typeof prepared<X>>;

/** The Express handlers of an endpoint: `shorthand` for the path that leaves out the account. */
export function operationOf<X>(...parts: Parameters<typeof prepared<X>>) {
  const operation = prepared(...parts);
  return (shorthand: boolean) =>
    (request: Request, response: Response, next: NextFunction): void => {
      perform(operation, request, response, shorthand).catch((error) => {
        // Express takes undefined for no error, and would try the next route.
        next(error ?? new Error(`${operation.operationId} threw ${error}`));
      });
    };
}

async function perform<X>(operation: Operation<X>, request: Request, response: Response, shorthand: boolean) {
  const { operationId, surface } = operation;
  const accountId = shorthand ? await surface.accountOf?.(request) : (request.params.accountId as string | undefined);
  const exchange = exchangeOf(response);
  exchange.operation = operationId;
  exchange.accountId = accountId ?? null;
  // An await costs a turn of the queue, and most requests need none before their handler.
  const admitting = surface.admit(request, accountId);
  const admission = admitting instanceof Promise ? await admitting : admitting;
  exchange.newAccount = admission.newAccount === true;
  exchange.caller = admission.caller;
  try {
    await performOn(operation, admission, request, response, shorthand);
  } finally {
    surface.leave?.(admission.context);
  }
}

async function performOn<X>(
  operation: Operation<X>,
  admission: Admission<X>,
  request: Request,
  response: Response,
  shorthand: boolean,
) {
  const { operationId, endpoint, surface, types, bodies } = operation;
  const exchange = exchangeOf(response);
  const accountId = exchange.accountId ?? undefined;
  surface.look?.(admission.context, exchange);
  bodies?.check(request);
  if (types) checkAccept(request, types);
  const preferences = preferencesOf(request.headers.prefer);
  if (preferences.strict || preferences.delay) await applyHandling(preferences, response);
  const disturbing = surface.disturb?.(operationId, accountId, response);
  if (disturbing instanceof Promise ? await disturbing : disturbing) return;
  const raw = {
    path: shorthand ? { ...request.params, accountId } : request.params,
    query: queryOf(request),
    body: bodies ? await bodies.read(request, response) : undefined,
  };
  if (preferences.code !== undefined) {
    // Also where the preference is refused: no status of the service.
    exchange.forced = true;
    const reply = forcedReply(operation, preferences.code, preferences.example);
    applied(response, `code=${preferences.code}`);
    return operation.respond(request, response, reply);
  }
  const parsed = parseRequest(endpoint, raw, preferences.strict ?? surface.isStrict === true);
  const reply = await handle(operation, admission, request, parsed, exchange);
  surface.answered?.(exchange, raw.query, reply);
  return operation.respond(request, response, reply);
}

async function applyHandling({ strict, delay }: Preferences, response: Response): Promise<void> {
  if (strict) applied(response, "handling=strict");
  if (!delay) return;
  applied(response, `delay=${delay}`);
  await wait(delay);
}

function handle<X>(
  { endpoint, handler, surface }: Operation<X>,
  { caller, context }: Admission<X>,
  { headers }: Request,
  { params, query, body, violations, further }: ReturnType<typeof parseRequest>,
  exchange: Exchange,
): Promise<Reply> {
  if (violations.length > 0) throw invalidRequest({ violations, further });
  const { host, authorization, "last-event-id": lastEventId } = headers;
  const call = { params, query, body, caller, origin: exchange.base ?? `http://${host}`, authorization, lastEventId };
  const work = () => handler(call as never, context as never);
  if (endpoint.method !== "get" && surface.writing) return surface.writing(context, work, exchange);
  // The first step of a search reads its events, in the same turn as this.
  surface.look?.(context, exchange);
  const narrowing = surface.narrow?.(context, query, exchange);
  return narrowing
    ? narrowing.then((narrowed) => handler({ ...call, query: narrowed } as never, context as never))
    : work();
}

function forcedReply<X>({ operationId, endpoint, surface }: Operation<X>, code: number, example?: string): Reply {
  const reply = exampleOf(operationId, endpoint, code, example);
  return code === 401 ? { ...reply, headers: { "WWW-Authenticate": surface.challenge } } : reply;
}

const applied = (response: Response, preference: string) => response.append("Preference-Applied", preference);
