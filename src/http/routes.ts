import { type Request, type RequestHandler, type Response, Router } from "express";
import { sendNothing } from "./exchange.ts";
import { refusal } from "./problems.ts";

/** A router to which case and a trailing slash matter. */
export const strictRouter = (): Router => Router({ strict: true, caseSensitive: true });

type Handler = (request: Request, response: Response, next: (error: unknown) => void) => void;
interface Route {
  options(handler: Handler): unknown;
  all(handler: Handler): unknown;
}

/** Completes a route: OPTIONS lists its methods, and any other method is refused with the same list. */
export function allowOnly(route: Route, methods: readonly string[]): void {
  const allow = [...methods, "OPTIONS"].join(", ");
  route.options((_request, response) => {
    response.setHeader("Allow", allow);
    sendNothing(response);
  });
  route.all(({ method }, _response, next) =>
    next(refusal(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here; ${allow} are.`, { Allow: allow })),
  );
}

/** A path that can only be read. */
export function serve(router: Router, path: string, handler: (response: Response) => void | Promise<void>): void {
  const route = router.route(path);
  route.get((_request, response) => handler(response));
  allowOnly(route, ["GET", "HEAD"]);
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
