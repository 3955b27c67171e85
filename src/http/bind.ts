/**
 * http: everything that has seen Express. It binds the contracts to their handlers, reads and checks requests
 * (`request/`), serves pages for people (`pages/`), runs the server with its proxies, hosts and origins (`server/`),
 * and turns thrown errors into problem documents by one table. It holds no rule of the service and no state beyond a
 * request: those are in `domain/` and `sandbox/`.
 */

import type { IRouter } from "express";
import { type Contract, type Method, operationsOf } from "../../contract/endpoint.ts";
import type { HandlersOf } from "../sandbox/handlers.ts";
import { noteParameters } from "../sandbox/requests/remarks.ts";
import { type AnyHandler, operationOf, type Surface } from "./operation.ts";
import { allowOnly } from "./pages/routes.ts";

/**
 * Literal segments before parameters, so that `/thirdparties/search` never falls into `/thirdparties/:id`. Short paths
 * come first, because Express tries one after another, and they are asked for most.
 */
const byLiteralFirst = (a: string, b: string): number => {
  const [left, right] = [a.split("/"), b.split("/")];
  if (left.length !== right.length) return left.length - right.length;
  for (const [at, segment] of left.entries()) {
    const difference = Number(segment.startsWith(":")) - Number(right[at]?.startsWith(":"));
    if (difference !== 0) return difference;
  }
  return 0;
};

interface Bound {
  method: Method;
  operation: ReturnType<typeof operationOf>;
}

/** Routes every operation of a contract to its handler. `shorthand` is the prefix that short paths leave out. */
export function bind<C extends Contract, X, R extends Pick<IRouter, "route">>(
  router: R,
  contract: C,
  handlers: HandlersOf<C, X>,
  surface: Surface<X>,
  shorthand?: string,
): R {
  const paths = new Map<string, Bound[]>();
  for (const { operationId, tag, endpoint } of operationsOf(contract)) {
    const { method, path } = endpoint;
    noteParameters(operationId, endpoint);
    const handler = handlers[tag]?.[operationId.slice(tag.length + 1)] as AnyHandler;
    const operation = operationOf(operationId, endpoint, handler, surface);
    paths.set(path, [...(paths.get(path) ?? []), { method, operation }]);
  }
  const sorted = [...paths].sort(([a], [b]) => byLiteralFirst(a, b));
  for (const [path, bound] of sorted) mount(router, path, bound, false);
  if (shorthand)
    for (const [path, bound] of sorted)
      if (path.startsWith(shorthand)) mount(router, path.slice(shorthand.length), bound, true);
  return router;
}

function mount(router: Pick<IRouter, "route">, path: string, bound: readonly Bound[], shorthand: boolean): void {
  const route = router.route(path);
  for (const { method, operation } of bound) route[method](operation(shorthand));
  const methods = bound.map(({ method }) => method);
  allowOnly(route, methods);
}
