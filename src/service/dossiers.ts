import type { z } from "zod";
import type { service } from "../../contract/service.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { DossierRow } from "../domain/rows.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import { reply } from "../sandbox/reply.ts";
import type { Filter } from "../store/filter.ts";
import { find } from "../world/find.ts";
import { openDossier, requireDocuments } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { archiveEntries } from "./files.ts";
import { listOfThirdparty, select } from "./paging.ts";

type Query = z.output<typeof service.dossiers.list.query>;

async function list({ query }: { query: Query }, { store }: World) {
  const where: Filter<DossierRow>[] = [
    ["statusCode", "=", query.statusCode],
    ["dossierTypeCode", "=", query.dossierTypeCode],
    ["thirdpartyId", "=", query.thirdpartyId],
  ];
  return { status: 200 as const, ...(await select(store, "dossiers", query, where)) };
}

export const dossiers: Handlers<typeof service.dossiers, World> = {
  ofThirdparty: ({ params }, { store }) => listOfThirdparty(store, "dossiers", params.id),
  async create({ params, body, caller }, world) {
    const outcome = await openDossier(world, params.id, body, caller);
    return reply(outcome, 201, ({ result }) => result);
  },
  list,
  search: list,
  async require({ params, body, caller }, world) {
    const outcome = await requireDocuments(world, params.dossierId, body.newRequiredDocuments, caller);
    return reply(outcome, 200, ({ result }) => ({ content: result }));
  },
  async download({ params }, world) {
    const { store } = world;
    const dossier = await find(store, "dossiers", params.dossierId);
    if (isRefusal(dossier)) return dossier.refused;
    const fileName = `${dossier.dossierReference}_${dossier.dossierId}.zip`;
    const { zipOf } = await import("../files/zip.ts");
    return {
      status: 200,
      body: { content: () => zipOf(archiveEntries(world, dossier)), contentType: "application/zip", fileName },
    };
  },
};
