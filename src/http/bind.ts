import type { IRouter, NextFunction, Request, Response } from "express";
import { type Contract, type Endpoint, type FileBody, isBinary, operationsOf } from "../../contract/endpoint.ts";
import type { Violation } from "../../contract/shared.ts";
import type { SomeHandlersOf } from "../sandbox/handlers.ts";
import { noteOf, send } from "./answers.ts";
import { bodyReaderOf, isRaw } from "./bodies.ts";
import { sendFile } from "./download.ts";
import { dynamicBody, exampleOf } from "./examples.ts";
import { preferencesOf } from "./prefer.ts";
import { HttpRefusal } from "./problems.ts";
import { allowOnly } from "./routes.ts";
import { serialiserOf } from "./serialise.ts";
import { check, codeOfAll } from "./violations.ts";

/** Who asks, and in what surroundings their handler works. */
export interface Entry<X> {
  caller: string;
  context: X;
}

/** What a surface brings to its contract: who may enter, and who writes when. */
export interface Surroundings<X> {
  /** Refuses with an HttpRefusal. */
  enter(request: Request, accountId: string | undefined): Entry<X> | Promise<Entry<X>>;
  /** The account of a shorthand path, which names none. */
  accountOf?(request: Request): string | Promise<string>;
  /** Before the handler: a fault may strike here. True when it has answered. */
  disturb?(
    operationId: string,
    accountId: string | undefined,
    request: Request,
    response: Response,
  ): boolean | Promise<boolean>;
  /** What a 401 asks for, where a client wants to see one. */
  challenge: string;
  /** Around a handler that writes. */
  writing?<T>(context: X, work: () => Promise<T>): Promise<T>;
}

type Part = "path" | "query" | "body";
type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type AnyHandler = (request: never, context: never) => Promise<Answer>;

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const applied = (response: Response, preference: string) => response.append("Preference-Applied", preference);
const empty = Object.freeze({});
const none: readonly Violation[] = [];

/** What an endpoint can say that an Accept header may rule out; where it is anything, the file decides. */
function typesOf(endpoint: Endpoint): readonly string[] | undefined {
  const success = Object.entries(endpoint.responses).find(([status]) => Number(status) < 300)?.[1];
  const types = success && isBinary(success) ? success.binary : ["application/json"];
  return types.includes("*/*") ? undefined : types;
}
function checkTypes(types: readonly string[], accept: string | undefined): void {
  if (accept === undefined || accept === "*/*") return;
  const wanted = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((text) => text.trim().toLowerCase());
    return { type, refused: parameters.some((text) => /^q=0(?:\.0*)?$/.test(text)) };
  });
  // The range that says most of a type decides on it (RFC 9110, 12.5.1).
  const fits = types.some((offered) => {
    const deciding = [offered, `${offered.split("/")[0]}/*`, "*/*"]
      .map((type) => wanted.find((range) => range.type === type))
      .find(Boolean);
    return deciding?.refused === false;
  });
  if (!fits)
    throw new HttpRefusal(406, {
      code: "NOT_ACCEPTABLE",
      detail: `This answers ${types[0]}; Accept leaves nothing of it.`,
    });
}

/** Checks every part of a request and reports all that is wrong with it at once. */
function parseRequest(endpoint: Endpoint, raw: Record<Part, unknown>, strict: boolean) {
  const params = part("path", endpoint.params, raw.path);
  const query = part("query", endpoint.query, raw.query);
  const body = isRaw(raw.body) ? { data: raw.body } : part("body", endpoint.body, raw.body);
  const unknown = strict ? strangers(endpoint, raw.query as object) : none;
  const sound = !params.violations && !query.violations && !body.violations && unknown.length === 0;
  const violations = sound
    ? none
    : [params, query, body].flatMap(({ violations = none }) => violations).concat(unknown);
  return { params: params.data, query: query.data, body: body.data, violations };
}
interface Parsed {
  data?: unknown;
  violations?: readonly Violation[];
}
const absent: Parsed = {};
const part = (place: Part, schema: Endpoint["query"] | Endpoint["body"], input: unknown): Parsed =>
  schema ? check(place, schema, input) : absent;

const strangers = ({ query }: Endpoint, came: object): readonly Violation[] =>
  Object.entries(came)
    .filter(([name]) => !Object.hasOwn(query?.shape ?? {}, name))
    .map(([name, value]) => ({
      in: "query",
      pointer: null,
      name,
      code: "VALIDATION_ERROR",
      detail: `${name} is no parameter of this operation, and Prefer: handling=strict asks to hear of it.`,
      expected: `one of ${Object.keys(query?.shape ?? {}).join(", ") || "none"}`,
      received: JSON.stringify(value),
    }));

/** Express answers with what the contract says, or not at all. */
function respond(
  endpoint: Endpoint,
  serialisers: Record<number, (body: unknown) => Uint8Array>,
  request: Request,
  response: Response,
  answer: Answer,
): void | Promise<void> {
  const { status, body, headers } = answer;
  const declared = endpoint.responses[status];
  if (declared === undefined) throw new Error(`status ${status} is not declared`);
  if (headers) for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isBinary(declared)) {
    const file = body as FileBody;
    checkTypes([(file.contentType.split(";")[0] as string).trim().toLowerCase()], request.headers.accept);
    return sendFile(request, response, file);
  }
  if (status === 204) {
    response.statusCode = 204;
    response.end();
    return;
  }
  if (status >= 400 && "code" in (body as object)) throw new HttpRefusal(status, body as never, headers);
  send(
    response,
    status,
    "application/json; charset=utf-8",
    (serialisers[status] as (body: unknown) => Uint8Array)(body),
  );
}

