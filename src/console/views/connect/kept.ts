import { keyHeader } from "../../api.ts";

/** The key of the control plane that this tab was given, off loopback. */
export const wellKept = (): string | undefined => keyHeader()["X-Sandbox-Key"];
