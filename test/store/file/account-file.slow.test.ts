import { expect, it } from "vitest";
import { unnoticedChanges } from "./written-accounts.ts";

it("an account file with any seventh byte of its rows changed is refused when a row does not fit", async () => {
  const seventh = (length: number) => Array.from({ length: Math.floor(length / 7) }, (_, nth) => 7 * nth);
  expect(await unnoticedChanges(seventh)).toEqual([]);
});
