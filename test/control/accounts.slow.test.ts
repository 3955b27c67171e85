import { describe, it } from "vitest";
import { expectEveryEncoding, expectSameBytes, expectTooLarge } from "./carried-worlds.ts";
import { running } from "./running.ts";

const on = running();

describe("an exported portfolio", () => {
  it("exports the same bytes after an import of an export", () => expectSameBytes(on, "portfolio"));

  it("takes an import in every encoding", () => expectEveryEncoding(on, "portfolio"));
});

it("refuses an import of a million rows and one, packed into little, with a 413 that says the limit", () =>
  expectTooLarge(on, `{"state":{"events":[${"{},".repeat(1_000_000)}{}]}}`, /more than 1,000,000 rows/));
