import { it } from "vitest";
import { expectPossibleDates } from "../identity-dates.ts";

it("no date of 400 new identities is after today or before the creation of the company", () =>
  expectPossibleDates(400));
