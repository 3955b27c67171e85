import type { DocumentStatus } from "../../../contract/documents.ts";
import type { EventName } from "../../../contract/events.ts";
import { workingDayBy, workingMoment } from "../../directory/calendar.ts";
import { documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { conflict, type Refusal } from "../refusal.ts";
import type { DocumentRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { restartReminders } from "../thirdparty/contacts.ts";
import { addMonths, day, dayOf, format, type Moment, minute, parse } from "../time.ts";

/** The specification shows no transitions, so each guess is a row. */
export const transitions = {
  /** A piece that the platform collects while another is in force replaces it at once. */
  renew: { from: ["VALID"], to: "VALID", event: "DOCUMENT_ANSWER_ADDED" },
  submit: { from: ["MISSING", "INVALID", "BELOW_EXPECTATION", "VALID"], to: "ONGOING", event: "DOCUMENT_ANSWER_ADDED" },
  amend: { from: ["ONGOING", "ACTION_REQUIRED"], to: "ONGOING", event: "DOCUMENT_ANSWER_UPDATED" },
  pass: { from: ["ONGOING", "VALID"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  review: { from: ["ONGOING", "VALID"], to: "ACTION_REQUIRED", event: null },
  fail: { from: ["ONGOING", "VALID"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  approve: { from: ["ONGOING", "ACTION_REQUIRED"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  rejectShared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  rejectUnshared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "BELOW_EXPECTATION", event: "DOCUMENT_ANSWER_DENIED" },
  expire: { from: ["VALID", "ACTION_REQUIRED"], to: "INVALID", event: "DOCUMENT_ANSWER_EXPIRED" },
} as const satisfies Record<string, { from: DocumentStatus[]; to: DocumentStatus; event: EventName | null }>;
export type Transition = keyof typeof transitions;
type Payload = Record<string, unknown>;

export const allows = (transition: Transition, status: DocumentStatus) =>
  (transitions[transition].from as readonly DocumentStatus[]).includes(status);

/** Changes the status together with its two events; the same status changes nothing. */
export function setStatus(draft: Draft, documentId: number, to: DocumentStatus, payload: Payload): void {
  const document = draft.existing("documents", documentId);
  if (document.statusCode === to) return;
  draft.put("documents", { ...document, statusCode: to });
  emitStatus(draft, documentId, document.statusCode, to, payload);
}

/** The end of the event name for a status; the events say ABSENT for a document that is MISSING. */
export const suffixOf = (status: DocumentStatus) => (status === "MISSING" ? "ABSENT" : status);

function emitStatus(draft: Draft, documentId: number, from: DocumentStatus | null, to: DocumentStatus, more: Payload) {
  const specific = `DOCUMENT_ANSWER_STATUS_UPDATE_${suffixOf(to)}` as const;
  draft.emitPair("DOCUMENT_ANSWER_STATUS_UPDATE", specific, { documentId }, { from, to, ...more });
}

/** Emits the event of the response first, then the status that it gives the document. */
export function applyTransition(draft: Draft, documentId: number, transition: Transition, payload: Payload): void {
  const { to, event } = transitions[transition];
  const { statusCode } = draft.existing("documents", documentId);
  if (!allows(transition, statusCode)) throw new Error(`${transition} does not start from ${statusCode}`);
  if (event) draft.emit(event, { documentId }, payload);
  // Without an event of the response, the event of the status carries the payload.
  setStatus(draft, documentId, to, event ? { cause: event } : { cause: "VERIFY", ...payload });
}

const neverTouched: DocumentRow["internal"] = {
  mandatory: true,
  dueDate: null,
  stopped: false,
  withdrawn: false,
  interruptedAt: null,
  deletionWarnedAt: null,
  deletedAt: null,
  auditTrailDownloads: 0,
};

/** Asks for documents in a dossier: the events of all additions come before the events of their statuses. */
export function requestDocuments(draft: Draft, dossierId: number, codes: readonly string[]): number[] {
  const ids = codes.map((code) => {
    const documentId = draft.nextId("documentId");
    draft.put("documents", {
      documentId,
      dossierId,
      documentCode: code,
      documentName: documentType(draft.configuration, code).label,
      requestDate: draft.stamp,
      present: false,
      statusCode: "MISSING",
      evidences: [],
      stoppingDate: null,
      thirdpartyId: draft.thirdparty.thirdpartyId,
      internal: neverTouched,
    });
    draft.emit("DOCUMENT_ADDED", { documentId }, { documentCode: code });
    return documentId;
  });
  for (const documentId of ids) emitStatus(draft, documentId, null, "MISSING", { cause: "DOCUMENT_ADDED" });
  for (const documentId of ids) planCollection(draft, documentId);
  return ids;
}

/** Data providers deliver screenings, and French registers some certificates, without the third party. */
export function isCollected(draft: Draft, { documentCode }: Pick<DocumentRow, "documentCode">): boolean {
  const { kind, collected } = documentType(draft.configuration, documentCode);
  return kind === "SOURCE" || (collected && draft.thirdparty.addressCountryCode === "FR");
}

/** Registers answer at any hour; a data provider delivers at its working hours. */
export function planCollection(draft: Draft, documentId: number, earliest: Moment = draft.now): void {
  const document = draft.existing("documents", documentId);
  draft.cancel(documentId, "COLLECT", "SOURCE");
  if (!isCollected(draft, document)) return;
  const chance = draft.context.chance("collection", documentId);
  if (documentType(draft.configuration, document.documentCode).kind === "SOURCE") {
    const due = earliest + chance.int(...terms.sourceMinutes) * minute;
    draft.schedule("SOURCE", workingMoment("FR", due), documentId);
  } else draft.schedule("COLLECT", earliest + chance.int(...terms.collectionMinutes) * minute, documentId);
}

/** What is collected is collected anew before the piece in force ends, unless the new one would end with it. */
export function planRenewal(draft: Draft, documentId: number, end: Moment): void {
  const document = draft.existing("documents", documentId);
  const { months } = documentType(draft.configuration, document.documentCode);
  if (months === null || !isCollected(draft, document)) return;
  const days = draft.context.chance("renewal", documentId, dayOf(end)).int(...terms.renewalLeadDays);
  const opening = workingMoment("FR", parse(workingDayBy("FR", dayOf(end - days * day))));
  const earliest = Math.max(opening, draft.now);
  // At the end of time every validity is cut to the same day.
  if (format(addMonths(earliest, months)) > format(end)) planCollection(draft, documentId, earliest);
}

/** Why a document takes no response and no decision, or null. */
export function whyClosed(draft: Draft, { documentId, dossierId, internal }: DocumentRow): Refusal<409> | null {
  if (!draft.existing("dossiers", dossierId).monitored)
    return conflict("DOSSIER_ARCHIVED", `Document ${documentId} is stopped: its dossier is archived.`);
  if (!internal.stopped) return null;
  const detail = internal.withdrawn
    ? `Document ${documentId} is withdrawn: dossier ${dossierId} no longer asks for it.`
    : `Document ${documentId} is stopped: it takes no response and no decision.`;
  return conflict("DOCUMENT_NOT_ANSWERABLE", detail);
}

export function setDueDate(draft: Draft, documentId: number, dueDate: string): void {
  const document = draft.existing("documents", documentId);
  if (dueDate === document.internal.dueDate) return;
  draft.putInternal("documents", document, { dueDate });
  if (draft.actor.type === "CLIENT") restartReminders(draft, [documentId]);
  draft.emit("DOCUMENT_MODIFICATION", { documentId }, { dueDate });
}

export function downloadAuditTrail(draft: Draft, documentId: number): void {
  const document = draft.existing("documents", documentId);
  const { auditTrailDownloads } = document.internal;
  draft.putInternal("documents", document, { auditTrailDownloads: auditTrailDownloads + 1 });
  draft.emit("DOCUMENT_AUDIT_TRAIL_DOWNLOAD", { documentId }, {});
}

/** The third party began a form and did not submit it. */
export function interruptResponse(draft: Draft, documentId: number): void {
  draft.putInternal("documents", draft.existing("documents", documentId), { interruptedAt: draft.stamp });
  draft.emit("DOCUMENT_ANSWER_INTERRUPTED", { documentId }, {});
}
