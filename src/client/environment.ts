import type { Place } from "./problem.ts";

/** The sandbox that `tiers-sandbox exec` or a global setup has started for this process; undefined without one. */
export function namedSandbox(): Place | undefined {
  const { TIERS_SANDBOX_URL: url, TIERS_SANDBOX_KEY: key } = process.env;
  return url ? { url, key: key || null } : undefined;
}

/** The folder to which each sandbox of a test run adds its coverage; undefined without one. */
export const coverageFolder = (): string | undefined => process.env.TIERS_SANDBOX_COVERAGE || undefined;

const usualBundles = "tiers-sandbox-bundles";
/** The folder for the bundles of tests that fail; undefined where none are wanted. */
export function bundleFolder(wish = process.env.TIERS_SANDBOX_BUNDLES): string | undefined {
  return wish === "off" ? undefined : wish || usualBundles;
}

/** Names a sandbox to the processes that this one starts, or takes the name back. */
export function nameSandbox(place: Place | undefined): void {
  for (const name of ["TIERS_SANDBOX_URL", "TIERS_SANDBOX_KEY"]) delete process.env[name];
  if (place !== undefined)
    Object.assign(process.env, { TIERS_SANDBOX_URL: place.url, TIERS_SANDBOX_KEY: place.key ?? "" });
}
