import { randomUUID } from "node:crypto";
import type { SandboxWorld, WorldOptions } from "./world.ts";

/** A sandbox that runs, here or elsewhere. */
export interface Connection {
  url: string;
  /** A world of its own for a test: made in milliseconds, or made anew when the account exists. Without a name it gets one that nobody has. */
  world(accountId?: string, options?: WorldOptions): Promise<SandboxWorld>;
}

/** The worlds of a sandbox that runs already: for test files that share one server. */
export function connectSandbox({ url, key = null }: { url: string; key?: string | null }): Connection {
  const place = { url: url.replace(/\/+$/, ""), key };
  return {
    url: place.url,
    async world(accountId = `world-${randomUUID().slice(0, 13)}`, options = {}) {
      // Whoever starts the command needs none of it.
      const { SandboxWorld } = await import("./world.ts");
      return SandboxWorld.make(place, accountId, options);
    },
  };
}
