import type { service } from "../../contract/service.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { DossierRow } from "../domain/rows.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Filter } from "../store/filter.ts";
import { lostDossier, lostThirdparty } from "../world/not-found.ts";
import { openOnDemand, require } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { archiveEntries } from "./files.ts";
import { select } from "./paging.ts";

interface Filters {
  statusCode?: DossierRow["statusCode"] | undefined;
  dossierTypeCode?: string | undefined;
  thirdpartyId?: number | undefined;
}
const filtersOf = ({ statusCode, dossierTypeCode, thirdpartyId }: Filters): Filter<DossierRow>[] => [
  ["statusCode", "=", statusCode],
  ["dossierTypeCode", "=", dossierTypeCode],
  ["thirdpartyId", "=", thirdpartyId],
];

export const dossiers: Handlers<typeof service.dossiers, World> = {
  async ofThirdparty({ params }, { store }) {
    if (!(await store.get("thirdparties", params.id))) return (await lostThirdparty(store, params.id)).refused;
    return { status: 200, body: { content: await store.range("dossiers", "thirdparty", params.id) } };
  },
  async create({ params, body, caller }, world) {
    const outcome = await openOnDemand(world, params.id, body, caller);
    return isRefusal(outcome) ? outcome.refused : { status: 201, body: outcome.result };
  },
  async list({ query }, { store }) {
    return { status: 200, body: await select(store, "dossiers", query, filtersOf(query)) };
  },
  async search({ query }, { store }) {
    return { status: 200, body: await select(store, "dossiers", query, filtersOf(query)) };
  },
  async require({ params, body, caller }, world) {
    const outcome = await require(world, params.dossierId, body.newRequiredDocuments, caller);
    return isRefusal(outcome) ? outcome.refused : { status: 200, body: { content: outcome.result } };
  },
  async download({ params }, { store }) {
    const dossier = await store.get("dossiers", params.dossierId);
    if (!dossier) return (await lostDossier(store, params.dossierId)).refused;
    const fileName = `${dossier.dossierReference}_${dossier.dossierId}.zip`;
    const { zipOf } = await import("../files/zip.ts");
    return {
      status: 200,
      body: { content: () => zipOf(archiveEntries(store, dossier)), contentType: "application/zip", fileName },
    };
  },
};
