import { nearest } from "../../contract/nearest.ts";
import { documentTypes } from "./configuration.ts";
import { inviteContact } from "./contacts.ts";
import { editDocument, planCollection, requestDocuments } from "./documents.ts";
import type { Draft } from "./draft.ts";
import { restartDocument, stopDocument } from "./freezing.ts";
import { bodyViolation, conflict, invalid, isRefusal, notFound, type Refusal } from "./refusal.ts";
import type { DossierRow, DossierTypeRow, ThirdpartyRow } from "./rows.ts";
import { dossierLabels } from "./statuses.ts";
import { addMonths, day, dayOf, type Moment, parse } from "./time.ts";

interface Opening {
  origin: DossierRow["origin"];
  ruleId?: string;
  dossierReference?: string;
  description?: string;
  purchasingCategory?: string;
  expirationDate?: string;
  thirdpartyEmail?: string[];
}

const prefixes: Record<string, string> = {
  VIGILANCE: "VIG",
  ONBOARDING: "ONB",
  CSR: "RSE",
  SCREENING: "SCR",
  DUTY_OF_VIGILANCE: "DDV",
  CYBERSECURITY: "CYB",
};

const isAbroad = ({ addressCountryCode }: ThirdpartyRow) => addressCountryCode !== "FR";
const isSoleTrader = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "1000";
const isAssociation = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "9220";
const builds = ({ activityCode }: ThirdpartyRow) => /^4[123]/.test(activityCode ?? "");

/** Pieces that some companies cannot have, and what is asked of them instead. */
const substitutes: { code: string; when: (company: ThirdpartyRow) => boolean; by: string | null; because: string }[] = [
  { code: "KBIS", when: isAbroad, by: "EXTRAIT_LOCAL", because: "a company outside France has no Kbis" },
  { code: "KBIS", when: isSoleTrader, by: "RNE", because: "a sole trader has no Kbis" },
  { code: "KBIS", when: isAssociation, by: "STATUTS", because: "an association has no Kbis" },
  { code: "ATT_URSSAF", when: isAbroad, by: "A1", because: "Urssaf certifies companies in France" },
  { code: "ATT_FISCALE", when: isAbroad, by: null, because: "the French tax office certifies companies in France" },
  {
    code: "ASS_DECENNALE",
    when: (company) => !builds(company),
    by: null,
    because: "the ten-year insurance is for construction (NAF 41 to 43)",
  },
];
const additions: { type: string; when: (company: ThirdpartyRow) => boolean; codes: string[] }[] = [
  { type: "VIGILANCE", when: builds, codes: ["ASS_DECENNALE", "ATT_CIBTP"] },
];
const substituteFor = (company: ThirdpartyRow, wanted: string) =>
  substitutes.find(({ code, when }) => code === wanted && when(company));

export const canHave = (company: ThirdpartyRow, code: string): boolean => substituteFor(company, code) === undefined;

/** The documents that a type asks of a company of this kind. */
export function requiredOf(draft: Draft, typeCode: string): string[] {
  const { thirdparty } = draft;
  const base = draft.surroundings.dossierTypes.find(({ code }) => code === typeCode)?.documents ?? [];
  const adapted = base.flatMap((code) => {
    const substitute = substituteFor(thirdparty, code);
    return substitute ? (substitute.by ?? []) : code;
  });
  const added = additions
    .filter(({ type, when }) => type === typeCode && when(thirdparty))
    .flatMap(({ codes }) => codes);
  return [...new Set([...adapted, ...added])];
}

function referenceFor(draft: Draft, prefix: string): string {
  const taken = new Set(draft.all("dossiers").map(({ dossierReference }) => dossierReference));
  const year = draft.stamp.slice(0, 4);
  for (let number = 1; ; number++) {
    const reference = `${prefix}-${year}-${String(number).padStart(4, "0")}`;
    if (!taken.has(reference)) return reference;
  }
}

