import type { EventName } from "../../../contract/events.ts";
import type { DataOf } from "../../../contract/occurrences.ts";
import type { Draft } from "../draft.ts";
import { contactOf } from "../people/contact.ts";
import { conflict, isRefusal, type Refusal } from "../refusal.ts";
import type { ContactRow } from "../rows.ts";
import * as contacts from "../thirdparty/contacts.ts";
import { byClient, byPlatform, type Cause, type Causes } from "./cause.ts";

const anyThirdparty = "a third party of the portfolio";
const notArchived = "a third party that is not archived";
type Invitation = DataOf<"THIRD_PARTY_CONTACT_INVITED">;

function invite(draft: Draft, data: Invitation): ContactRow {
  const { email, firstName = "Camille", lastName = "Bernard" } = data;
  // Where people act, they invite a person of the company, at its domain.
  if (draft.context.people && email === undefined)
    return contacts.inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, draft.all("contacts")));
  const unused = `contact${draft.all("contacts").length + 1}@tiers-${draft.thirdparty.thirdpartyId}.example`;
  return contacts.inviteContact(draft, { email: email ?? unused, firstName, lastName });
}

function inviteNew(draft: Draft, _subject: unknown, data: Invitation): Refusal<409> | undefined {
  const all = draft.all("contacts").filter(isPresent);
  if (all.some(({ email }) => email === data.email)) {
    const detail = `${data.email} is a contact of ${draft.thirdparty.name} already; its contacts: ${listOf(all)}.`;
    return conflict("NOTHING_SUITABLE", detail);
  }
  invite(draft, data);
}

const isPresent = ({ status }: ContactRow) => status !== "DELETED";
const isInvited = ({ status }: ContactRow) => status === "INVITED";
const isActive = ({ status }: ContactRow) => status === "ACTIVE";
const listOf = (rows: readonly ContactRow[]) =>
  rows.map(({ email, status }) => `${email} (${status})`).join(", ") || "none";

type Fits = (row: ContactRow, draft: Draft) => boolean;

/** The contact with this address; without an address, any that fits, or a new one. */
function contactFor(draft: Draft, email: string | undefined, fits: Fits): ContactRow | Refusal<409> {
  const all = draft.all("contacts");
  const known = all.find((row) => fits(row, draft) && (email === undefined || row.email === email));
  if (known) return known;
  if (email === undefined) return invite(draft, {});
  const { name, thirdpartyId } = draft.thirdparty;
  const detail = `${name} (third party ${thirdpartyId}) has no contact ${email} to whom this can happen`;
  return conflict("NOTHING_SUITABLE", `${detail}; its contacts: ${listOf(all)}.`);
}

type Run = Cause<DataOf<"THIRD_PARTY_CONTACT_DELETED">>["run"];
const onContact =
  (fits: Fits, work: (draft: Draft, contact: ContactRow) => void): Run =>
  (draft, _subject, { email }) => {
    const found = contactFor(draft, email, fits);
    if (isRefusal(found)) return found;
    work(draft, found);
  };

export const contactCauses: Causes<Extract<EventName, `THIRD_PARTY_CONTACT_${string}`>> = {
  THIRD_PARTY_CONTACT_INVITED: byClient(anyThirdparty, inviteNew),
  THIRD_PARTY_CONTACT_RE_INVITED: byClient(anyThirdparty, onContact(isInvited, contacts.reinviteContact)),
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: byPlatform(
    notArchived,
    onContact(
      (row, { configuration }) => isInvited(row) && row.reminders < contacts.invitationSteps(configuration) - 1,
      (draft, { contactId }) => contacts.followInvitation(draft, contactId, true),
    ),
  ),
  THIRD_PARTY_CONTACT_DELETED: byClient(anyThirdparty, onContact(isPresent, contacts.deleteContact)),
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: byPlatform(
    notArchived,
    onContact(isInvited, (draft, { contactId }) => {
      const steps = contacts.invitationSteps(draft.configuration);
      for (let step = 0; step < steps; step++) contacts.followInvitation(draft, contactId, true);
    }),
  ),
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: byPlatform(
    "a third party with documents that are missing or refused",
    (draft, subject, data) =>
      onContact(data.email === undefined ? isActive : isPresent, (_draft, contact) => {
        contacts.activateContact(draft, contact);
        contacts.remindContacts(draft, true);
      })(draft, subject, data),
  ),
};
