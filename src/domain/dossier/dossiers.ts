import type { z } from "zod";
import type * as contract from "../../../contract/dossiers.ts";
import { nearest } from "../../../contract/nearest.ts";
import type { DossierType } from "../configuration.ts";
import { requestDocuments } from "../document/documents.ts";
import { liveDocumentsOf } from "../document/live-documents.ts";
import { restartDocument, stopDocument } from "../document/stopping.ts";
import type { Draft } from "../draft.ts";
import { pick } from "../fields.ts";
import { conflict, invalidValues, isRefusal, notFound, type Refusal, wrongValue } from "../refusal.ts";
import type { DocumentRow, DossierRow } from "../rows.ts";
import { inviteContact, restartReminders } from "../thirdparty/contacts.ts";
import { addMonths, day, dayOf, type Moment, parse } from "../time.ts";
import { openDossierOf } from "./open-dossiers.ts";
import { requiredOf, wrongCodes } from "./requirements.ts";
import { dossierLabels } from "./statuses.ts";

type NewDossier = z.output<typeof contract.NewDossier>;
type FreeDossier = Extract<NewDossier, { requiredDocuments: string[] }>;
type Opening = Omit<FreeDossier, "requiredDocuments"> & Pick<DossierRow, "origin"> & { ruleId?: string };

/** The first unused reference of the year, as `VIG-2026-0001`. */
function referenceFor(draft: Draft, type: DossierType | null): string {
  const prefix = type?.prefix ?? "LIBRE";
  const taken = new Set(draft.all("dossiers").map(({ dossierReference }) => dossierReference));
  for (let number = 1; ; number++) {
    const reference = `${prefix}-${draft.stamp.slice(0, 4)}-${String(number).padStart(4, "0")}`;
    if (!taken.has(reference)) return reference;
  }
}

/** The months that a dossier of this type lasts; null for no end. */
export const termOf = ({ configuration }: Draft, typeCode: string | null): number | null =>
  configuration.dossierTypes.find(({ code }) => code === typeCode)?.months ?? null;

const endAfter = (from: Moment, months: number | null): string | null =>
  months === null ? null : dayOf(addMonths(from, months));

function newDossier(draft: Draft, type: DossierType | null, opening: Opening): DossierRow {
  const { thirdparty } = draft;
  return {
    dossierId: draft.nextId("dossierId"),
    ...pick(thirdparty, ["accountId", "thirdpartyId"]),
    thirdpartyName: thirdparty.name,
    ...pick(thirdparty, ["thirdpartyCode", "companyIdType", "companyIdValue"]),
    companyCountryCode: thirdparty.addressCountryCode,
    dossierReference: opening.dossierReference ?? referenceFor(draft, type),
    dossierTypeCode: type?.code ?? null,
    dossierTypeLabel: type?.label ?? null,
    typed: type?.typed ?? false,
    description: opening.description ?? null,
    purchasingCategory: opening.purchasingCategory ?? null,
    statusCode: "ABSENT",
    statusLabel: dossierLabels.ABSENT,
    stateLastChangeDate: draft.stamp,
    monitored: true,
    state: false,
    startingDate: dayOf(draft.now),
    expirationDate: opening.expirationDate ?? endAfter(draft.now, type?.months ?? null),
    stoppingDate: null,
    stoppingReason: null,
    origin: opening.origin,
    ruleId: opening.ruleId ?? null,
    documents: [],
    internal: { completionRate: 0, nextExpiry: null, dueDiligence: "INCOMPLETE", attributes: {} },
  };
}

function openDossier(draft: Draft, type: DossierType | null, codes: string[], opening: Opening): DossierRow {
  const dossier = draft.put("dossiers", newDossier(draft, type, opening));
  const { dossierId, dossierTypeCode, origin, ruleId } = dossier;
  draft.emit("DOSSIER_ADDED", { dossierId }, { dossierTypeCode, origin, ruleId });
  requestDocuments(draft, dossierId, codes);
  draft.put("dossiers", { ...dossier, stateLastChangeDate: draft.stamp });
  const payload = { from: null, to: "ABSENT", cause: "DOSSIER_ADDED" };
  draft.emitPair("DOSSIER_STATUS_UPDATED", "DOSSIER_STATUS_UPDATED_ABSENT", { dossierId }, payload);
  planTerm(draft, dossier);
  for (const email of opening.thirdpartyEmail ?? []) inviteContact(draft, { email });
  return draft.existing("dossiers", dossierId);
}

/** A dossier is renewed some days before its end, and extended or closed the day after it. */
function planTerm(draft: Draft, { dossierId, expirationDate }: DossierRow): void {
  draft.cancel(dossierId, "RENEW", "CLOSE");
  if (expirationDate === null) return;
  const end = parse(expirationDate);
  draft.schedule("RENEW", Math.max(end - draft.configuration.practice.renewalDays * day, draft.now + 1), dossierId);
  draft.schedule("CLOSE", Math.max(end + day, draft.now + 2), dossierId);
}

export function dossierTypeOf(known: readonly DossierType[], typeCode: string): DossierType | Refusal<404> {
  const type = known.find(({ code }) => code === typeCode);
  if (type) return type;
  const codes = known.map(({ code }) => code);
  const guess = nearest(typeCode, codes);
  const hint = guess ? `; did you mean ${guess}?` : ".";
  return notFound("DOSSIER_TYPE_NOT_FOUND", `There is no dossier type ${typeCode}${hint} Types: ${codes.join(", ")}.`);
}

