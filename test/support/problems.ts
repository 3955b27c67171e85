import { STATUS_CODES } from "node:http";
import type { Response } from "supertest";
import { expect } from "vitest";
import type { Violation } from "../../contract/shared.ts";
import { requestId } from "./sandbox.ts";

interface Expected {
  status: number;
  code: string;
  detail: unknown;
  errors?: unknown;
  thirdpartyId?: number;
}

/** Expects a whole problem document with its status, media type and request id. */
export function expectProblem(response: Response, { status, ...expected }: Expected): void {
  const instance = response.request.url.replace(/^http:\/\/[^/]+/, "").split("?")[0];
  expect(response.body).toEqual({
    type: "about:blank",
    title: STATUS_CODES[status],
    status,
    instance,
    requestId,
    ...expected,
  });
  expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  expect(response.headers["x-request-id"]).toBe(requestId);
  expect(response.status).toBe(status);
}

export const inBody = (pointer: string, expected: unknown, received: unknown, code = "VALIDATION_ERROR"): Violation =>
  ({
    in: "body",
    pointer,
    name: null,
    code,
    detail: expect.stringContaining(pointer),
    expected,
    received: JSON.stringify(received) ?? "nothing",
  }) as Violation;

export const inQuery = (name: string, expected: unknown, received: unknown, code = "VALIDATION_ERROR"): Violation =>
  ({
    in: "query",
    pointer: null,
    name,
    code,
    detail: expect.stringContaining(name),
    expected,
    received: JSON.stringify(received) ?? "nothing",
  }) as Violation;

export const inPath = (name: string, expected: unknown, received: unknown): Violation =>
  ({
    in: "path",
    pointer: null,
    name,
    code: "VALIDATION_ERROR",
    detail: expect.stringContaining(name),
    expected,
    received: JSON.stringify(received),
  }) as Violation;
