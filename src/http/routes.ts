import { type Request, type Response, Router } from "express";
import { HttpRefusal } from "./problems.ts";

/** Paths are what they are, to the letter. */
export const strictRouter = (): Router => Router({ strict: true, caseSensitive: true });

type Handler = (request: Request, response: Response, next: (error: unknown) => void) => void;
interface Route {
  options(handler: Handler): unknown;
  all(handler: Handler): unknown;
}

/** Closes a route: OPTIONS tells which methods it has, and any other is refused with the same list. */
export function allowOnly(route: Route, methods: readonly string[]): void {
  const allow = [...methods, "OPTIONS"].join(", ");
  route.options((_request, response) => {
    response.setHeader("Allow", allow);
    response.statusCode = 204;
    response.end();
  });
  route.all((request, _response, next) =>
    next(
      new HttpRefusal(
        405,
        { code: "METHOD_NOT_ALLOWED", detail: `${request.method} is not allowed here; ${allow} are.` },
        { Allow: allow },
      ),
    ),
  );
}
