import { workingMoment } from "../../directory/calendar.ts";
import { wordsIn } from "../accents.ts";
import type { Configuration } from "../configuration.ts";
import { liveDocuments } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import type { ContactRow, DocumentRow } from "../rows.ts";
import { day, parse } from "../time.ts";
import { addComment } from "./comments.ts";

type Person = { email: string; firstName?: string; lastName?: string };

/** After the last reminder of its invitation, a contact is deleted. */
export const invitationSteps = ({ practice }: Configuration): number => practice.invitationReminders + 1;

/** The contact who fills in forms: the one who was invited first. */
export const respondentOf = (draft: Draft): ContactRow | undefined =>
  draft.all("contacts").find(({ status }) => status !== "DELETED");

export const contactName = ({ firstName, lastName, email }: ContactRow): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

/** Plans the next reminder; missed ones are rescheduled. */
function planReminder(draft: Draft, { contactId, invitedAt, reminders }: ContactRow): void {
  draft.cancel(contactId, "INVITATION");
  const step = draft.configuration.practice.invitationDays * day;
  const due = parse(invitedAt) + (reminders < invitationSteps(draft.configuration) ? (reminders + 1) * step : 0);
  draft.schedule("INVITATION", workingMoment("FR", due > draft.now ? due : draft.now + step), contactId);
}

export function inviteContact(draft: Draft, person: Person): ContactRow {
  const known = draft.all("contacts").find(({ email, status }) => email === person.email && status !== "DELETED");
  if (known) return known;
  const contact = draft.put("contacts", {
    contactId: draft.nextId("contactId"),
    thirdpartyId: draft.thirdparty.thirdpartyId,
    email: person.email,
    firstName: person.firstName ?? null,
    lastName: person.lastName ?? null,
    status: "INVITED",
    invitedAt: draft.stamp,
    reminders: 0,
    remindedAt: null,
    deletedAt: null,
    deletionReason: null,
  });
  planReminder(draft, contact);
  draft.emit("THIRD_PARTY_CONTACT_INVITED", {}, { contactId: contact.contactId, email: contact.email });
  return contact;
}

export function reinviteContact(draft: Draft, contact: ContactRow): void {
  planReminder(draft, draft.put("contacts", { ...contact, status: "INVITED", invitedAt: draft.stamp, reminders: 0 }));
  draft.emit("THIRD_PARTY_CONTACT_RE_INVITED", {}, { contactId: contact.contactId, email: contact.email });
}

function remove(draft: Draft, contact: ContactRow, deletionReason: ContactRow["deletionReason"]): void {
  draft.cancel(contact.contactId, "INVITATION");
  draft.put("contacts", { ...contact, status: "DELETED", deletedAt: draft.stamp, deletionReason });
}

export function deleteContact(draft: Draft, contact: ContactRow): void {
  remove(draft, contact, "CLIENT");
  draft.emit("THIRD_PARTY_CONTACT_DELETED", {}, { contactId: contact.contactId, email: contact.email });
}

/** A company that is struck off is reminded by requests alone. */
const isGone = ({ thirdparty }: Draft): boolean => thirdparty.status === "STRUCK_OFF";

/** Reminds an invited contact, or deletes it after the last reminder. */
export function followInvitation(draft: Draft, contactId: number, isForced = false): void {
  const contact = draft.get("contacts", contactId);
  if (contact?.status !== "INVITED" || draft.thirdparty.archived || (isGone(draft) && !isForced)) return;
  const { email } = contact;
  const reminders = contact.reminders + 1;
  if (reminders >= invitationSteps(draft.configuration)) {
    remove(draft, { ...contact, reminders }, "NO_FAVORABLE_RESPONSE");
    draft.emit("THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE", {}, { contactId, email });
    return;
  }
  planReminder(draft, draft.put("contacts", { ...contact, reminders }));
  draft.emit("THIRD_PARTY_CONTACT_RE_INVITED_AUTO", {}, { contactId, email, reminder: reminders });
}

/** Plans the reminders again when the third party is back from the archive. */
export function resumeInvitations(draft: Draft): void {
  for (const contact of draft.all("contacts")) if (contact.status === "INVITED") planReminder(draft, contact);
}

/** A response makes the contact active who gave it: the one of that name, or else the one who fills in forms. */
export function welcomeContact(draft: Draft): void {
  forgetReminders(draft);
  const present = draft.all("contacts").filter(({ status }) => status !== "DELETED");
  const contact = present.find((one) => contactName(one) === draft.actor.name) ?? present[0];
  if (contact) activateContact(draft, contact);
}

