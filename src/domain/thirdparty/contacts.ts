import { liveDocuments } from "../document/live-documents.ts";
import type { Draft } from "../draft.ts";
import type { ContactRow } from "../rows.ts";
import { day, parse } from "../time.ts";

type Person = { email: string; firstName?: string; lastName?: string };

/** Days after the invitation: two reminders, then the contact is deleted. */
export const reminderDays = [7, 14, 21] as const;

/** Plans the next reminder; missed ones are rescheduled weekly. */
function planReminder(draft: Draft, { contactId, invitedAt, reminders }: ContactRow): void {
  draft.cancel(contactId, "INVITATION");
  const due = parse(invitedAt) + (reminderDays[reminders] ?? 0) * day;
  draft.schedule("INVITATION", due > draft.now ? due : draft.now + reminderDays[0] * day, contactId);
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
  if (reminders === reminderDays.length) {
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
  for (const contact of draft.all("contacts"))
    if (contact.status === "INVITED") {
      draft.cancel(contact.contactId, "INVITATION");
      draft.put("contacts", { ...contact, status: "ACTIVE" });
    }
}

/** Reminds active contacts of the documents that are missing or invalid; runs on Mondays. */
export function remindContacts(draft: Draft): void {
  const documents = liveDocuments(draft).filter(({ statusCode }) => ["MISSING", "INVALID"].includes(statusCode)).length;
  if (documents === 0) return;
  for (const contact of draft.all("contacts")) {
    if (contact.status !== "ACTIVE") continue;
    const { contactId, email } = contact;
    draft.put("contacts", { ...contact, remindedAt: draft.stamp });
    draft.emit("THIRD_PARTY_CONTACT_WEEKLY_REMINDER", {}, { contactId, email, documents });
  }
}
