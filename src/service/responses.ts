import type { Decision } from "../../contract/responses.ts";
import type { service } from "../../contract/service.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { reply } from "../sandbox/reply.ts";
import { decide } from "../world/operations.ts";
import type { World } from "../world/world.ts";

export const responses: Handlers<typeof service.responses, World> = {
  async approve({ params, body, caller }, world) {
    const outcome = await decide(world, params.responseId, { approved: true, ...body }, caller);
    return reply(outcome, 200, ({ result }) => result as Decision);
  },
  async reject({ params, body, caller }, world) {
    const outcome = await decide(world, params.responseId, { approved: false, ...body }, caller);
    return reply(outcome, 200, ({ result }) => result as Decision);
  },
};
