import { isLiquidation } from "../../directory/kinds.ts";
import { documentType } from "../configuration.ts";
import { hasProof } from "../document/company-habits.ts";
import { interruptResponse } from "../document/documents.ts";
import { documentsFor, isBankDocument } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import { defects } from "../response/evidence.ts";
import { responsesTo } from "../response/responses.ts";
import { shareWithTwins } from "../response/scope.ts";
import { respondToDocument } from "../response/submissions.ts";
import type { DocumentRow } from "../rows.ts";
import { contactName, respondentOf } from "../thirdparty/contacts.ts";
import { day, format, type Moment, parse } from "../time.ts";
import { apart, type Place, workingDraw } from "./moments.ts";
import { suppliers, temperOf, tempers } from "./tempers.ts";

const isAtWork = ({ archived, status, collectiveProcedure: open }: Draft["thirdparty"]): boolean =>
  !archived && status !== "STRUCK_OFF" && !(open && isLiquidation(open));

const placeOf = ({ thirdparty }: Draft): Place => ({
  country: thirdparty.addressCountryCode,
  postCode: thirdparty.addressPostCode,
});

/** How often in a row the supplier was refused. */
function denialsOf(draft: Draft, documentId: number): number {
  const states = responsesTo(draft, documentId).map(({ state }) => state);
  return states.length - 1 - states.findLastIndex((state) => state !== "DENIED");
}

/** Whether a document must come from the supplier: neither from a register nor from a data provider. */
function isOfSupplier({ thirdparty, configuration }: Draft, { documentCode }: DocumentRow): boolean {
  const { kind, collected } = documentType(configuration, documentCode);
  return (
    kind !== "SOURCE" &&
    !(collected && thirdparty.addressCountryCode === "FR") &&
    hasProof(configuration, thirdparty, documentCode)
  );
}

/** Whether the supplier has something to do for a document: to supply, to correct, or one day to renew it. */
export function owes(draft: Draft, document: DocumentRow): boolean {
  const { statusCode, internal, dossierId } = document;
  if (internal.stopped || !isAtWork(draft.thirdparty) || !draft.existing("dossiers", dossierId).monitored) return false;
  return ["MISSING", "INVALID", "VALID"].includes(statusCode) && isOfSupplier(draft, document);
}

const chanceOf = (draft: Draft, name: string, { documentId }: DocumentRow) =>
  draft.context.chance(name, documentId, responsesTo(draft, documentId).length);

/** Working days and reminders later; papers that are asked for on one day are mostly answered on one day. */
function delayed(draft: Draft, document: DocumentRow): Moment {
  const { reminders, days, laterShare, laterDays } = tempers[temperOf(draft.thirdparty, draft.context.chance)];
  const { thirdpartyId } = draft.thirdparty;
  const session = draft.context.chance("session", thirdpartyId, draft.stamp.slice(0, 10));
  const paper = chanceOf(draft, "paper", document);
  // An invited contact is reminded less often than an active one.
  const [first, last] = reminders;
  const most = respondentOf(draft)?.status === "ACTIVE" ? last : first;
  const from = draft.now + session.int(first, most) * draft.configuration.practice.invitationDays * day;
  const later = paper.bool(laterShare) ? paper.int(...laterDays) : 0;
  return workingDraw(placeOf(draft), from, session.int(...days) + later, later > 0 ? paper : session);
}

/** When the contact turns to a document; undefined for never. */
function turnsAt(draft: Draft, document: DocumentRow): Moment | undefined {
  const { corrects, aheadDays } = tempers[temperOf(draft.thirdparty, draft.context.chance)];
  const chance = chanceOf(draft, "turn", document);
  if (document.statusCode === "VALID") {
    const end = document.evidences[0]?.expirationDate;
    if (!end || !aheadDays) return undefined;
    const at = parse(end) - chance.int(...aheadDays) * day;
    return at > draft.now ? workingDraw(placeOf(draft), at, 0, chance) : delayed(draft, document);
  }
  const denials = denialsOf(draft, document.documentId);
  if (denials > 0 && (denials >= suppliers.mostDenials || !chance.bool(corrects))) return undefined;
  return delayed(draft, document);
}

