import { DocumentSummary } from "../../../contract/dossiers.ts";
import type { Rule } from "../configuration.ts";
import { documentsOf, liveDocumentsOf } from "../document/live-documents.ts";
import { followRules } from "../dossier/rules.ts";
import { dossierLabels, dossierStatus } from "../dossier/statuses.ts";
import type { Draft } from "../draft.ts";
import { keysOf, pick } from "../fields.ts";
import { activateProviders } from "../providers/monitoring.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";
import { writeAttribute } from "./attributes.ts";
import { evaluate, globalRisk, writeIndicators } from "./indicators.ts";

const summaryFields = keysOf(DocumentSummary);

/** The other fields of a summary never change. */
const isCurrent = (summary: DossierRow["documents"][number] | undefined, document: DocumentRow) =>
  summary?.documentId === document.documentId &&
  summary.statusCode === document.statusCode &&
  summary.present === document.present &&
  summary.documentName === document.documentName;
const areCurrent = (summaries: DossierRow["documents"], documents: readonly DocumentRow[]) =>
  summaries.length === documents.length && documents.every((document, at) => isCurrent(summaries[at], document));

const movers = /^(DOCUMENT_ANSWER_STATUS_UPDATE|DOCUMENT_STOPPED$|DOSSIER_REACTIVATED$)/;
/** The last event that can have changed the status of the dossier. */
function causeOf(draft: Draft, dossierId: number): unknown {
  const mover = draft.events.findLast((event) => event.dossierId === dossierId && movers.test(event.eventName));
  return mover?.payload.cause ?? mover?.eventName ?? null;
}

function updateStatus(draft: Draft, dossier: DossierRow): void {
  const { dossierId, statusCode: from } = dossier;
  const listed = documentsOf(draft, dossierId).filter(({ internal }) => !internal.withdrawn);
  const changed = !areCurrent(dossier.documents, listed);
  const documents = changed ? listed.map((document) => pick(document, summaryFields)) : dossier.documents;
  // The status that an archived dossier ended with proves that it was checked.
  const to = dossier.monitored ? dossierStatus(listed.map(({ statusCode }) => statusCode)) : from;
  if (!changed && from === to) return;
  draft.put("dossiers", {
    ...dossier,
    documents,
    statusCode: to,
    statusLabel: dossierLabels[to],
    state: dossier.monitored && to === "VALID",
    stateLastChangeDate: from === to ? dossier.stateLastChangeDate : draft.stamp,
  });
  if (from === to) return;
  const payload = { from, to, cause: causeOf(draft, dossierId) };
  draft.emitPair("DOSSIER_STATUS_UPDATED", `DOSSIER_STATUS_UPDATED_${to}`, { dossierId }, payload);
}

function updateCalculations(draft: Draft, dossierId: number): void {
  const dossier = draft.existing("dossiers", dossierId);
  if (!dossier.monitored) return;
  const live = liveDocumentsOf(draft, dossierId);
  let valid = 0;
  let nextExpiry: string | null = null;
  for (const { statusCode, evidences } of live) {
    if (statusCode !== "VALID") continue;
    valid++;
    const expiry = evidences[0]?.expirationDate?.slice(0, 10);
    if (expiry !== undefined && (nextExpiry === null || expiry < nextExpiry)) nextExpiry = expiry;
  }
  const completionRate = live.length === 0 ? 0 : Math.floor((100 * valid) / live.length);
  const { internal } = dossier;
  if (internal.completionRate === completionRate && internal.nextExpiry === nextExpiry) return;
  draft.putInternal("dossiers", dossier, { completionRate, nextExpiry });
  draft.emit("DOSSIER_CALCULATED_ATTRIBUTE_UPDATED", { dossierId }, { completionRate, nextExpiry });
}

function updateDiligence(draft: Draft, dossierId: number): void {
  const dossier = draft.existing("dossiers", dossierId);
  const { dueDiligence: from } = dossier.internal;
  const to = dossier.statusCode === "VALID" ? "COMPLETE" : "INCOMPLETE";
  if (!dossier.monitored || from === to) return;
  draft.putInternal("dossiers", dossier, { dueDiligence: to });
  draft.emit("DOSSIER_INDICATOR_UPDATED", { dossierId }, { from, to });
}

/** Recalculates everything that depends on documents: statuses first, then attributes, then indicators. */
export function recalculate(draft: Draft): void {
  const dossiers = draft.all("dossiers");
  for (const dossier of dossiers) updateStatus(draft, dossier);
  for (const { dossierId } of dossiers) updateCalculations(draft, dossierId);
  activateProviders(draft);
  const results = evaluate(draft);
  const { risk } = draft.configuration.roles;
  if (risk) writeAttribute(draft, risk, [globalRisk(results)]);
  for (const { dossierId } of dossiers) updateDiligence(draft, dossierId);
  writeIndicators(draft, results);
}

/** After a change of the identity or of an attribute: the rules may open dossiers, and these are recalculated too. */
export const recalculateWithRules = (draft: Draft): void => recalculateWith(draft, draft.configuration.rules);

export function recalculateWith(draft: Draft, rules: readonly Rule[]): void {
  recalculate(draft);
  const before = draft.all("dossiers").length;
  followRules(draft, rules);
  if (draft.all("dossiers").length !== before) recalculate(draft);
}