function routeOf<X>(
  operationId: string,
  endpoint: Endpoint,
  handler: AnyHandler | undefined,
  surroundings: Surroundings<X>,
) {
  const serialisers = Object.fromEntries(
    Object.entries(endpoint.responses).flatMap(([status, declared]) =>
      isBinary(declared) || status === "204"
        ? []
        : [[status, serialiserOf(declared, { again: endpoint.method === "get" })]],
    ),
  );

  const types = typesOf(endpoint);
  const bodies = endpoint.body ? bodyReaderOf(endpoint) : undefined;
  const writing = endpoint.method === "get" ? undefined : surroundings.writing;

  const perform = async (request: Request, response: Response, alias: boolean) => {
    const accountId = alias
      ? await surroundings.accountOf?.(request)
      : (request.params.accountId as string | undefined);
    const note = noteOf(response);
    note.operationId = operationId;
    note.accountId = accountId ?? null;
    const preferences = preferencesOf(request.headers.prefer);
    const entry = surroundings.enter(request, accountId);
    const { caller, context } = entry instanceof Promise ? await entry : entry;
    bodies?.check(request);
    if (types) checkTypes(types, request.headers.accept);
    if (preferences.strict) applied(response, "handling=strict");
    if (preferences.delay) {
      applied(response, `delay=${preferences.delay}`);
      await wait(preferences.delay);
    }
    const disturbed = surroundings.disturb?.(operationId, accountId, request, response);
    if (disturbed instanceof Promise ? await disturbed : disturbed) return;
    const raw = {
      path: alias ? { ...request.params, accountId } : request.params,
      query: request.url.includes("?") ? request.query : empty,
      body: bodies ? await bodies.read(request, response) : undefined,
    };
    if (preferences.code !== undefined) {
      const asked = exampleOf(operationId, endpoint, preferences.code, preferences.example);
      applied(response, `code=${preferences.code}`);
      const headers = preferences.code === 401 ? { headers: { "WWW-Authenticate": surroundings.challenge } } : {};
      return respond(endpoint, serialisers, request, response, { ...asked, ...headers });
    }
    const { params, query, body, violations } = parseRequest(endpoint, raw, preferences.strict === true);
    if (violations.length > 0) {
      note.violations = violations;
      const detail =
        violations.length === 1
          ? (violations[0] as Violation).detail
          : `${violations.length} things are wrong: ${violations.map((violation) => violation.detail).join(" ")}`;
      throw new HttpRefusal(400, { code: codeOfAll(violations), detail, errors: [...violations] });
    }
    if (!handler) {
      if (preferences.dynamic) {
        const drawn = await dynamicBody(operationId, endpoint, request.originalUrl);
        applied(response, "dynamic=true");
        return respond(endpoint, serialisers, request, response, drawn);
      }
      throw new HttpRefusal(501, {
        code: "NOT_IMPLEMENTED",
        detail: `${operationId} is in the contract and has no handler yet; Prefer: dynamic=true answers with a body drawn from its schema.`,
      });
    }
    const { host, authorization } = request.headers;
    const call = { params, query, body, caller, origin: `http://${host}`, authorization };
    const work = () => handler(call as never, context as never);
    const answer = await (writing ? writing(context, work) : work());
    return respond(endpoint, serialisers, request, response, answer);
  };

  return (alias: boolean) =>
    (request: Request, response: Response, next: NextFunction): void => {
      // Express takes nothing for no error, and would go on to the next route.
      perform(request, response, alias).catch((error) => next(error ?? new Error(`${operationId} threw ${error}`)));
    };
}

/** Literal segments before parameters, so that `/thirdparties/search` never falls into `/thirdparties/:id`. */
const byLiteralFirst = (a: string, b: string): number => {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = Number(left[at]?.startsWith(":")) - Number(right[at]?.startsWith(":"));
    if (difference !== 0) return difference;
  }
  return right.length - left.length;
};

/**
 * The contract times its handlers: routes that parse requests by the contract, and check answers against it.
 * `shorthand` is the prefix that short paths leave out.
 */
export function bind<C extends Contract, X, R extends Pick<IRouter, "route">>(
  router: R,
  contract: C,
  handlers: SomeHandlersOf<C, X>,
  surroundings: Surroundings<X>,
  shorthand?: string,
): R {
  const paths = new Map<string, { endpoint: Endpoint; route: ReturnType<typeof routeOf> }[]>();
  for (const { operationId, tag, endpoint } of operationsOf(contract)) {
    const name = operationId.slice(tag.length + 1);
    const handler = (handlers[tag] as Record<string, AnyHandler> | undefined)?.[name];
    paths.set(endpoint.path, [
      ...(paths.get(endpoint.path) ?? []),
      { endpoint, route: routeOf(operationId, endpoint, handler, surroundings) },
    ]);
  }
  const mount = (path: string, alias: boolean) => {
    const operations = paths.get(alias ? `${shorthand}${path}` : path) ?? [];
    const methods = operations.flatMap(({ endpoint: { method } }) =>
      method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
    );
    const route = router.route(path);
    for (const { endpoint, route: make } of operations) route[endpoint.method](make(alias));
    allowOnly(route, methods);
  };
  const sorted = [...paths.keys()].sort(byLiteralFirst);
  for (const path of sorted) mount(path, false);
  if (shorthand) for (const path of sorted) if (path.startsWith(shorthand)) mount(path.slice(shorthand.length), true);
  return router;
}
