import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("a portfolio takes the estimated memory within a third, and less before its events are read", async () => {
  const program = ["--expose-gc", "--import", "tsx", join(import.meta.dirname, "weighed.ts")];
  const { read, unread } = JSON.parse((await promisify(execFile)(process.execPath, program)).stdout);
  expect(read.bytes / read.estimate).toBeGreaterThan(2 / 3);
  expect(read.bytes / read.estimate).toBeLessThan(4 / 3);
  expect(unread.bytes / read.bytes).toBeLessThan(0.8);
});
