import { type IRoute, type RequestHandler, Router } from "express";
import type { Method } from "../../../contract/endpoint.ts";
import { sendNothing } from "../exchange.ts";
import { refusal } from "../problems.ts";

/** A router to which case and a trailing slash matter. */
export const strictRouter = (): Router => Router({ strict: true, caseSensitive: true });

/** Completes a route: OPTIONS lists its methods, and any other method is refused with the same list. */
export function allowOnly(route: IRoute, methods: readonly Method[]): void {
  const named = methods.map((method) => (method === "get" ? "GET, HEAD" : method.toUpperCase()));
  const allow = [...named, "OPTIONS"].join(", ");
  route.options((_request, response) => {
    response.setHeader("Allow", allow);
    sendNothing(response);
  });
  route.all(({ method }, _response, next) =>
    next(refusal(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here; ${allow} are.`, { Allow: allow })),
  );
}

export function serve(router: Router, path: string, handler: RequestHandler): void {
  const route = router.route(path);
  route.get(handler);
  allowOnly(route, ["get"]);
}

/** Loads the handler of some paths at the first request for one of them. */
export function lazily(paths: RegExp, load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return (request, response, next) => {
    if (!paths.test(request.path)) return next();
    loading ??= load();
    loading.then((handle) => handle(request, response, next), next);
  };
}
