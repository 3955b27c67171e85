import { it } from "vitest";
import { expectChangedBytesRefused } from "./written-accounts.ts";

it("an account file with any seventh byte changed is refused when a row does not fit", () =>
  expectChangedBytesRefused(7));
