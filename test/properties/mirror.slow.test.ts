import { it } from "vitest";
import { expectMirrorToConverge } from "./mirror.ts";

it("a client that mirrors the portfolio converges after many random sequences over 400 days", () =>
  expectMirrorToConverge(1717, 5));
