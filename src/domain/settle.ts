import type { AttributeDefinition } from "../../contract/attributes.ts";
import { writeAttribute } from "./attributes.ts";
import { attributeDefinitions, labels } from "./configuration.ts";
import type { Draft } from "./draft.ts";
import { evaluate, globalRisk, writeIndicators } from "./indicators.ts";
import { followReasons } from "./monitoring.ts";
import type { DocumentRow, DossierRow } from "./rows.ts";
import { followRules } from "./rules.ts";
import { dossierLabels, dossierStatus, suffixOf } from "./statuses.ts";

const risk = attributeDefinitions.find(({ label }) => label === labels.risk) as AttributeDefinition;

type Summary = DossierRow["documents"][number];

/** Only these move after a document was asked for. */
const alike = (before: readonly Summary[], after: readonly Summary[]) =>
  before.length === after.length &&
  after.every((row, at) => {
    const old = before[at] as Summary;
    return (
      row.documentId === old.documentId &&
      row.statusCode === old.statusCode &&
      row.present === old.present &&
      row.documentName === old.documentName
    );
  });

const summaryOf = ({ documentId, documentCode, documentName, requestDate, present, statusCode }: DocumentRow) => ({
  documentId,
  documentCode,
  documentName,
  requestDate,
  present,
  statusCode,
});

/** What moved the dossier: what moved its document last, or else its list. */
function causeOf(draft: Draft, dossierId: number): unknown {
  const mover = draft.events.findLast((event) => event.dossierId === dossierId && movers.test(event.eventName));
  return mover?.payload.cause ?? mover?.eventName ?? null;
}
const movers = /^(DOCUMENT_ANSWER_STATUS_UPDATE|DOCUMENT_STOPPED$|DOSSIER_REACTIVATED$)/;

function settleStatus(draft: Draft, dossier: DossierRow, documents: readonly DocumentRow[]): void {
  const listed = documents.filter(({ internal }) => !internal.withdrawn);
  const changed = !alike(dossier.documents, listed);
  if (!dossier.monitored) {
    if (changed) draft.put("dossiers", { ...dossier, documents: listed.map(summaryOf) });
    return;
  }
  const from = dossier.statusCode;
  const to = dossierStatus(listed.map(({ statusCode }) => statusCode));
  if (!changed && from === to) return;
  const { dossierId } = dossier;
  draft.put("dossiers", {
    ...dossier,
    documents: changed ? listed.map(summaryOf) : dossier.documents,
    statusCode: to,
    statusLabel: dossierLabels[to],
    state: to === "VALID",
    stateLastChangeDate: from === to ? dossier.stateLastChangeDate : draft.stamp,
  });
  if (from === to) return;
  draft.emitPair(
    "DOSSIER_STATUS_UPDATED",
    `DOSSIER_STATUS_UPDATED_${suffixOf[to]}`,
    { dossierId },
    { from, to, cause: causeOf(draft, dossierId) },
  );
}

/** Completion rate and next expiry: what a dossier calculates from its documents. */
function settleCalculations(draft: Draft, dossierId: number, documents: readonly DocumentRow[]): void {
  const dossier = draft.the("dossiers", dossierId);
  if (!dossier.monitored) return;
  const live = documents.filter(({ internal }) => !internal.stopped);
  const valid = live.filter(({ statusCode }) => statusCode === "VALID");
  const completionRate = live.length === 0 ? 0 : Math.floor((100 * valid.length) / live.length);
  const nextExpiry =
    valid.flatMap(({ evidences }) => evidences[0]?.expirationDate?.slice(0, 10) ?? []).sort()[0] ?? null;
  const { internal } = dossier;
  if (internal.completionRate === completionRate && internal.nextExpiry === nextExpiry) return;
  draft.put("dossiers", { ...dossier, internal: { ...internal, completionRate, nextExpiry } });
  draft.emit("DOSSIER_CALCULATED_ATTRIBUTE_UPDATED", { dossierId }, { completionRate, nextExpiry });
}

/** A dossier's own indicator: the diligence that was due is complete, or not. */
function settleDiligence(draft: Draft, dossierId: number): void {
  const dossier = draft.the("dossiers", dossierId);
  const { dueDiligence: from } = dossier.internal;
  const to = dossier.statusCode === "VALID" ? "COMPLETE" : "INCOMPLETE";
  if (!dossier.monitored || from === to) return;
  draft.put("dossiers", { ...dossier, internal: { ...dossier.internal, dueDiligence: to } });
  draft.emit("DOSSIER_INDICATOR_UPDATED", { dossierId }, { from, to });
}

/** After any change: statuses, then what is calculated, then indicators. */
export function settle(draft: Draft): void {
  const byDossier = new Map<number, DocumentRow[]>();
  for (const document of draft.all("documents")) {
    const documents = byDossier.get(document.dossierId);
    if (documents) documents.push(document);
    else byDossier.set(document.dossierId, [document]);
  }
  const dossiers = draft.all("dossiers");
  for (const dossier of dossiers) settleStatus(draft, dossier, byDossier.get(dossier.dossierId) ?? []);
  for (const { dossierId } of dossiers) settleCalculations(draft, dossierId, byDossier.get(dossierId) ?? []);
  followReasons(draft);
  const results = evaluate(draft);
  writeAttribute(draft, risk, [globalRisk(draft, results)]);
  for (const { dossierId } of dossiers) settleDiligence(draft, dossierId);
  writeIndicators(draft, results);
}

/** The same after what the rules look at has changed: they may open dossiers, and what these bring follows too. */
export function settleAndFollowRules(draft: Draft): void {
  settle(draft);
  const before = draft.all("dossiers").length;
  followRules(draft);
  if (draft.all("dossiers").length !== before) settle(draft);
}