function openDossier(
  draft: Draft,
  type: { code: string; label: string; months: number | null } | null,
  codes: string[],
  opening: Opening,
): DossierRow {
  const { thirdparty } = draft;
  const months = type?.months ?? null;
  const dossier = draft.put("dossiers", {
    dossierId: draft.nextId("dossierId"),
    accountId: thirdparty.accountId,
    thirdpartyId: thirdparty.thirdpartyId,
    thirdpartyName: thirdparty.name,
    thirdpartyCode: thirdparty.thirdpartyCode,
    companyIdType: thirdparty.companyIdType,
    companyIdValue: thirdparty.companyIdValue,
    companyCountryCode: thirdparty.addressCountryCode,
    dossierReference:
      opening.dossierReference ?? referenceFor(draft, type ? (prefixes[type.code] ?? type.code.slice(0, 3)) : "LIBRE"),
    dossierTypeCode: type?.code ?? null,
    dossierTypeLabel: type?.label ?? null,
    typed: type !== null,
    description: opening.description ?? null,
    purchasingCategory: opening.purchasingCategory ?? null,
    statusCode: "ABSENT",
    statusLabel: dossierLabels.ABSENT,
    stateLastChangeDate: draft.stamp,
    monitored: true,
    state: false,
    startingDate: dayOf(draft.now),
    expirationDate: opening.expirationDate ?? (months === null ? null : dayOf(addMonths(draft.now, months))),
    stoppingDate: null,
    stoppingReason: null,
    origin: opening.origin,
    ruleId: opening.ruleId ?? null,
    documents: [],
    internal: { completionRate: 0, nextExpiry: null, dueDiligence: "INCOMPLETE", attributes: {} },
  });
  draft.emit(
    "DOSSIER_ADDED",
    { dossierId: dossier.dossierId },
    { dossierTypeCode: dossier.dossierTypeCode, origin: opening.origin, ruleId: dossier.ruleId },
  );
  requestDocuments(draft, dossier.dossierId, codes);
  draft.emitPair(
    "DOSSIER_STATUS_UPDATED",
    "DOSSIER_STATUS_UPDATED_ABSENT",
    { dossierId: dossier.dossierId },
    { from: null, to: "ABSENT", cause: "DOSSIER_ADDED" },
  );
  planRenewal(draft, dossier);
  for (const email of opening.thirdpartyEmail ?? []) inviteContact(draft, { email });
  return draft.the("dossiers", dossier.dossierId);
}

/** Thirty days before its end a dossier is renewed; at its end it is extended or closed. */
function planRenewal(draft: Draft, { dossierId, expirationDate }: DossierRow): void {
  draft.cancel("RENEW", dossierId);
  draft.cancel("CLOSE", dossierId);
  if (expirationDate === null) return;
  const end = parse(expirationDate);
  draft.schedule("RENEW", Math.max(end - 30 * day, draft.now + 1), dossierId);
  draft.schedule("CLOSE", Math.max(end + day, draft.now + 2), dossierId);
}

/** The account's type of that code. */
export function dossierTypeOf(known: readonly DossierTypeRow[], typeCode: string): DossierTypeRow | Refusal<404> {
  const type = known.find(({ code }) => code === typeCode);
  if (type) return type;
  const codes = known.map(({ code }) => code);
  const guess = nearest(typeCode, codes);
  return notFound(
    "DOSSIER_TYPE_NOT_FOUND",
    `There is no dossier type ${typeCode}${guess ? `; did you mean ${guess}?` : "."} Types: ${codes.join(", ")}.`,
  );
}

export function openTypedDossier(draft: Draft, typeCode: string, opening: Opening): DossierRow | Refusal<404 | 409> {
  const type = dossierTypeOf(draft.surroundings.dossierTypes, typeCode);
  if (isRefusal(type)) return type as Refusal<404>;
  const open = draft
    .all("dossiers")
    .find(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode === typeCode);
  if (open)
    return conflict(
      "DOSSIER_ALREADY_OPEN",
      `Dossier ${open.dossierId} (${open.dossierReference}) of type ${typeCode} is open for this third party.`,
    );
  return openDossier(draft, type, requiredOf(draft, typeCode), opening);
}

/** The codes that the account has no document type for. */
export function unknownCodes(codes: readonly string[], pointer: string): Refusal<400> | null {
  const errors = codes.flatMap((code, index) => {
    if (documentTypes.has(code)) return [];
    const guess = nearest(code, [...documentTypes.keys()]);
    const detail = `${code} is no document code${guess ? `; did you mean ${guess}?` : "."}`;
    return [
      bodyViolation(
        `${pointer}/${index}`,
        "UNKNOWN_DOCUMENT_CODE",
        detail,
        `one of ${[...documentTypes.keys()].join(", ")}`,
        code,
      ),
    ];
  });
  return errors.length > 0
    ? invalid("VALIDATION_ERROR", "Some document codes are not known; nothing was added.", errors)
    : null;
}

/** The codes of pieces that a company of this kind cannot have. */
function unfitCodes({ thirdparty }: Draft, codes: readonly string[], pointer: string): Refusal<400> | null {
  const errors = codes.flatMap((code, index) => {
    const substitute = substituteFor(thirdparty, code);
    if (!substitute) return [];
    const instead = substitute.by ? `; ask for ${substitute.by}` : "";
    return [
      bodyViolation(
        `${pointer}/${index}`,
        "UNFIT_DOCUMENT_CODE",
        `${code} cannot be had: ${substitute.because}${instead}.`,
        substitute.by ?? "another document",
        code,
      ),
    ];
  });
  return errors.length > 0
    ? invalid("VALIDATION_ERROR", `${thirdparty.name} cannot have some of these documents; nothing was added.`, errors)
    : null;
}

