import { conflict } from "../domain/refusal.ts";
import type { ControlHandlers } from "./contexts.ts";

export const server: ControlHandlers<"server"> = {
  async stop(_request, { onStop }) {
    if (!onStop)
      return conflict("CONFLICT", "This sandbox runs inside another program, which has to close it.").refused;
    setImmediate(onStop);
    return { status: 202, body: { pid: process.pid } };
  },
};
