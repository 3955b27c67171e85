import type { EventName } from "../../../contract/events.ts";
import { deleteContact, followInvitation, inviteContact, reinviteContact, remindContacts, reminderDays, welcomeContacts } from "../contacts.ts";
import type { Draft } from "../draft.ts";
import type { ContactRow } from "../rows.ts";
import { type Cause, type Data, text } from "./cause.ts";

const anybody = "a third party of the portfolio";
const notArchived = "a third party that is not archived";

const person = (draft: Draft, data: Data) => ({
  email: text(data, "email", `contact${draft.all("contacts").length + 1}@tiers-${draft.thirdparty.thirdpartyId}.example`),
  firstName: text(data, "firstName", "Camille"),
  lastName: text(data, "lastName", "Bernard"),
});

/** Somebody who fits and, when named, has that address; or else somebody new. */
function contact(draft: Draft, data: Data, fits: (row: ContactRow) => boolean): ContactRow {
  const known = draft.all("contacts").find((row) => fits(row) && (typeof data.email !== "string" || row.email === data.email));
  return known ?? inviteContact(draft, person(draft, data));
}
const invited = ({ status }: ContactRow) => status === "INVITED";

export const contactCauses: Record<Extract<EventName, `THIRD_PARTY_CONTACT_${string}`>, Cause> = {
  THIRD_PARTY_CONTACT_INVITED: { needs: anybody, by: "CLIENT", bring: (draft, _subject, data) => void inviteContact(draft, person(draft, data)) },
  THIRD_PARTY_CONTACT_RE_INVITED: { needs: anybody, by: "CLIENT", bring: (draft, _subject, data) => reinviteContact(draft, contact(draft, data, invited)) },
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: {
    needs: notArchived,
    by: "PLATFORM",
    bring: (draft, _subject, data) => followInvitation(draft, contact(draft, data, (row) => invited(row) && row.reminders < reminderDays.length - 1).contactId),
  },
  THIRD_PARTY_CONTACT_DELETED: {
    needs: anybody,
    by: "CLIENT",
    bring: (draft, _subject, data) =>
      deleteContact(
        draft,
        contact(draft, data, ({ status }) => status !== "DELETED"),
      ),
  },
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: {
    needs: notArchived,
    by: "PLATFORM",
    bring: (draft, _subject, data) => {
      const { contactId } = contact(draft, data, invited);
      for (const _ of reminderDays) followInvitation(draft, contactId);
    },
  },
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: {
    needs: "a third party with documents that are missing or refused",
    by: "PLATFORM",
    bring: (draft, _subject, data) => {
      const { status } = contact(draft, data, (row) => row.status === "ACTIVE");
      if (status === "INVITED") welcomeContacts(draft);
      remindContacts(draft);
    },
  },
};
