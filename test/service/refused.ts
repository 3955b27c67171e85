import type { Test } from "supertest";
import { expect } from "vitest";
import type { ExpectedProblem } from "../support/matchers.ts";
import type { TestWorld } from "../support/sandbox.ts";

/** Expects a request to be refused with a problem, and the world to stay as it was. */
export async function expectRefused(world: TestWorld, request: Test, problem: ExpectedProblem): Promise<void> {
  const before = await world.state();
  expect(await request).toBeProblem(problem);
  expect(await world.state()).toEqual(before);
}
