import { documentTypes } from "../configuration.ts";
import { addRequirements, canHave, createDossier } from "../dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { type Data, text } from "./cause.ts";

/** More is asked for: in the free dossier that was named, or in a new one. */
export function requireSome(draft: Draft, { dossierId }: Subject, data: Data): void {
  if (draft.thirdparty.archived) return;
  const free = draft.all("dossiers").find((row) => (dossierId === undefined || row.dossierId === dossierId) && row.monitored && !row.typed);
  if (!free) {
    if (dossierId === undefined) createDossier(draft, { requiredDocuments: [text(data, "documentCode", "RIB")] });
    return;
  }
  const asked = new Set(
    draft
      .all("documents")
      .filter((row) => row.dossierId === free.dossierId && !row.internal.stopped)
      .map(({ documentCode }) => documentCode),
  );
  const unasked = [...documentTypes.keys()].find((code) => !asked.has(code) && canHave(draft.thirdparty, code));
  addRequirements(draft, free.dossierId, [text(data, "documentCode", unasked ?? "RIB")]);
}
