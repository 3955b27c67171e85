import { conflict } from "../domain/refusal.ts";
import { format } from "../domain/time.ts";
import { version } from "../sandbox/version.ts";
import type { ControlHandlers } from "./contexts.ts";

export const server: ControlHandlers<"server"> = {
  async about(_request, sandbox) {
    const { auth, seed } = sandbox.options;
    const { place } = sandbox.storage;
    return { status: 200, body: { version, now: format(sandbox.wall()), auth, place, seed } };
  },
  async stop(_request, { onStop }) {
    if (!onStop)
      return conflict("CONFLICT", "This sandbox runs inside another program, which has to close it.").refused;
    setImmediate(onStop);
    return { status: 202, body: { pid: process.pid } };
  },
};
