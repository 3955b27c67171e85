import express, { type ErrorRequestHandler, type Express } from "express";
import { type Contract, operationsOf } from "../../contract/endpoint.ts";
import { bind } from "../../src/http/bind.ts";
import { track } from "../../src/http/exchange.ts";
import type { Surface } from "../../src/http/operation.ts";
import { strictRouter } from "../../src/http/pages/routes.ts";
import { HttpRefusal } from "../../src/http/problems.ts";
import type { Handlers, HandlersOf } from "../../src/sandbox/handlers.ts";

type SomeHandlers<C extends Contract> = { [G in keyof C]?: Partial<Handlers<C[G], string>> };

/** Every other handler of the contract throws. */
function completed<C extends Contract>(contract: C, some: SomeHandlers<C>): HandlersOf<C, string> {
  const all: Record<string, Record<string, unknown>> = {};
  for (const { operationId, tag } of operationsOf(contract)) {
    const name = operationId.slice(tag.length + 1);
    const missing = () => Promise.reject(new Error(`${operationId} was called`));
    all[tag] = { ...all[tag], [name]: some[tag]?.[name] ?? missing };
  }
  return all as HandlersOf<C, string>;
}

/** An Express app that serves a contract alone, lets every request in, and notes each error. */
export function bound<C extends Contract>(contract: C, handlers: SomeHandlers<C>, more: Partial<Surface<string>> = {}) {
  const errors: unknown[] = [];
  const app: Express = express();
  const surface: Surface<string> = {
    admit: (_request, accountId) => ({ caller: "a caller", context: `the world of ${accountId}` }),
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
  const begin = track(app, () => {});
  app.use((request, response, next) => {
    begin(request, response);
    next();
  });
  app.use(bind(strictRouter(), contract, completed(contract, handlers), surface));
  app.use(last);
  return { app, errors };
}