/** A dossier lasts beyond the day on which its end is set. */
export function endsTooSoon(now: Moment, expirationDate: string | undefined): Refusal<400> | null {
  const today = dayOf(now);
  if (expirationDate === undefined || expirationDate > today) return null;
  return invalid("VALIDATION_ERROR", "A dossier cannot end before it begins.", [
    bodyViolation(
      "/expirationDate",
      "VALIDATION_ERROR",
      "/expirationDate must be after today.",
      `a day after ${today}`,
      expirationDate,
    ),
  ]);
}

/** A dossier on demand: by its type, or by a list of documents of its own. */
export function createDossier(
  draft: Draft,
  asked: ({ dossierTypeCode: string } | { requiredDocuments: string[] }) & Omit<Opening, "origin" | "ruleId">,
): DossierRow | Refusal {
  const { thirdparty } = draft;
  if (thirdparty.archived)
    return conflict("THIRD_PARTY_ARCHIVED", `${thirdparty.name} is archived; no dossier can be opened for it.`);
  const reused = draft.all("dossiers").find(({ dossierReference }) => dossierReference === asked.dossierReference);
  if (reused)
    return conflict(
      "DOSSIER_REFERENCE_CONFLICT",
      `${asked.dossierReference} is the reference of dossier ${reused.dossierId} of this third party; choose another, or leave it out.`,
    );
  const tooSoon = endsTooSoon(draft.now, asked.expirationDate);
  if (tooSoon) return tooSoon;
  const opening: Opening = { ...asked, origin: "API" };
  if ("dossierTypeCode" in asked) return openTypedDossier(draft, asked.dossierTypeCode, opening);
  const { requiredDocuments } = asked;
  const refusal =
    unknownCodes(requiredDocuments, "/requiredDocuments") ?? unfitCodes(draft, requiredDocuments, "/requiredDocuments");
  return refusal ?? openDossier(draft, null, [...new Set(asked.requiredDocuments)], opening);
}

/** Asks for more documents; what is asked for already is left alone. The ids of the new ones come back. */
export function addRequirements(draft: Draft, dossierId: number, codes: readonly string[]): number[] | Refusal {
  const dossier = draft.the("dossiers", dossierId);
  if (!dossier.monitored)
    return conflict("DOSSIER_ARCHIVED", `Dossier ${dossierId} is archived; its documents are frozen.`);
  if (dossier.typed)
    return conflict(
      "DOSSIER_TYPED",
      `Dossier ${dossierId} is of type ${dossier.dossierTypeCode}, whose list of documents is fixed; open a free dossier with requiredDocuments instead.`,
    );
  const refusal = unknownCodes(codes, "/newRequiredDocuments") ?? unfitCodes(draft, codes, "/newRequiredDocuments");
  if (refusal) return refusal;
  const there = new Set(
    draft
      .all("documents")
      .filter((document) => document.dossierId === dossierId && !document.internal.stopped)
      .map(({ documentCode }) => documentCode),
  );
  const fresh = [...new Set(codes)].filter((code) => !there.has(code));
  if (fresh.length === 0) return [];
  draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { added: fresh });
  return requestDocuments(draft, dossierId, fresh);
}

export function archiveDossier(draft: Draft, dossierId: number, reason: string): void {
  const dossier = draft.the("dossiers", dossierId);
  draft.cancel("RENEW", dossierId);
  draft.cancel("CLOSE", dossierId);
  draft.put("dossiers", {
    ...dossier,
    monitored: false,
    state: false,
    stoppingDate: draft.stamp,
    stoppingReason: reason,
  });
  draft.emit("DOSSIER_ARCHIVED", { dossierId }, { reason });
  for (const document of draft.all("documents"))
    if (document.dossierId === dossierId && !document.internal.stopped) stopDocument(draft, document.documentId);
}

/** An archived dossier opens again: its documents are live, and its status follows them. */
export function reactivateDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.the("dossiers", dossierId);
  const months = draft.surroundings.dossierTypes.find(({ code }) => code === dossier.dossierTypeCode)?.months ?? null;
  const over = dossier.expirationDate !== null && dossier.expirationDate <= dayOf(draft.now);
  const expirationDate = over ? (months === null ? null : dayOf(addMonths(draft.now, months))) : dossier.expirationDate;
  const open = draft.put("dossiers", {
    ...dossier,
    monitored: true,
    state: dossier.statusCode === "VALID",
    stoppingDate: null,
    stoppingReason: null,
    expirationDate,
  });
  draft.emit(
    "DOSSIER_REACTIVATED",
    { dossierId },
    { stoppingDate: dossier.stoppingDate, stoppingReason: dossier.stoppingReason, expirationDate },
  );
  for (const document of draft.all("documents"))
    if (document.dossierId === dossierId && !document.internal.withdrawn) restartDocument(draft, document.documentId);
  planRenewal(draft, open);
}

