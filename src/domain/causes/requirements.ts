import { documentTypes } from "../configuration.ts";
import { addRequirements, canHave, createDossier, unknownCodes } from "../dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { conflict, isRefusal, type Refusal } from "../refusal.ts";
import { relocated } from "./cause.ts";

interface Required {
  documentCode?: string | undefined;
}

/** The code must be one of the account's. */
export function checkCode({ documentCode }: Required): Refusal | null {
  const refusal = documentCode === undefined ? null : unknownCodes([documentCode], "/data/documentCode");
  return refusal && relocated(refusal, "/0", "");
}

/** More is asked for: in the free dossier that was named, or in a new one. */
export function requireSome(draft: Draft, { dossierId }: Subject, { documentCode }: Required): unknown {
  if (draft.thirdparty.archived) return;
  const free = draft
    .all("dossiers")
    .filter((row) => (dossierId === undefined || row.dossierId === dossierId) && row.monitored && !row.typed);
  const [first] = free;
  if (!first) {
    const opened =
      dossierId === undefined ? createDossier(draft, { requiredDocuments: [documentCode ?? "RIB"] }) : null;
    return isRefusal(opened) ? relocated(opened, "/requiredDocuments/0", "/data/documentCode") : null;
  }
  const asks = (dossier: { dossierId: number }, code: string) =>
    draft
      .all("documents")
      .some((row) => row.dossierId === dossier.dossierId && !row.internal.stopped && row.documentCode === code);
  const code =
    documentCode ??
    [...documentTypes.keys()].find((known) => !asks(first, known) && canHave(draft.thirdparty, known)) ??
    "RIB";
  const open = free.find((dossier) => !asks(dossier, code));
  if (!open)
    return conflict(
      "NOTHING_SUITABLE",
      `Dossier ${first.dossierId} (${first.dossierReference}) asks for ${code} already.`,
    );
  const added = addRequirements(draft, open.dossierId, [code]);
  return isRefusal(added) ? relocated(added, "/newRequiredDocuments/0", "/data/documentCode") : null;
}
