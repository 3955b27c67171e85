import { it } from "vitest";
import { expectOneWorld } from "./people.ts";

it("a year with people is one world: day by day, at once, with restarts, and by several servers", () =>
  expectOneWorld(33, 1));
