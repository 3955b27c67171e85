import { expect } from "vitest";
import type { Violation } from "../../contract/shared.ts";

const violation =
  (place: "body" | "query" | "path") =>
  (name: string, expected: unknown, received: unknown, code = "VALIDATION_ERROR"): Violation =>
    ({
      in: place,
      pointer: place === "body" ? name : null,
      name: place === "body" ? null : name,
      code,
      detail: expect.stringContaining(name),
      expected,
      received: JSON.stringify(received) ?? "nothing",
    }) as Violation;

export const inBody = violation("body");
export const inQuery = violation("query");
export const inPath = violation("path");
