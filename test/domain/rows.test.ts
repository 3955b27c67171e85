import { describe, it } from "vitest";
import { expectOlderRowsToGoOn } from "./older-rows.ts";

describe("rows of older versions", () => {
  it("a world without the fields that were added later is imported and goes on", () => expectOlderRowsToGoOn("P1D"));
});
