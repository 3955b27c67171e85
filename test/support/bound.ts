import express, { type ErrorRequestHandler, type Express } from "express";
import type { Contract } from "../../contract/endpoint.ts";
import { follow, type Note } from "../../src/http/answers.ts";
import { bind, type Surroundings } from "../../src/http/bind.ts";
import { HttpRefusal } from "../../src/http/problems.ts";
import { strictRouter } from "../../src/http/routes.ts";
import type { SomeHandlersOf } from "../../src/sandbox/handlers.ts";

type Noted = Pick<Note, "operationId" | "accountId" | "violations">;

/** An Express app that serves a contract alone, lets every request in, and notes each request and error. */
export function bound<C extends Contract>(
  contract: C,
  handlers: SomeHandlersOf<C, string>,
  more: Partial<Surroundings<string>> = {},
  shorthand?: string,
) {
  const noted: Noted[] = [];
  const errors: unknown[] = [];
  const app: Express = express();
  const surroundings: Surroundings<string> = {
    enter: (_request, accountId) => ({ caller: "somebody", context: `the world of ${accountId}` }),
    challenge: "Bearer",
    ...more,
  };
  const last: ErrorRequestHandler = (error, _request, response, _next) => {
    if (error instanceof HttpRefusal) response.status(error.status).set(error.headers).json(error.refused);
    else {
      errors.push(error);
      response.status(500).json({ code: "INTERNAL_ERROR" });
    }
  };
  app.set("query parser", "simple");
  const begin = follow(app, ({ operationId, accountId, violations }) =>
    noted.push({ operationId, accountId, violations }),
  );
  app.use((request, response, next) => {
    begin(request, response);
    next();
  });
  app.use(bind(strictRouter(), contract, handlers, surroundings, shorthand));
  app.use(last);
  return { app, noted, errors };
}
