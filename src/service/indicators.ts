import type { service } from "../../contract/service.ts";
import type { Handlers } from "../handlers.ts";
import { lostThirdparty } from "../lost.ts";
import type { World } from "../world.ts";

export const indicators: Handlers<typeof service.indicators, World> = {
  async list({ params }, { store }) {
    if (!(await store.get("thirdparties", params.id))) return (await lostThirdparty(store, params.id)).refused;
    return { status: 200, body: { content: await store.range("indicators", "thirdparty", params.id) } };
  },
};
