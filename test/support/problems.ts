import { expect } from "vitest";
import type { Violation } from "../../contract/shared.ts";

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
