import { describe, it } from "vitest";
import { expectProgressOfMove, expectServedBesideReader } from "./listening.ts";
import { running } from "./running.ts";

const on = running();

describe("the stream", () => {
  it("tells how far a move of twenty years is; others are served, and the account's requests wait", () =>
    expectProgressOfMove(on, "P20Y", "2046-01-15T09:00:00.000"));

  it("serves five hundred other requests while a reader does not read", () => expectServedBesideReader(on, 10));
});
