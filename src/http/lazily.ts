import type { RequestHandler } from "express";

/** Loads the handler of some paths at the first request for one of them. */
export function lazily(paths: RegExp, load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return (request, response, next) => {
    if (!paths.test(request.path)) return next();
    loading ??= load();
    loading.then((handle) => handle(request, response, next), next);
  };
}