/** Reference, description, category or end: what has no event of its own. */
export function editDossier(
  draft: Draft,
  dossierId: number,
  edit: Partial<Pick<DossierRow, "dossierReference" | "description" | "purchasingCategory" | "expirationDate">>,
): void {
  const dossier = draft.the("dossiers", dossierId);
  if ((Object.keys(edit) as (keyof typeof edit)[]).every((name) => edit[name] === dossier[name])) return;
  const edited = draft.put("dossiers", { ...dossier, ...edit });
  if (edit.expirationDate !== undefined) planRenewal(draft, edited);
  draft.emit("DOSSIER_UPDATED", { dossierId }, { ...edit });
}

export function setDossierAttribute(draft: Draft, dossierId: number, label: string, value: string): void {
  const dossier = draft.the("dossiers", dossierId);
  const { attributes } = dossier.internal;
  // Any name may be asked for, and every object inherits some.
  const before = Object.hasOwn(attributes, label) ? (attributes[label] as string) : null;
  if (before === value) return;
  draft.put("dossiers", {
    ...dossier,
    internal: { ...dossier.internal, attributes: { ...attributes, [label]: value } },
  });
  draft.emit("DOSSIER_ATTRIBUTE_UPDATED", { dossierId }, { label, from: before, to: value });
}

/** A document is no longer asked for. */
export function withdrawRequirement(draft: Draft, documentId: number): void {
  const { dossierId, documentCode } = draft.the("documents", documentId);
  draft.emit("DOSSIER_DOCUMENTS_UPDATED", { dossierId }, { removed: [documentCode] });
  stopDocument(draft, documentId, { withdrawn: true });
}

/** The type's list has changed: its open dossiers ask for what is new, and no longer for what is gone. */
export function realignDossiers(draft: Draft, typeCode: string): void {
  const required = requiredOf(draft, typeCode);
  for (const { dossierId, monitored, dossierTypeCode } of draft.all("dossiers")) {
    if (!monitored || dossierTypeCode !== typeCode) continue;
    const live = draft
      .all("documents")
      .filter((document) => document.dossierId === dossierId && !document.internal.stopped);
    const added = required.filter((code) => !live.some(({ documentCode }) => documentCode === code));
    const dropped = live.filter(({ documentCode }) => !required.includes(documentCode));
    draft.emit("DOSSIER_TEMPLATE_UPDATED", { dossierId }, { dossierTypeCode: typeCode });
    if (added.length + dropped.length === 0) continue;
    draft.emit(
      "DOSSIER_DOCUMENTS_UPDATED",
      { dossierId },
      { added, removed: dropped.map(({ documentCode }) => documentCode) },
    );
    for (const { documentId } of dropped) stopDocument(draft, documentId, { withdrawn: true });
    requestDocuments(draft, dossierId, added);
  }
}

/** Thirty days before the end: what will not last is asked for again. */
export function renewDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.get("dossiers", dossierId);
  if (!dossier?.monitored || dossier.expirationDate === null) return;
  const end = dossier.expirationDate;
  for (const document of draft.all("documents")) {
    const lasts = document.evidences[0]?.expirationDate?.slice(0, 10) ?? null;
    if (
      document.dossierId !== dossierId ||
      document.internal.stopped ||
      document.statusCode !== "VALID" ||
      lasts === null ||
      lasts > end
    )
      continue;
    editDocument(draft, document.documentId, { dueDate: end });
    planCollection(draft, document.documentId);
  }
}

/** The day after the end: a valid dossier goes on for another term, another one is closed. */
export function closeDossier(draft: Draft, dossierId: number): void {
  const dossier = draft.get("dossiers", dossierId);
  if (!dossier?.monitored || dossier.expirationDate === null || dossier.expirationDate >= dayOf(draft.now)) return;
  const months = draft.surroundings.dossierTypes.find(({ code }) => code === dossier.dossierTypeCode)?.months ?? null;
  if (dossier.statusCode === "VALID" && months !== null)
    editDossier(draft, dossierId, { expirationDate: dayOf(addMonths(parse(dossier.expirationDate), months)) });
  else archiveDossier(draft, dossierId, "EXPIRED");
}
