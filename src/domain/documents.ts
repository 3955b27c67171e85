import type { DocumentStatus } from "../../contract/documents.ts";
import type { EventName } from "../../contract/events.ts";
import { documentType } from "./configuration.ts";
import type { Draft } from "./draft.ts";
import { conflict, type Refusal } from "./refusal.ts";
import type { DocumentRow } from "./rows.ts";
import { suffixOf } from "./statuses.ts";
import { type Moment, minute } from "./time.ts";

/** Which answers lead where: the specification shows no transitions, so each guess is a row. */
export const transitions = {
  submit: { from: ["MISSING", "INVALID", "BELOW_EXPECTATION", "VALID"], to: "ONGOING", event: "DOCUMENT_ANSWER_ADDED" },
  amend: { from: ["ONGOING", "ACTION_REQUIRED"], to: "ONGOING", event: "DOCUMENT_ANSWER_UPDATED" },
  pass: { from: ["ONGOING"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  review: { from: ["ONGOING"], to: "ACTION_REQUIRED", event: null },
  fail: { from: ["ONGOING"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  approve: { from: ["ONGOING", "ACTION_REQUIRED"], to: "VALID", event: "DOCUMENT_ANSWER_ACCEPTED" },
  rejectShared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "INVALID", event: "DOCUMENT_ANSWER_DENIED" },
  rejectUnshared: { from: ["ONGOING", "ACTION_REQUIRED"], to: "BELOW_EXPECTATION", event: "DOCUMENT_ANSWER_DENIED" },
  expire: { from: ["VALID"], to: "INVALID", event: "DOCUMENT_ANSWER_EXPIRED" },
} as const satisfies Record<string, { from: DocumentStatus[]; to: DocumentStatus; event: EventName | null }>;
export type Transition = keyof typeof transitions;

export const allows = (transition: Transition, status: DocumentStatus) =>
  (transitions[transition].from as readonly DocumentStatus[]).includes(status);

/** A status never changes without its two events. */
export function setStatus(
  draft: Draft,
  documentId: number,
  to: DocumentStatus,
  payload: Record<string, unknown> = {},
): void {
  const document = draft.the("documents", documentId);
  const from = document.statusCode;
  if (from === to) return;
  draft.put("documents", { ...document, statusCode: to });
  tellStatus(draft, documentId, from, to, payload);
}

function tellStatus(
  draft: Draft,
  documentId: number,
  from: DocumentStatus | null,
  to: DocumentStatus,
  payload: Record<string, unknown>,
): void {
  draft.emitPair(
    "DOCUMENT_ANSWER_STATUS_UPDATE",
    `DOCUMENT_ANSWER_STATUS_UPDATE_${suffixOf[to]}`,
    { documentId },
    { from, to, ...payload },
  );
}

/** What happened to the answer, then what it makes of the document. */
export function move(draft: Draft, documentId: number, transition: Transition, payload: Record<string, unknown>): void {
  const { to, event } = transitions[transition];
  const { statusCode } = draft.the("documents", documentId);
  if (!allows(transition, statusCode)) throw new Error(`${transition} does not start from ${statusCode}`);
  if (event) draft.emit(event, { documentId }, payload);
  // Where no event tells of the answer, the status does.
  setStatus(draft, documentId, to, event ? { cause: event } : { cause: "VERIFY", ...payload });
}

/** Asks for documents in a dossier: all are added before their statuses are told. */
export function requestDocuments(draft: Draft, dossierId: number, codes: readonly string[]): number[] {
  const ids = codes.map((code) => {
    const documentId = draft.nextId("documentId");
    draft.put("documents", {
      documentId,
      dossierId,
      documentCode: code,
      documentName: documentType(code).label,
      requestDate: draft.stamp,
      present: false,
      statusCode: "MISSING",
      evidences: [],
      thirdpartyId: draft.thirdparty.thirdpartyId,
      internal: {
        mandatory: true,
        dueDate: null,
        stopped: false,
        withdrawn: false,
        interruptedAt: null,
        deletionWarnedAt: null,
        deletedAt: null,
        auditTrailDownloads: 0,
      },
    });
    draft.emit("DOCUMENT_ADDED", { documentId }, { documentCode: code });
    return documentId;
  });
  for (const documentId of ids) tellStatus(draft, documentId, null, "MISSING", { cause: "DOCUMENT_ADDED" });
  for (const documentId of ids) planCollection(draft, documentId);
  return ids;
}

/** Some pieces come by themselves: from registers, and from data providers. */
export function planCollection(draft: Draft, documentId: number, earliest: Moment = draft.now): void {
  const { documentCode } = draft.the("documents", documentId);
  const type = documentType(documentCode);
  const chance = draft.surroundings.chance("collection", documentId);
  for (const kind of ["COLLECT", "SOURCE"] as const) draft.cancel(kind, documentId);
  if (type.kind === "SOURCE") draft.schedule("SOURCE", earliest + chance.int(60, 360) * minute, documentId);
  else if (type.collected && draft.thirdparty.addressCountryCode === "FR")
    draft.schedule("COLLECT", earliest + chance.int(10, 90) * minute, documentId);
}

export function whyNotAnswerable(draft: Draft, { documentId, dossierId, internal }: DocumentRow): Refusal<409> | null {
  if (internal.withdrawn)
    return conflict(
      "DOSSIER_ARCHIVED",
      `Document ${documentId} is stopped: dossier ${dossierId} no longer asks for it.`,
    );
  if (internal.stopped || !draft.the("dossiers", dossierId).monitored)
    return conflict("DOSSIER_ARCHIVED", `Document ${documentId} is stopped: its dossier is archived.`);
  return null;
}

/** Label, due date or mandatory flag: what has no event of its own. */
export function editDocument(
  draft: Draft,
  documentId: number,
  edit: { documentName?: string; dueDate?: string; mandatory?: boolean },
): void {
  const document = draft.the("documents", documentId);
  const { internal } = document;
  const { documentName = document.documentName, dueDate = internal.dueDate, mandatory = internal.mandatory } = edit;
  if (documentName === document.documentName && dueDate === internal.dueDate && mandatory === internal.mandatory)
    return;
  draft.put("documents", { ...document, documentName, internal: { ...internal, dueDate, mandatory } });
  draft.emit("DOCUMENT_MODIFICATION", { documentId }, { ...edit });
}

export function downloadAuditTrail(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", {
    ...document,
    internal: { ...document.internal, auditTrailDownloads: document.internal.auditTrailDownloads + 1 },
  });
  draft.emit("DOCUMENT_AUDIT_TRAIL_DOWNLOAD", { documentId }, {});
}

/** A form was begun and left: nothing is supplied. */
export function interruptAnswer(draft: Draft, documentId: number): void {
  const document = draft.the("documents", documentId);
  draft.put("documents", { ...document, internal: { ...document.internal, interruptedAt: draft.stamp } });
  draft.emit("DOCUMENT_ANSWER_INTERRUPTED", { documentId }, {});
}
