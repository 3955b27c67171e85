import type { ControlHandlers } from "./contexts.ts";

export const coverage: ControlHandlers<"coverage"> = {
  async read(_request, { coverage }) {
    const { declaredHere } = await import("../coverage/declared.ts");
    const { coverageOf } = await import("../coverage/report.ts");
    return { status: 200, body: coverageOf(await coverage.counted(), declaredHere()) };
  },
  async clear(_request, { coverage }) {
    await coverage.clear();
    return { status: 204, body: undefined };
  },
};
