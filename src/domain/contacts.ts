import type { Draft } from "./draft.ts";
import type { ContactRow } from "./rows.ts";
import { day, parse } from "./time.ts";

interface Person {
  email: string;
  firstName?: string;
  lastName?: string;
}

/** Days after the invitation on which silence is noticed; the last one ends it. */
export const reminderDays = [7, 14, 21] as const;

/** The next day on which silence is noticed; what went by while nobody looked is made up for a week apart. */
function planReminder(draft: Draft, { contactId, invitedAt, reminders }: ContactRow): void {
  draft.cancel("INVITATION", contactId);
  const due = parse(invitedAt) + (reminderDays[reminders] ?? 0) * day;
  draft.schedule("INVITATION", due > draft.now ? due : draft.now + reminderDays[0] * day, contactId);
}

/** Invites a person, once; somebody who is there already stays as they are. */
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

export function deleteContact(draft: Draft, contact: ContactRow): void {
  draft.cancel("INVITATION", contact.contactId);
  draft.put("contacts", { ...contact, status: "DELETED", deletedAt: draft.stamp, deletionReason: "CLIENT" });
  draft.emit("THIRD_PARTY_CONTACT_DELETED", {}, { contactId: contact.contactId, email: contact.email });
}

/** Silence after an invitation: two reminders, then the contact is given up. */
export function followInvitation(draft: Draft, contactId: number): void {
  const contact = draft.get("contacts", contactId);
  if (contact?.status !== "INVITED" || draft.thirdparty.archived) return;
  draft.cancel("INVITATION", contactId);
  const reminders = contact.reminders + 1;
  if (reminders === reminderDays.length) {
    draft.put("contacts", {
      ...contact,
      reminders,
      status: "DELETED",
      deletedAt: draft.stamp,
      deletionReason: "NO_FAVORABLE_RESPONSE",
    });
    draft.emit("THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE", {}, { contactId, email: contact.email });
    return;
  }
  planReminder(draft, draft.put("contacts", { ...contact, reminders }));
  draft.emit("THIRD_PARTY_CONTACT_RE_INVITED_AUTO", {}, { contactId, email: contact.email, reminder: reminders });
}

/** The third party is back from the archive: who was invited and is silent is recalled again. */
export function resumeInvitations(draft: Draft): void {
  for (const contact of draft.all("contacts")) if (contact.status === "INVITED") planReminder(draft, contact);
}

/** Somebody answered: whoever was invited is with us from now on. */
export function welcomeContacts(draft: Draft): void {
  for (const contact of draft.all("contacts"))
    if (contact.status === "INVITED") {
      draft.cancel("INVITATION", contact.contactId);
      draft.put("contacts", { ...contact, status: "ACTIVE" });
    }
}

/** Monday morning: an active contact is reminded of what is missing or was refused. */
export function remindContacts(draft: Draft): void {
  const open = draft
    .all("documents")
    .filter(({ statusCode, internal }) => !internal.stopped && (statusCode === "MISSING" || statusCode === "INVALID"));
  if (open.length === 0) return;
  for (const contact of draft.all("contacts")) {
    if (contact.status !== "ACTIVE") continue;
    draft.put("contacts", { ...contact, remindedAt: draft.stamp });
    draft.emit(
      "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
      {},
      { contactId: contact.contactId, email: contact.email, documents: open.length },
    );
  }
}
