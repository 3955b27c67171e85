import { createRequire } from "node:module";

/** Of this package. */
export const { version } = createRequire(import.meta.url)("tiers-sandbox/package.json") as { version: string };
