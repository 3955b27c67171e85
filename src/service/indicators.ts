import type { service } from "../../contract/service.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { lostThirdparty } from "../world/not-found.ts";
import type { World } from "../world/world.ts";

export const indicators: Handlers<typeof service.indicators, World> = {
  async list({ params }, { store }) {
    if (!(await store.get("thirdparties", params.id))) return (await lostThirdparty(store, params.id)).refused;
    return { status: 200, body: { content: await store.range("indicators", "thirdparty", params.id) } };
  },
};
