import type { service } from "../../contract/service.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { World } from "../world/world.ts";
import { listOfThirdparty } from "./paging.ts";

export const indicators: Handlers<typeof service.indicators, World> = {
  list: ({ params }, { store }) => listOfThirdparty(store, "indicators", params.id),
};
