import type { service } from "../../contract/service.ts";
import { attributeDefinitions } from "../domain/configuration.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { lostThirdparty } from "../world/not-found.ts";
import { setAttribute } from "../world/operations.ts";
import type { World } from "../world/world.ts";

export const attributes: Handlers<typeof service.attributes, World> = {
  async available() {
    return { status: 200, body: { content: attributeDefinitions } };
  },
  async list({ params }, { store }) {
    if (!(await store.get("thirdparties", params.id))) return (await lostThirdparty(store, params.id)).refused;
    return { status: 200, body: { content: await store.range("attributes", "thirdparty", params.id) } };
  },
  async set({ params, body, caller }, world) {
    const outcome = await setAttribute(world, params.id, body, caller);
    return isRefusal(outcome) ? outcome.refused : { status: 200, body: outcome.result };
  },
};
