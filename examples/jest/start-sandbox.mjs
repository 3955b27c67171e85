import { startSandbox } from "tiers-sandbox";

/** One sandbox for the whole run: in memory, on any free port, with stopped clocks. */
export default async function setup() {
  globalThis.sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
  process.env.TIERS_SANDBOX_URL = globalThis.sandbox.url;
}
