import { resumeInvitations } from "./contacts.ts";
import { archiveDossier } from "./dossiers.ts";
import type { Draft } from "./draft.ts";
import { releaseProviders } from "./monitoring.ts";
import type { ThirdpartyRow } from "./rows.ts";

/** What happens to a third party itself: its identity, its code, its place in the portfolio. */

export type Known = Partial<Omit<ThirdpartyRow, "internal" | "thirdpartyId" | "accountId">>;
type Hidden = Partial<Pick<ThirdpartyRow["internal"], "category">>;

/** The register says something new; the dossiers and the bank account carry the name, so they follow. */
export function updateInformation(draft: Draft, news: Known, cause: string, hidden: Hidden = {}): void {
  const { thirdparty } = draft;
  const changed = (Object.keys(news) as (keyof Known)[]).filter(
    (name) => JSON.stringify(news[name]) !== JSON.stringify(thirdparty[name]),
  );
  if (changed.length === 0) return;
  const { bank } = thirdparty.internal;
  const internal = {
    ...thirdparty.internal,
    ...hidden,
    bank: bank && news.name !== undefined ? { ...bank, holder: news.name } : bank,
  };
  draft.put("thirdparties", { ...thirdparty, ...news, lastUpdateDate: draft.stamp, internal });
  if (news.name !== undefined && news.name !== thirdparty.name)
    for (const dossier of draft.all("dossiers")) draft.put("dossiers", { ...dossier, thirdpartyName: news.name });
  draft.emit("THIRD_PARTY_INFORMATION_UPDATED", {}, { changed, cause });
}

export function changeCode(draft: Draft, thirdpartyCode: string): void {
  const { thirdparty } = draft;
  if (thirdparty.thirdpartyCode === thirdpartyCode) return;
  draft.put("thirdparties", { ...thirdparty, thirdpartyCode, lastUpdateDate: draft.stamp });
  for (const dossier of draft.all("dossiers")) draft.put("dossiers", { ...dossier, thirdpartyCode });
  draft.emit("THIRD_PARTY_CODE_UPDATED", {}, { from: thirdparty.thirdpartyCode, to: thirdpartyCode });
}

/** Owner, tags, back from the archive: what has no event of its own. */
export function editThirdparty(draft: Draft, edit: { owner?: string; tags?: string[]; archived?: false }): void {
  const { thirdparty } = draft;
  const { internal } = thirdparty;
  const { owner = internal.owner, tags = internal.tags, archived = thirdparty.archived } = edit;
  if (
    owner === internal.owner &&
    JSON.stringify(tags) === JSON.stringify(internal.tags) &&
    archived === thirdparty.archived
  )
    return;
  draft.put("thirdparties", {
    ...thirdparty,
    archived,
    archivedDate: archived ? thirdparty.archivedDate : null,
    lastUpdateDate: draft.stamp,
    internal: { ...internal, owner, tags },
  });
  if (archived !== thirdparty.archived) resumeInvitations(draft);
  draft.emit("THIRD_PARTY_UPDATED", {}, { ...edit });
}

/** The client stops working with it: dossiers close, and nobody watches it any more. */
export function archiveThirdparty(draft: Draft): void {
  if (draft.thirdparty.archived) return;
  draft.put("thirdparties", {
    ...draft.thirdparty,
    archived: true,
    archivedDate: draft.stamp,
    lastUpdateDate: draft.stamp,
  });
  draft.emit("THIRD_PARTY_ARCHIVED", {}, {});
  for (const { dossierId, monitored } of draft.all("dossiers"))
    if (monitored) archiveDossier(draft, dossierId, "THIRD_PARTY_ARCHIVED");
  releaseProviders(draft);
}

/** The provider lost sight of it, or the client lets go of the provider. */
export function detach(draft: Draft, cause: string): void {
  if (draft.thirdparty.source === "UNMANAGED") return;
  const { source } = draft.thirdparty;
  draft.put("thirdparties", { ...draft.thirdparty, source: "UNMANAGED", lastUpdateDate: draft.stamp });
  draft.emit("THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", {}, { from: source, cause });
}
