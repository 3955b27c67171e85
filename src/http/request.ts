import type { Request } from "express";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Violation } from "../../contract/shared.ts";
import { isRaw } from "./bodies.ts";
import { HttpRefusal } from "./problems.ts";
import { check, codeOfAll } from "./violations.ts";

const noQuery = Object.freeze({});

export const queryOf = (request: Request): object => (request.url.includes("?") ? request.query : noQuery);

/** Checks every part of a request against the contract; `strict` also refuses unknown query parameters. */
export function parseRequest(endpoint: Endpoint, raw: Record<"path" | "query" | "body", unknown>, strict: boolean) {
  const params = check("path", endpoint.params, raw.path);
  const query = check("query", endpoint.query, raw.query);
  const body = isRaw(raw.body) ? { data: raw.body, violations: none } : check("body", endpoint.body, raw.body);
  const unknown = strict ? unknownParameters(endpoint, raw.query as object) : none;
  const violations = [params.violations, query.violations, body.violations, unknown].reduce(joined);
  return { params: params.data, query: query.data, body: body.data, violations };
}

const none: readonly Violation[] = [];
const joined = (some: readonly Violation[], more: readonly Violation[]) =>
  more.length === 0 ? some : [...some, ...more];

const unknownParameters = ({ query }: Endpoint, received: object): readonly Violation[] =>
  Object.entries(received)
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

export function invalidRequest(violations: readonly Violation[]): HttpRefusal {
  const details = violations.map(({ detail }) => detail).join(" ");
  const detail = violations.length === 1 ? details : `${violations.length} things are wrong: ${details}`;
  return new HttpRefusal(400, { code: codeOfAll(violations), detail, errors: [...violations] });
}
