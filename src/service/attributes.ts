import type { service } from "../../contract/service.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { reply } from "../sandbox/reply.ts";
import { setAttribute } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { listOfThirdparty } from "./paging.ts";

export const attributes: Handlers<typeof service.attributes, World> = {
  async available(_request, { configuration }) {
    return { status: 200, body: { content: [...configuration.attributes] } };
  },
  async list({ params }, { store, configuration }) {
    const found = await listOfThirdparty(store, "attributes", params.id);
    if (found.status !== 200) return found;
    // The values of a removed attribute are kept out of sight.
    const ids = new Set(configuration.attributes.map(({ id }) => id));
    return { ...found, body: { content: found.body.content.filter(({ id }) => ids.has(id)) } };
  },
  async set({ params, body, caller }, world) {
    const outcome = await setAttribute(world, params.id, body, caller);
    return reply(outcome, 200, ({ result }) => result);
  },
};
