import type { Request } from "express";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { Violation } from "../../../contract/shared.ts";
import { allOf, type Checked, check, codeOfAll, fits } from "../../../contract/violations.ts";
import { parametersOf, unknownParameter } from "../../sandbox/requests/remarks.ts";
import { HttpRefusal } from "../problems.ts";
import { isRaw } from "./bodies.ts";

const noQuery = Object.freeze({});

export const queryOf = (request: Request): object => (request.url.includes("?") ? request.query : noQuery);

/** Checks every part of a request against the contract; `strict` also refuses unknown query parameters. */
export function parseRequest(endpoint: Endpoint, raw: Record<"path" | "query" | "body", unknown>, strict: boolean) {
  const params = check("path", endpoint.params, raw.path);
  const query = check("query", endpoint.query, raw.query);
  const body = isRaw(raw.body) ? { ...fits, data: raw.body } : check("body", endpoint.body, raw.body);
  const unknown = strict ? unknownParameters(endpoint, raw.query as object) : fits;
  const { violations, further } = allOf([params, query, body, unknown]);
  return { params: params.data, query: query.data, body: body.data, violations, further };
}

function unknownParameters(endpoint: Endpoint, received: object): Checked {
  const known = parametersOf(endpoint);
  const unknown = Object.entries(received).filter(([name]) => !known.includes(name));
  const violations = unknown.map(
    ([name, value]): Violation => ({
      in: "query",
      pointer: null,
      name,
      code: "VALIDATION_ERROR",
      detail: unknownParameter(name, known, ", and strict handling refuses it"),
      expected: `one of ${known.join(", ") || "none"}`,
      received: JSON.stringify(value),
    }),
  );
  return { violations, further: 0 };
}

export function invalidRequest({ violations, further }: Checked): HttpRefusal {
  const details = violations.map(({ detail }) => detail).join(" ");
  const total = violations.length + further;
  const others = further > 0 ? ` And ${further} more.` : "";
  const detail = total === 1 ? details : `${total} things are wrong: ${details}${others}`;
  const errors = { errors: [...violations], ...(further > 0 && { furtherErrors: further }) };
  return new HttpRefusal(400, { code: codeOfAll(violations), detail, ...errors });
}
