import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { bundled } from "../build.ts";
import { service } from "../client.ts";
import type { Attack } from "../row.ts";

/**
 * Asks for the account `other` without a pause, from a process of its own. Returns a function that says how long 99 of
 * 100 requests have waited since it was last asked, in milliseconds.
 */
export async function othersOf({ node, after }: Attack, port: number): Promise<() => Promise<number>> {
  const main = await bundled({ edits: [] }, "scripts/reliability/neighbours/probe.ts");
  const probe: ChildProcess = fork(main, [String(port), service("other", "/thirdparties?size=5")], { execPath: node });
  after(() => probe.kill());
  return async () => {
    probe.send("waits");
    const [times] = (await once(probe, "message")) as [number[]];
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)] ?? 0;
  };
}