export function openTypedDossier(draft: Draft, typeCode: string, opening: Opening): DossierRow | Refusal<404 | 409> {
  const type = dossierTypeOf(draft.configuration.dossierTypes, typeCode);
  if (isRefusal(type)) return type as Refusal<404>;
  const open = openDossierOf(draft, typeCode);
  if (!open) return openDossier(draft, type, requiredOf(draft, typeCode), opening);
  const named = `Dossier ${open.dossierId} (${open.dossierReference}) of type ${typeCode}`;
  return conflict("DOSSIER_ALREADY_OPEN", `${named} is open for this third party.`);
}

/** A dossier ends after the day on which its end is set. */
export function endsTooSoon(now: Moment, expirationDate: string | null | undefined): Refusal<400> | null {
  const today = dayOf(now);
  if (expirationDate == null || expirationDate > today) return null;
  const because = "/expirationDate must be after today.";
  const violation = wrongValue("/expirationDate", `a day after ${today}`, expirationDate, because);
  return invalidValues("A dossier cannot end before it begins.", [violation]);
}

/** Opens a dossier on demand: of a type, or free with a list of documents of its own. */
export function createDossier(draft: Draft, asked: NewDossier): DossierRow | Refusal {
  const { thirdparty } = draft;
  if (thirdparty.archived)
    return conflict("THIRD_PARTY_ARCHIVED", `${thirdparty.name} is archived; no dossier can be opened for it.`);
  const reused = draft.all("dossiers").find(({ dossierReference }) => dossierReference === asked.dossierReference);
  if (reused) {
    const detail = `${asked.dossierReference} is the reference of dossier ${reused.dossierId} of this third party; `;
    return conflict("DOSSIER_REFERENCE_CONFLICT", `${detail}choose another, or leave it out.`);
  }
  const tooSoon = endsTooSoon(draft.now, asked.expirationDate);
  if (tooSoon) return tooSoon;
  const opening: Opening = { ...asked, origin: "API" };
  if ("dossierTypeCode" in asked) return openTypedDossier(draft, asked.dossierTypeCode, opening);
  const codes = asked.requiredDocuments;
  return wrongCodes(draft, codes, "/requiredDocuments") ?? openDossier(draft, null, [...new Set(codes)], opening);
}

export function archiveDossier(draft: Draft, dossierId: number, reason: string): void {
  const dossier = draft.existing("dossiers", dossierId);
  draft.cancel(dossierId, "RENEW", "CLOSE");
  const stopped = { monitored: false, state: false, stoppingDate: draft.stamp, stoppingReason: reason };
  draft.put("dossiers", { ...dossier, ...stopped });
  draft.emit("DOSSIER_ARCHIVED", { dossierId }, { reason });
  for (const { documentId } of liveDocumentsOf(draft, dossierId)) stopDocument(draft, documentId);
}

/** Opens an archived dossier again; an end that has passed is replaced by a new term. */
export function reactivateDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.existing("dossiers", dossierId);
  const { dossierTypeCode, statusCode, stoppingDate, stoppingReason } = dossier;
  const isOver = dossier.expirationDate !== null && dossier.expirationDate <= dayOf(draft.now);
  const expirationDate = isOver ? endAfter(draft.now, termOf(draft, dossierTypeCode)) : dossier.expirationDate;
  // The type may have been renamed since.
  const { label, typed } = draft.configuration.dossierTypes.find(({ code }) => code === dossierTypeCode) ?? {
    label: dossier.dossierTypeLabel,
    typed: dossier.typed,
  };
  const named = { dossierTypeLabel: label, typed };
  const reopened = {
    ...named,
    monitored: true,
    state: statusCode === "VALID",
    stoppingDate: null,
    stoppingReason: null,
  };
  const open = draft.put("dossiers", { ...dossier, ...reopened, expirationDate });
  draft.emit("DOSSIER_REACTIVATED", { dossierId }, { stoppingDate, stoppingReason, expirationDate });
  const isAsked = ({ documentCode }: DocumentRow) => draft.configuration.documentTypes.has(documentCode);
  const asked = draft
    .all("documents")
    .filter((document) => document.dossierId === dossierId && !document.internal.withdrawn && isAsked(document))
    .map(({ documentId }) => documentId);
  for (const documentId of asked) restartDocument(draft, documentId);
  restartReminders(draft, asked);
  planTerm(draft, open);
}

type Edit = Partial<Pick<DossierRow, "dossierReference" | "description" | "purchasingCategory" | "expirationDate">>;

export function editDossier(draft: Draft, dossierId: number, edit: Edit): void {
  const dossier = draft.existing("dossiers", dossierId);
  if ((Object.keys(edit) as (keyof Edit)[]).every((name) => edit[name] === dossier[name])) return;
  const edited = draft.put("dossiers", { ...dossier, ...edit });
  if (edit.expirationDate !== undefined) planTerm(draft, edited);
  draft.emit("DOSSIER_UPDATED", { dossierId }, { ...edit });
}

export function setDossierAttribute(draft: Draft, dossierId: number, label: string, value: string): void {
  const dossier = draft.existing("dossiers", dossierId);
  const { attributes } = dossier.internal;
  // A label such as "constructor" is also a property of every object.
  const before = Object.hasOwn(attributes, label) ? (attributes[label] as string) : null;
  if (before === value) return;
  draft.putInternal("dossiers", dossier, { attributes: { ...attributes, [label]: value } });
  draft.emit("DOSSIER_ATTRIBUTE_UPDATED", { dossierId }, { label, from: before, to: value });
}
