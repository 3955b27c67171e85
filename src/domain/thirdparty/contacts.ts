import { mostWeeklyReminders } from "../../../contract/configuration.ts";
import { workingMoment } from "../../directory/calendar.ts";
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

/** Reminds an invited contact, or deletes it after the last reminder. */
export function followInvitation(draft: Draft, contactId: number): void {
  const contact = draft.get("contacts", contactId);
  if (contact?.status !== "INVITED" || draft.thirdparty.archived) return;
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

/** The first response makes the invited contacts active. */
export function welcomeContacts(draft: Draft): void {
  restartReminders(draft, false);
  for (const contact of draft.all("contacts"))
    if (contact.status === "INVITED") {
      draft.cancel(contact.contactId, "INVITATION");
      draft.put("contacts", { ...contact, status: "ACTIVE" });
    }
}

const mostReminders = ({ context, configuration }: Draft, { contactId }: ContactRow) =>
  context.chance("reminders", contactId).int(...configuration.practice.weeklyReminders);

const owedIn = (draft: Draft) =>
  liveDocuments(draft).filter(({ statusCode }) => ["MISSING", "INVALID"].includes(statusCode));

/** Reminds active contacts of the documents that are missing or invalid, so often each; runs on Mondays. */
export function remindContacts(draft: Draft, isForced = false): void {
  const owed = owedIn(draft);
  for (const contact of draft.all("contacts")) {
    const { contactId, email, status, weekly = 0, told = [] } = contact;
    const documents = isForced ? owed : owed.filter(({ documentId }) => !told.includes(documentId));
    const most = isForced ? Number.POSITIVE_INFINITY : mostReminders(draft, contact);
    if (status !== "ACTIVE" || documents.length === 0 || weekly >= most) continue;
    const isLast = weekly + 1 >= most;
    const all = { ...(isLast && { told: owed.map(({ documentId }) => documentId) }) };
    draft.put("contacts", {
      ...contact,
      weekly: Math.min(weekly + 1, mostWeeklyReminders),
      remindedAt: draft.stamp,
      ...all,
    });
    draft.emit("THIRD_PARTY_CONTACT_WEEKLY_REMINDER", {}, { contactId, email, documents: documents.length });
    if (isLast) escalate(draft, contact, documents);
  }
}

/** As long as a comment that a user writes. */
const longestComment = 4000;
/** The client is told of what the reminders did not bring: a comment that mentions the owner of the third party. */
function escalate(draft: Draft, { email }: ContactRow, documents: readonly DocumentRow[]): void {
  const names = documents.map(({ documentName }) => documentName).join(", ");
  const buyer = draft.configuration.practice.colleagues.find(({ invites }) => invites)?.mention;
  const owner = (draft.thirdparty.internal.owner ?? buyer ?? "achats").toLowerCase().replaceAll(/[^\p{L}\d]+/gu, ".");
  const text = `Relances de ${email} sans réponse, à reprendre par @${owner} : ${names}`;
  addComment(draft, {}, text.slice(0, longestComment));
}

/** A request of the client begins the reminders anew, and a response those of what the client was not told of. */
export function restartReminders(draft: Draft, isAsked = true): void {
  for (const { weekly, told, ...contact } of draft.all("contacts")) {
    if (!weekly && !told) continue;
    const owed = isAsked ? [] : owedIn(draft).map(({ documentId }) => documentId);
    const left = told?.filter((id) => owed.includes(id)) ?? [];
    draft.put("contacts", left.length > 0 ? { ...contact, told: left } : contact);
  }
}
