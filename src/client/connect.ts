import { randomUUID } from "node:crypto";
import type { SandboxWorld, WorldOptions } from "./world.ts";

/** A running sandbox, in this process or elsewhere. */
export interface Connection {
  url: string;
  /** Makes a world for a test, in milliseconds: a new account, or an existing one whose world is replaced. */
  world(accountId?: string, options?: WorldOptions): Promise<SandboxWorld>;
}

/** Connects to a running sandbox, for test files that share one server. */
export function connectSandbox({ url, key = null }: { url: string; key?: string | null }): Connection {
  const place = { url: url.replace(/\/+$/, ""), key };
  return {
    url: place.url,
    async world(accountId = `world-${randomUUID().slice(0, 13)}`, options = {}) {
      // The command imports this file and needs no world.
      const { SandboxWorld } = await import("./world.ts");
      return SandboxWorld.make(place, accountId, options);
    },
  };
}
