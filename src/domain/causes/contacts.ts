import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import {
  deleteContact,
  followInvitation,
  inviteContact,
  reinviteContact,
  remindContacts,
  reminderDays,
  welcomeContacts,
} from "../contacts.ts";
import type { Draft } from "../draft.ts";
import { conflict, isRefusal, type Refusal } from "../refusal.ts";
import type { ContactRow } from "../rows.ts";
import type { Cause, Causes } from "./cause.ts";

const anybody = "a third party of the portfolio";
const notArchived = "a third party that is not archived";

function invite(
  draft: Draft,
  { email, firstName = "Camille", lastName = "Bernard" }: DataOf<"THIRD_PARTY_CONTACT_INVITED">,
): ContactRow {
  const made = `contact${draft.all("contacts").length + 1}@tiers-${draft.thirdparty.thirdpartyId}.example`;
  return inviteContact(draft, { email: email ?? made, firstName, lastName });
}

const isThere = ({ status }: ContactRow) => status !== "DELETED";
const invited = ({ status }: ContactRow) => status === "INVITED";
const shown = (contacts: readonly ContactRow[]) =>
  contacts.map(({ email, status }) => `${email} (${status})`).join(", ") || "none";

/** Somebody who fits and has that address; when nobody is named, anybody who fits, or else somebody new. */
function contact(
  draft: Draft,
  email: string | undefined,
  fits: (row: ContactRow) => boolean,
): ContactRow | Refusal<409> {
  const contacts = draft.all("contacts");
  const known = contacts.find((row) => fits(row) && (email === undefined || row.email === email));
  if (known) return known;
  if (email === undefined) return invite(draft, {});
  const { name, thirdpartyId } = draft.thirdparty;
  return conflict(
    "NOTHING_SUITABLE",
    `${name} (third party ${thirdpartyId}) has no contact ${email} to whom this can happen; its contacts: ${shown(contacts)}.`,
  );
}

/** What happens to one contact. */
const to =
  (
    fits: (row: ContactRow) => boolean,
    work: (draft: Draft, contact: ContactRow) => void,
  ): Cause<DataOf<"THIRD_PARTY_CONTACT_DELETED">>["bring"] =>
  (draft, _subject, { email }) => {
    const found = contact(draft, email, fits);
    if (isRefusal(found)) return found;
    work(draft, found);
  };

export const contactCauses: Causes<Extract<EventName, `THIRD_PARTY_CONTACT_${string}`>> = {
  THIRD_PARTY_CONTACT_INVITED: {
    needs: anybody,
    by: "CLIENT",
    bring: (draft, _subject, data) => {
      const contacts = draft.all("contacts").filter(isThere);
      const there = contacts.some(({ email }) => email === data.email);
      if (there)
        return conflict(
          "NOTHING_SUITABLE",
          `${data.email} is a contact of ${draft.thirdparty.name} already; its contacts: ${shown(contacts)}.`,
        );
      invite(draft, data);
    },
  },
  THIRD_PARTY_CONTACT_RE_INVITED: { needs: anybody, by: "CLIENT", bring: to(invited, reinviteContact) },
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: {
    needs: notArchived,
    by: "PLATFORM",
    bring: to(
      (row) => invited(row) && row.reminders < reminderDays.length - 1,
      (draft, { contactId }) => followInvitation(draft, contactId),
    ),
  },
  THIRD_PARTY_CONTACT_DELETED: { needs: anybody, by: "CLIENT", bring: to(isThere, deleteContact) },
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: {
    needs: notArchived,
    by: "PLATFORM",
    bring: to(invited, (draft, { contactId }) => {
      for (const _ of reminderDays) followInvitation(draft, contactId);
    }),
  },
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: {
    needs: "a third party with documents that are missing or refused",
    by: "PLATFORM",
    bring: (draft, _subject, { email }) => {
      const found = contact(draft, email, email === undefined ? ({ status }) => status === "ACTIVE" : isThere);
      if (isRefusal(found)) return found;
      if (invited(found)) welcomeContacts(draft);
      remindContacts(draft);
    },
  },
};