/** The moment from which the third party answers no more. */
function quitsAt({ thirdparty, context }: Draft): Moment {
  const { quitDays } = tempers[temperOf(thirdparty, context.chance)];
  if (!quitDays) return Number.POSITIVE_INFINITY;
  return parse(thirdparty.creationDate) + context.chance("quits", thirdparty.thirdpartyId).int(...quitDays) * day;
}

export function planAnswer(draft: Draft, document: DocumentRow): void {
  if (!owes(draft, document)) return;
  const wish = turnsAt(draft, document);
  if (wish === undefined || wish >= quitsAt(draft)) return;
  const chance = chanceOf(draft, "slot", document);
  const due = apart(draft, placeOf(draft), wish, suppliers.paperMinutes, chance);
  draft.schedule("ANSWER", due, document.documentId);
}

/** Whether the answer is what the job was planned for: a user may have been first. */
function isStillOwed(draft: Draft, document: DocumentRow | undefined): document is DocumentRow {
  if (!document || !owes(draft, document)) return false;
  const end = document.evidences[0]?.expirationDate;
  const { aheadDays } = tempers[temperOf(draft.thirdparty, draft.context.chance)];
  return (
    document.statusCode !== "VALID" ||
    (!!end && !!aheadDays && parse(end) <= draft.now + draft.configuration.practice.renewalDays * day)
  );
}

/** The same document of another dossier, or a fresh one of a dossier that has ended, accepted and not about to end. */
function twinInForce(draft: Draft, { documentCode }: DocumentRow): DocumentRow | undefined {
  const lead = draft.configuration.practice.renewalDays * day;
  const [soon, lately] = [draft.now + lead, format(draft.now - lead)];
  return documentsFor(draft, documentCode).find((row) => {
    const [newest] = row.evidences;
    // The pieces of earlier answers are there, too.
    const current = row.evidences.filter(({ responseId }) => responseId === newest?.responseId);
    return (
      row.statusCode === "VALID" &&
      (!row.internal.stopped || current.every(({ uploadDate }) => uploadDate > lately)) &&
      current.every(({ expirationDate }) => expirationDate === null || parse(expirationDate) > soon)
    );
  });
}

const hasSentFile = (draft: Draft): boolean =>
  draft
    .all("documents")
    .some(({ evidences }) =>
      evidences.some(({ transmitter, format }) => transmitter === "FOURNISSEUR" && format !== "FORMULAIRE"),
    );

/** The contact answers a document, with a wrong paper at first where that is the temper. */
export function answerDocument(draft: Draft, documentId: number): void {
  const document = draft.get("documents", documentId);
  const contact = respondentOf(draft);
  if (!contact || !isStillOwed(draft, document)) return;
  draft.actor = { type: "THIRD_PARTY", name: contactName(contact) };
  const { kind } = documentType(draft.configuration, document.documentCode);
  const chance = chanceOf(draft, "answered", document);
  const { interruptedAt } = document.internal;
  if (kind === "FORM" && interruptedAt === null && chance.bool(suppliers.interruptedShare)) {
    interruptResponse(draft, documentId);
    const wish = workingDraw(placeOf(draft), draft.now, 1, chance);
    draft.schedule("ANSWER", apart(draft, placeOf(draft), wish, suppliers.paperMinutes, chance), documentId);
    return;
  }
  const inForce = document.statusCode === "MISSING" && twinInForce(draft, document);
  if (inForce) return shareWithTwins(draft, inForce.documentId);
  const { defectShare, firstIsWrong } = tempers[temperOf(draft.thirdparty, draft.context.chance)];
  const isFirst = responsesTo(draft, documentId).length === 0 || document.statusCode === "VALID";
  const isCertain = firstIsWrong && kind === "FILE" && !hasSentFile(draft);
  const isWrong = isFirst && (isCertain || chance.bool(defectShare));
  const wrong = kind === "FILE" ? { outcome: "review" as const, defect: chance.pick(defects) } : {};
  const badForm = isBankDocument(draft.configuration, document) ? { outcome: "review" as const } : {};
  const refusal = respondToDocument(draft, documentId, isWrong ? { ...badForm, ...wrong } : {});
  if (!refusal && !isWrong) shareWithTwins(draft, documentId);
}
