import { place } from "../../scripts/reliability/build.ts";

/** All workers share what one of them has bundled; this process removes it at its end. */
export function setup(): void {
  process.env.TEST_BUNDLES = place;
}
