import type { RequestHandler } from "express";

/** Handles the requests for some paths by what is loaded when the first of them comes. */
export function lazily(paths: RegExp, load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return (request, response, next) => {
    if (!paths.test(request.path)) return next();
    loading ??= load();
    loading.then((handle) => handle(request, response, next), next);
  };
}
