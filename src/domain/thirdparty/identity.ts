import { archiveDossier } from "../dossier/dossiers.ts";
import { openDossiers } from "../dossier/open-dossiers.ts";
import type { Draft } from "../draft.ts";
import { planLiquidation } from "../providers/liquidation.ts";
import { deactivateProviders } from "../providers/monitoring.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { resumeInvitations } from "./contacts.ts";

export type PublicFields = Partial<Omit<ThirdpartyRow, "internal" | "thirdpartyId" | "accountId">>;

/** Changes the identity; a new name also goes to the dossiers and to the holder of the bank account. */
export function updateInformation(draft: Draft, fields: PublicFields, cause: string): void {
  const { thirdparty } = draft;
  const changed = (Object.keys(fields) as (keyof PublicFields)[]).filter(
    (name) => JSON.stringify(fields[name]) !== JSON.stringify(thirdparty[name]),
  );
  if (changed.length === 0) return;
  const { name } = fields;
  const holder = name === undefined ? {} : { holder: name };
  const bank = thirdparty.internal.bank && { ...thirdparty.internal.bank, ...holder };
  const updated = { ...thirdparty, ...fields, lastUpdateDate: draft.stamp };
  draft.putInternal("thirdparties", updated, { bank });
  if (name !== undefined && name !== thirdparty.name)
    for (const dossier of draft.all("dossiers")) draft.put("dossiers", { ...dossier, thirdpartyName: name });
  draft.emit("THIRD_PARTY_INFORMATION_UPDATED", {}, { changed, cause });
}

export function changeCode(draft: Draft, thirdpartyCode: string): void {
  const { thirdparty } = draft;
  if (thirdparty.thirdpartyCode === thirdpartyCode) return;
  draft.put("thirdparties", { ...thirdparty, thirdpartyCode, lastUpdateDate: draft.stamp });
  for (const dossier of draft.all("dossiers")) draft.put("dossiers", { ...dossier, thirdpartyCode });
  draft.emit("THIRD_PARTY_CODE_UPDATED", {}, { from: thirdparty.thirdpartyCode, to: thirdpartyCode });
}

/** An edit only takes a third party out of the archive; `archiveThirdparty` archives it. */
type Edit = { owner?: string; tags?: string[]; archived?: false };

export function editThirdparty(draft: Draft, edit: Edit): void {
  const { thirdparty } = draft;
  const { internal } = thirdparty;
  const { owner = internal.owner, tags = internal.tags, archived = thirdparty.archived } = edit;
  const sameTags = JSON.stringify(tags) === JSON.stringify(internal.tags);
  if (owner === internal.owner && sameTags && archived === thirdparty.archived) return;
  const archivedDate = archived ? thirdparty.archivedDate : null;
  const edited = { ...thirdparty, archived, archivedDate, lastUpdateDate: draft.stamp };
  draft.putInternal("thirdparties", edited, { owner, tags });
  if (archived !== thirdparty.archived) {
    resumeInvitations(draft);
    planLiquidation(draft);
  }
  draft.emit("THIRD_PARTY_UPDATED", {}, { ...edit });
}

/** Archiving closes the dossiers and ends the monitoring. */
export function archiveThirdparty(draft: Draft): void {
  const { thirdparty, stamp } = draft;
  if (thirdparty.archived) return;
  draft.put("thirdparties", { ...thirdparty, archived: true, archivedDate: stamp, lastUpdateDate: stamp });
  draft.emit("THIRD_PARTY_ARCHIVED", {}, {});
  for (const { dossierId } of openDossiers(draft)) archiveDossier(draft, dossierId, "THIRD_PARTY_ARCHIVED");
  deactivateProviders(draft);
}

/** Cuts the link to the reference provider: the identity is no longer updated. */
export function markUnmanaged(draft: Draft, cause: string): void {
  const { source } = draft.thirdparty;
  if (source === "UNMANAGED") return;
  draft.put("thirdparties", { ...draft.thirdparty, source: "UNMANAGED", lastUpdateDate: draft.stamp });
  draft.emit("THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", {}, { from: source, cause });
}
