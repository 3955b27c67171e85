import { sandboxSetup } from "tiers-sandbox/vitest";

/** One sandbox for the whole run: in memory, on any free port. */
export default sandboxSetup();
