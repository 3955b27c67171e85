import { completeness } from "./completeness.ts";
import type { ControlHandlers } from "./contexts.ts";

export const coverage: ControlHandlers<"coverage"> = {
  async read(_request, { coverage, requests }) {
    const { declaredHere } = await import("../coverage/declared.ts");
    const { coverageOf } = await import("../coverage/report.ts");
    const until = await completeness(requests);
    const body = coverageOf(await coverage.counted(), declaredHere());
    return { status: 200, body, ...until };
  },
  async clear(_request, { coverage }) {
    await coverage.clear();
    return { status: 204, body: undefined };
  },
};
