import { it } from "vitest";
import { agreements, expectAgreement } from "./agreements.ts";

it.each(agreements)("agrees with the oracle on $about, in 2,000 random values", (agreement) =>
  expectAgreement(agreement, 2000),
);
