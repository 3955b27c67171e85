import { test as base } from "@playwright/test";
import { type SandboxFixtures, type SandboxWorkerFixtures, sandboxFixtures } from "tiers-sandbox/playwright";

/** A test with a world of its own, in which no other test shows. */
export const test = base.extend<SandboxFixtures, SandboxWorkerFixtures>(
  sandboxFixtures({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true }),
);
