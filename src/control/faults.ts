import type { control } from "../../contract/control.ts";
import type { Handlers } from "../handlers.ts";
import type { Sandbox } from "../sandbox.ts";

export const faults: Handlers<typeof control.faults, Sandbox> = {
  async list(_request, { faults }) {
    return { status: 200, body: faults.list() };
  },
  async replace({ body }, { faults }) {
    faults.replace(body);
    return { status: 200, body: faults.list() };
  },
  async clear(_request, { faults }) {
    faults.replace([]);
    return { status: 204, body: undefined };
  },
};
