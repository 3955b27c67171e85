import type { service } from "../../contract/service.ts";
import { attributeDefinitions } from "../domain/configuration.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { reply } from "../sandbox/reply.ts";
import { setAttribute } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { listOfThirdparty } from "./paging.ts";

export const attributes: Handlers<typeof service.attributes, World> = {
  async available() {
    return { status: 200, body: { content: attributeDefinitions } };
  },
  list: ({ params }, { store }) => listOfThirdparty(store, "attributes", params.id),
  async set({ params, body, caller }, world) {
    const outcome = await setAttribute(world, params.id, body, caller);
    return reply(outcome, 200, ({ result }) => result);
  },
};
