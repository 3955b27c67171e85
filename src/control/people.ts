import type { Temper } from "../../contract/tempers.ts";
import { tempers } from "../domain/people/tempers.ts";
import { isRefusal } from "../domain/refusal.ts";
import { pageOf } from "../sandbox/reply.ts";
import { sliced } from "../store/time-slice.ts";
import { find } from "../world/find.ts";
import { plannedActs, setPeople, setTemper, supplierOf } from "../world/people.ts";
import type { World } from "../world/world.ts";
import type { ControlHandlers } from "./contexts.ts";

const acting = async (world: World) => ({
  accountId: world.accountId,
  people: world.origin.people ?? "none",
  planned: await plannedActs(world),
});

export const people: ControlHandlers<"people"> = {
  async get({ query }, world) {
    const where = [["archived", "=", false]] as const;
    const { rows, total } = await world.store.page("thirdparties", {
      where,
      offset: query.page * query.size,
      limit: query.size,
    });
    const content = [];
    for await (const row of sliced(rows)) content.push(await supplierOf(world, row));
    const body = {
      ...(await acting(world)),
      colleagues: world.configuration.practice.colleagues.map(({ name, mention, task }) => ({ name, mention, task })),
      tempers: Object.entries(tempers).map(([temper, { sentence }]) => ({ temper: temper as Temper, sentence })),
      ...pageOf(content, query, total),
    };
    return { status: 200, body };
  },
  async supplier({ params }, world) {
    const row = await find(world.store, "thirdparties", params.thirdpartyId);
    return isRefusal(row) ? row.refused : { status: 200, body: await supplierOf(world, row) };
  },
  async put({ body }, world) {
    await setPeople(world, body.people);
    return { status: 200, body: await acting(world) };
  },
  async temper({ params, body }, world) {
    const row = await setTemper(world, params.thirdpartyId, body.temper);
    return isRefusal(row) ? row.refused : { status: 200, body: await supplierOf(world, row) };
  },
};