export function activateContact(draft: Draft, { contactId }: ContactRow): void {
  const contact = draft.existing("contacts", contactId);
  if (contact.status !== "INVITED") return;
  draft.cancel(contactId, "INVITATION");
  draft.put("contacts", { ...contact, status: "ACTIVE" });
}

const mostReminders = ({ context, configuration }: Draft, { contactId }: ContactRow) =>
  context.chance("reminders", contactId).int(...configuration.practice.weeklyReminders);

/** Whether the contact never answered its invitation, and the reminders of it are over. */
export const hasGivenUp = ({ deletionReason }: ContactRow): boolean => deletionReason === "NO_FAVORABLE_RESPONSE";

export const owedIn = (draft: Draft): DocumentRow[] =>
  liveDocuments(draft).filter(({ statusCode }) => ["MISSING", "INVALID"].includes(statusCode));

/** What a contact has not supplied after the last reminder of it. */
export function unanswered(draft: Draft, contact: ContactRow, owed = owedIn(draft)): DocumentRow[] {
  const { reminded = {} } = contact;
  const most = mostReminders(draft, contact);
  return owed.filter(({ documentId }) => (reminded[documentId] ?? 0) >= most);
}

/** Reminds active contacts of the documents that are missing or invalid, so often of each; runs on Mondays. */
export function remindContacts(draft: Draft, isForced = false): void {
  if (isGone(draft) && !isForced) return;
  const owed = owedIn(draft);
  const active = draft.all("contacts").filter(({ status }) => status === "ACTIVE");
  const known = new Set(active.flatMap((contact) => unanswered(draft, contact, owed)));
  for (const contact of active) {
    const { contactId, email, reminded = {} } = contact;
    const over = isForced ? [] : unanswered(draft, contact, owed);
    const documents = owed.filter((document) => !over.includes(document));
    if (documents.length === 0) continue;
    const most = mostReminders(draft, contact);
    const counts = owed.map(({ documentId }) => [documentId, Math.min(most, (reminded[documentId] ?? 0) + 1)] as const);
    const counted = isForced ? {} : { reminded: Object.fromEntries(counts) };
    const put = draft.put("contacts", { ...contact, ...counted, remindedAt: draft.stamp });
    draft.emit("THIRD_PARTY_CONTACT_WEEKLY_REMINDER", {}, { contactId, email, documents: documents.length });
    const ended = isForced ? [] : unanswered(draft, put, owed).filter((document) => !known.has(document));
    if (ended.length > 0) escalate(draft, contact, ended);
    for (const document of ended) known.add(document);
  }
}

const longestComment = 4000;
/** A comment of at most the length that a user may write, with no half of a character at its end. */
export const asComment = (text: string): string => text.slice(0, longestComment).toWellFormed();

/** How the comment on an escalation begins. */
export const escalationOf = ({ email }: ContactRow): string => `Relances à ${email} sans réponse`;

/** The colleague who is the owner of the third party, or a name of that kind; without an owner, who invites. */
function ownerMention({ configuration, thirdparty }: Draft): string {
  const { colleagues } = configuration.practice;
  const { owner } = thirdparty.internal;
  const known = colleagues.find(({ name, invites }) => (owner === null ? invites : name === owner))?.mention;
  return known ?? (wordsIn(owner ?? "", /[\p{L}\d]+/gu).join(".") || "achats");
}

/** The client is told of what the reminders did not bring: a comment that mentions the owner of the third party. */
function escalate(draft: Draft, contact: ContactRow, documents: readonly DocumentRow[]): void {
  const names = documents.map(({ documentName }) => documentName).join(", ");
  const text = `${escalationOf(contact)}, à reprendre par @${ownerMention(draft)} : ${names}`;
  addComment(draft, {}, asComment(text));
}

function keepReminders(draft: Draft, isKept: (documentId: number, contact: ContactRow) => boolean): void {
  for (const contact of draft.all("contacts")) {
    const { reminded = {}, ...others } = contact;
    const counts = Object.entries(reminded);
    const kept = counts.filter(([documentId]) => isKept(Number(documentId), contact));
    if (kept.length === counts.length) continue;
    draft.put("contacts", kept.length > 0 ? { ...others, reminded: Object.fromEntries(kept) } : others);
  }
}

/** A request of the client begins the reminders of its documents anew. */
export const restartReminders = (draft: Draft, documentIds: readonly number[]): void =>
  keepReminders(draft, (documentId) => !documentIds.includes(documentId));

/** A response begins them anew, but for what is still owed though the client was told of it. */
function forgetReminders(draft: Draft): void {
  const left = new Map(
    draft.all("contacts").map((one) => [one.contactId, unanswered(draft, one).map(({ documentId }) => documentId)]),
  );
  keepReminders(draft, (documentId, { contactId }) => left.get(contactId)?.includes(documentId) === true);
}
