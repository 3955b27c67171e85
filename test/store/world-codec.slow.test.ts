import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a portfolio takes the estimated memory within a third", async () => {
  const program = ["--expose-gc", "--import", "tsx", join(import.meta.dirname, "weighed.ts")];
  const { bytes, estimate } = JSON.parse((await promisify(execFile)(process.execPath, program)).stdout);
  expect(bytes / estimate).toBeGreaterThan(2 / 3);
  expect(bytes / estimate).toBeLessThan(4 / 3);
});
