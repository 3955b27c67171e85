import { randomUUID } from "node:crypto";
import type { components } from "./control-schema.ts";
import { namedSandbox } from "./environment.ts";
import { knownNames } from "./known-names.ts";
import type { Place } from "./problem.ts";
import { saidWhenSlow } from "./slow-world.ts";
import type { SandboxWorld, WorldOptions } from "./world.ts";

/** What the requests of all accounts have used of the contract: what is missing first, percentages last. */
export type Coverage = components["schemas"]["Coverage"];

/** A running sandbox, in this process or elsewhere. */
export interface Connection {
  /** The address of the sandbox. */
  url: string;
  /**
   * Makes a world for a test: a new account, or an existing one whose world is replaced. It takes milliseconds; the
   * first of a week on a machine takes seconds, and says so.
   */
  world(accountId?: string, options?: WorldOptions): Promise<SandboxWorld>;
  /** What was used of the contract so far; its JSON is a file for `tiers-sandbox coverage`. */
  coverage(): Promise<Coverage>;
}

function named(): Place {
  const place = namedSandbox();
  if (place) return place;
  throw new Error(
    "connectSandbox needs { url }, or TIERS_SANDBOX_URL, which tiers-sandbox exec sets for its command; " +
      "SANDBOX_URL is for the commands of tiers-sandbox.",
  );
}

/** Connects to a running sandbox, for test files that share one server; without an address, to that of exec. */
export function connectSandbox(to: { url: string; key?: string | null } = named()): Connection {
  const { url, key = null } = knownNames("connectSandbox", to, ["url", "key"]);
  return connectionTo({ url: url.replace(/\/+$/, ""), key });
}

export function connectionTo(place: Place): Connection {
  return {
    url: place.url,
    async world(accountId = `world-${randomUUID().slice(0, 13)}`, options = {}) {
      // The command imports this file and needs no world.
      const { SandboxWorld } = await import("./world.ts");
      return saidWhenSlow(SandboxWorld.make(place, accountId, options), place.worldCache);
    },
    async coverage() {
      const [{ control }, { call }] = await Promise.all([import("../../contract/control.ts"), import("./control.ts")]);
      return call(place, control.coverage.read, {});
    },
  };
}
