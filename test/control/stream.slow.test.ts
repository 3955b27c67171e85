import { describe, it } from "vitest";
import { expectProgressOfMove, expectServedBesideReader } from "./listening.ts";
import { runningAlone } from "./running.ts";

/** Only the server that moves the clock tells how far it is. */
const on = runningAlone();

describe("the stream", () => {
  it("tells how far a move of twenty years is; others are served, and the account's requests wait", () =>
    expectProgressOfMove(on, "P20Y", "2046-01-15T09:00:00.000"));

  it("serves five hundred other requests while a reader does not read", () => expectServedBesideReader(on, 10));
});
