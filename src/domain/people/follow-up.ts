import { hasProof } from "../document/company-habits.ts";
import { isCollected } from "../document/documents.ts";
import type { Draft } from "../draft.ts";
import type { ContactRow, DocumentRow } from "../rows.ts";
import { addComment } from "../thirdparty/comments.ts";
import {
  asComment,
  contactName,
  deleteContact,
  escalationOf,
  hasGivenUp,
  inviteContact,
  owedIn,
  unanswered,
} from "../thirdparty/contacts.ts";
import { day, format } from "../time.ts";
import { actorOf, buyerOf } from "./client.ts";
import { contactOf } from "./contact.ts";
import { apart, office, workingDraw } from "./moments.ts";
import { client } from "./tempers.ts";

/** A person of the client takes up what the reminders of a contact did not bring. */
export function planFollowUp(draft: Draft, { contactId }: ContactRow): void {
  if (!draft.context.people?.isClientActing) return;
  if (draft.jobsOf(contactId).some(({ kind }) => kind === "FOLLOW_UP")) return;
  const chance = draft.context.chance("follow-up", contactId, draft.stamp.slice(0, 10));
  const wish = workingDraw(office, draft.now, chance.int(...client.followUpDays), chance);
  draft.schedule("FOLLOW_UP", apart(draft, office, wish, client.paperMinutes, chance), contactId);
}

/** Whether the supplier has given something in the last months. */
const hasAnswered = (draft: Draft): boolean =>
  draft.all("responses").some(({ documentId, submittedAt }) => {
    const isLate = submittedAt > format(draft.now - client.answeredDays * day);
    return isLate && !isCollected(draft, draft.existing("documents", documentId));
  });

const followUpChance = ({ context, stamp }: Draft, { contactId }: ContactRow) =>
  context.chance("follow-up", contactId, stamp);

function comment(
  draft: Draft,
  contact: ContactRow,
  texts: readonly string[],
  documents = "",
  chance = followUpChance(draft, contact),
): void {
  const words: Record<string, string> = { name: contactName(contact), documents };
  addComment(draft, {}, asComment(chance.pick(texts).replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "")));
}

/** In the place of a contact who never answered an invitation, the person looks for another one. */
function replace(draft: Draft, contact: ContactRow): void {
  const contacts = draft.all("contacts");
  if (contacts.some(({ status }) => status !== "DELETED") || owedIn(draft).length === 0) return;
  draft.actor = actorOf(buyerOf(draft.configuration));
  const isLast = contacts.length >= client.mostContacts;
  const { invited, nobody } = client.calls;
  comment(draft, contact, isLast ? nobody : invited);
  if (!isLast) inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, contacts));
}

/** The person calls the contact, or invites another one in the place of one who is silent. */
export function followUp(draft: Draft, contactId: number): void {
  const contact = draft.get("contacts", contactId);
  if (!contact || draft.thirdparty.archived || draft.thirdparty.status === "STRUCK_OFF") return;
  if (hasGivenUp(contact)) return replace(draft, contact);
  if (contact.status !== "ACTIVE") return;
  const documents = unanswered(draft, contact);
  if (documents.length === 0) return;
  draft.actor = actorOf(buyerOf(draft.configuration));
  const { calls, callShare, mostContacts } = client;
  const chance = followUpChance(draft, contact);
  const say = (texts: readonly string[], documentNames = "") => comment(draft, contact, texts, documentNames, chance);
  const isPlanned = ({ documentId }: DocumentRow) => draft.jobsOf(documentId).some(({ kind }) => kind === "ANSWER");
  const lacking = documents.filter(
    ({ documentCode }) => !hasProof(draft.configuration, draft.thirdparty, documentCode),
  );
  if (documents.some(isPlanned)) return void say(calls.promised);
  if (lacking.length > 0) return void say(calls.lacking, lacking.map(({ documentName }) => documentName).join(", "));
  const contacts = draft.all("contacts");
  const isAlone = contacts.every(({ status, contactId: id }) => status === "DELETED" || id === contactId);
  const told = draft.all("comments").filter(({ text }) => text.startsWith(escalationOf(contact)));
  const isCalled = told.length < 2 && chance.bool(callShare);
  if (hasAnswered(draft) || !isAlone || contacts.length >= mostContacts || isCalled)
    return void say(hasAnswered(draft) ? calls.open : calls.silent);
  deleteContact(draft, contact);
  inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, draft.all("contacts")));
}
