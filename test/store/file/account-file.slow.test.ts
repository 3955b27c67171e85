import { expect, it } from "vitest";
import { unnoticedChanges } from "./written-accounts.ts";

it("an account file with any byte of its rows changed is refused when a row does not fit", async () => {
  expect(await unnoticedChanges((length) => Array(length).keys())).toEqual([]);
});
