import { connectSandbox, type SandboxWorld } from "tiers-sandbox";
import { test as base, inject } from "vitest";

/** A test with a world of its own, in which no other test shows. */
export const test = base.extend<{ world: SandboxWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names out of this pattern
  world: async ({}, use) => {
    const world = await connectSandbox({ url: inject("sandboxUrl") }).world();
    await use(world);
    await world.delete();
  },
});
