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

const anyThirdparty = "a third party of the portfolio";
const notArchived = "a third party that is not archived";

type Invitation = DataOf<"THIRD_PARTY_CONTACT_INVITED">;

function invite(draft: Draft, { email, firstName = "Camille", lastName = "Bernard" }: Invitation): ContactRow {
  const unused = `contact${draft.all("contacts").length + 1}@tiers-${draft.thirdparty.thirdpartyId}.example`;
  return inviteContact(draft, { email: email ?? unused, firstName, lastName });
}

function inviteNew(draft: Draft, _subject: unknown, data: Invitation): Refusal<409> | undefined {
  const contacts = draft.all("contacts").filter(isPresent);
  if (contacts.some(({ email }) => email === data.email)) {
    const list = listOf(contacts);
    const detail = `${data.email} is a contact of ${draft.thirdparty.name} already; its contacts: ${list}.`;
    return conflict("NOTHING_SUITABLE", detail);
  }
  invite(draft, data);
}

const isPresent = ({ status }: ContactRow) => status !== "DELETED";
const isInvited = ({ status }: ContactRow) => status === "INVITED";
const isActive = ({ status }: ContactRow) => status === "ACTIVE";
const listOf = (contacts: readonly ContactRow[]) =>
  contacts.map(({ email, status }) => `${email} (${status})`).join(", ") || "none";

type Fits = (row: ContactRow) => boolean;

/** The contact with this address; without an address, any that fits, or a new one. */
function contactFor(draft: Draft, email: string | undefined, fits: Fits): ContactRow | Refusal<409> {
  const contacts = draft.all("contacts");
  const known = contacts.find((row) => fits(row) && (email === undefined || row.email === email));
  if (known) return known;
  if (email === undefined) return invite(draft, {});
  const { name, thirdpartyId } = draft.thirdparty;
  const detail = `${name} (third party ${thirdpartyId}) has no contact ${email} to whom this can happen; its contacts: `;
  return conflict("NOTHING_SUITABLE", `${detail}${listOf(contacts)}.`);
}

const onContact =
  (
    fits: Fits,
    work: (draft: Draft, contact: ContactRow) => void,
  ): Cause<DataOf<"THIRD_PARTY_CONTACT_DELETED">>["run"] =>
  (draft, _subject, { email }) => {
    const found = contactFor(draft, email, fits);
    if (isRefusal(found)) return found;
    work(draft, found);
  };

export const contactCauses: Causes<Extract<EventName, `THIRD_PARTY_CONTACT_${string}`>> = {
  THIRD_PARTY_CONTACT_INVITED: { needs: anyThirdparty, by: "CLIENT", run: inviteNew },
  THIRD_PARTY_CONTACT_RE_INVITED: { needs: anyThirdparty, by: "CLIENT", run: onContact(isInvited, reinviteContact) },
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: {
    needs: notArchived,
    by: "PLATFORM",
    run: onContact(
      (row) => isInvited(row) && row.reminders < reminderDays.length - 1,
      (draft, { contactId }) => followInvitation(draft, contactId),
    ),
  },
  THIRD_PARTY_CONTACT_DELETED: { needs: anyThirdparty, by: "CLIENT", run: onContact(isPresent, deleteContact) },
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: {
    needs: notArchived,
    by: "PLATFORM",
    run: onContact(isInvited, (draft, { contactId }) => {
      for (const _ of reminderDays) followInvitation(draft, contactId);
    }),
  },
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: {
    needs: "a third party with documents that are missing or refused",
    by: "PLATFORM",
    run(draft, _subject, { email }) {
      const found = contactFor(draft, email, email === undefined ? isActive : isPresent);
      if (isRefusal(found)) return found;
      if (isInvited(found)) welcomeContacts(draft);
      remindContacts(draft);
    },
  },
};
