import { randomUUID } from "node:crypto";
import { knownNames } from "./known-names.ts";
import type { SandboxWorld, WorldOptions } from "./world.ts";

/** A running sandbox, in this process or elsewhere. */
export interface Connection {
  url: string;
  /** Makes a world for a test, in milliseconds: a new account, or an existing one whose world is replaced. */
  world(accountId?: string, options?: WorldOptions): Promise<SandboxWorld>;
}

/** Connects to a running sandbox, for test files that share one server. */
export function connectSandbox(to: { url: string; key?: string | null }): Connection {
  const { url, key = null } = knownNames("connectSandbox", to, ["url", "key"]);
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
