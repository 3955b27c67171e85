import { it } from "vitest";
import { expectOneWorld } from "./people.ts";

it("a year with people is one world after many random sequences: day by day, at once, with restarts, by servers", () =>
  expectOneWorld(34, 12));
