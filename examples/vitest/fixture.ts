import { type SandboxFixtures, sandboxFixtures } from "tiers-sandbox/vitest";
import { test as base } from "vitest";

/** A test with a world of its own, in which no other test shows. */
export const test = base.extend<SandboxFixtures>(
  sandboxFixtures({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true }),
);
