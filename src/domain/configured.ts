import { type Attribute, attributeOfId, type Configuration, documentType, type Rule } from "./configuration.ts";
import { liveDocumentsOf } from "./document/live-documents.ts";
import { stopDocument } from "./document/stopping.ts";
import { archiveDossier } from "./dossier/dossiers.ts";
import { openDossiers } from "./dossier/open-dossiers.ts";
import { realignDossier, requiredOf } from "./dossier/requirements.ts";
import type { Draft } from "./draft.ts";
import type { AttributeRow } from "./rows.ts";
import { violations } from "./thirdparty/attributes.ts";
import { recalculate, recalculateWith } from "./thirdparty/recalculate.ts";

/** What becomes of a third party when the account is configured otherwise. */

const isShown = ({ attributes }: Configuration, id: number) => attributes.some((one) => one.id === id);

/** A value that its attribute no longer takes is gone; one of a removed attribute is kept out of sight. */
function alignAttribute(draft: Draft, row: AttributeRow, before: Configuration): void {
  const definition = attributeOfId(draft.configuration, row.id) as Attribute;
  const { label, type } = definition;
  const [wasShown, shown] = [isShown(before, row.id), isShown(draft.configuration, row.id)];
  const fits = violations(definition, row.values).length === 0;
  if (!fits) draft.remove("attributes", row.key);
  else if (label !== row.label || type !== row.type)
    draft.put("attributes", { ...row, label, type, lastUpdateDate: draft.stamp });
  else if (wasShown === shown) return;
  if (!wasShown && !shown) return;
  const kind = definition.calculated ? "CALCULATED_ATTRIBUTE" : "ATTRIBUTE";
  const [from, to] = [wasShown ? row.values : null, shown && fits ? row.values : []];
  draft.emit(`THIRD_PARTY_${kind}_UPDATED`, {}, { label, from, to });
}

/** Documents follow the labels of their types; those whose type is gone are stopped. */
function alignDocuments(draft: Draft, dossierId: number): void {
  for (const document of liveDocumentsOf(draft, dossierId)) {
    const { documentId, documentCode, documentName } = document;
    if (!draft.configuration.documentTypes.has(documentCode)) {
      draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { removed: [documentCode] });
      stopDocument(draft, documentId, { withdrawn: true });
      continue;
    }
    const { label } = documentType(draft.configuration, documentCode);
    if (label === documentName) continue;
    draft.put("documents", { ...document, documentName: label });
    draft.emit("DOCUMENT_MODIFICATION", { documentId }, { documentName: label });
  }
}

const typeIn = ({ source }: Configuration, code: string) => source.dossierTypes[code];

/** An open dossier follows its type: the label, and the documents that the type asks for now. */
function alignDossier(draft: Draft, dossierId: number, before: Configuration): void {
  const dossier = draft.existing("dossiers", dossierId);
  const { dossierTypeCode: code } = dossier;
  if (code === null) return alignDocuments(draft, dossierId);
  const type = typeIn(draft.configuration, code);
  if (!type) return archiveDossier(draft, dossierId, "CLIENT");
  if (type.label !== dossier.dossierTypeLabel || type.typed !== dossier.typed)
    draft.put("dossiers", { ...dossier, dossierTypeLabel: type.label, typed: type.typed });
  const required = requiredOf(draft, code);
  const isSame = JSON.stringify(typeIn(before, code)) === JSON.stringify(type);
  const asked = liveDocumentsOf(draft, dossierId).map(({ documentCode }) => documentCode);
  const isGone = asked.some((one) => !draft.configuration.documentTypes.has(one));
  if (!isSame || isGone) realignDossier(draft, dossierId, required);
  alignDocuments(draft, dossierId);
}

/**
 * Brings a third party in line with the configuration of the draft, which was `before`. A rule that is what it was has
 * been followed, and a dossier that people have closed since is not opened again.
 */
export const alignWith = (before: Configuration, rules: readonly Rule[]) => (draft: Draft) => {
  for (const row of draft.all("attributes")) alignAttribute(draft, row, before);
  if (draft.thirdparty.archived) return;
  for (const { dossierId } of openDossiers(draft)) alignDossier(draft, dossierId, before);
  if (draft.thirdparty.status === "STRUCK_OFF") recalculate(draft);
  else recalculateWith(draft, rules);
};
