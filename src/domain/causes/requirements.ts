import { liveDocumentsOf } from "../document/live-documents.ts";
import { createDossier } from "../dossier/dossiers.ts";
import { openDossiers } from "../dossier/open-dossiers.ts";
import { addRequirements, canHave, unknownCodes, usualDocument } from "../dossier/requirements.ts";
import type { Draft, RuleContext, Subject } from "../draft.ts";
import { conflict, isRefusal, type Refusal } from "../refusal.ts";
import type { DossierRow } from "../rows.ts";
import { relocated } from "./cause.ts";

type Data = { documentCode?: string | undefined };

export function checkCode({ documentCode }: Data, { configuration }: RuleContext): Refusal | null {
  const refusal = documentCode === undefined ? null : unknownCodes(configuration, [documentCode], "/data/documentCode");
  return refusal && relocated(refusal, "/0", "");
}

const atDocumentCode = (outcome: unknown, pointer: string): Refusal | null =>
  isRefusal(outcome) ? relocated(outcome as Refusal, pointer, "/data/documentCode") : null;

/** Adds a document to the given free dossier; without one, to any free dossier, or to a new one. */
export function addSomeRequirement(draft: Draft, { dossierId }: Subject, { documentCode }: Data): unknown {
  if (draft.thirdparty.archived) return;
  const isWanted = (row: DossierRow) => !row.typed && (dossierId === undefined || row.dossierId === dossierId);
  const free = openDossiers(draft).filter(isWanted);
  const [first] = free;
  if (!first) {
    if (dossierId !== undefined) return null;
    const opened = createDossier(draft, { requiredDocuments: [documentCode ?? usualDocument(draft) ?? []].flat() });
    return atDocumentCode(opened, "/requiredDocuments/0");
  }
  const asks = (dossier: DossierRow, code: string) =>
    liveDocumentsOf(draft, dossier.dossierId).some((row) => row.documentCode === code);
  const isMissing = (code: string) => !asks(first, code) && canHave(draft.configuration, draft.thirdparty, code);
  const code = documentCode ?? [...draft.configuration.documentTypes.keys()].find(isMissing) ?? usualDocument(draft);
  const open = code === undefined ? undefined : free.find((dossier) => !asks(dossier, code));
  if (open && code !== undefined)
    return atDocumentCode(addRequirements(draft, open.dossierId, [code]), "/newRequiredDocuments/0");
  const detail = `Dossier ${first.dossierId} (${first.dossierReference}) asks for ${code} already.`;
  return conflict("NOTHING_SUITABLE", detail);
}
