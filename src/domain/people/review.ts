import { resourceTypeOf } from "../../../contract/events.ts";
import { tableOf } from "../../directory/chance.ts";
import { type Cause, whole } from "../causes/cause.ts";
import { causes } from "../causes/table.ts";
import { liveDocuments } from "../document/live-documents.ts";
import { openDossiers } from "../dossier/open-dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { isRefusal } from "../refusal.ts";
import { addComment } from "../thirdparty/comments.ts";
import { inviteContact, reinviteContact } from "../thirdparty/contacts.ts";
import { archiveThirdparty } from "../thirdparty/identity.ts";
import { day, dayOf, parse } from "../time.ts";
import { actorOf, buyerOf, hasLeftAnswer } from "./client.ts";
import { contactOf } from "./contact.ts";
import { office, workingDraw } from "./moments.ts";
import { isAlarming, isConfirmed, reactToProcedure } from "./reactions.ts";
import { owes } from "./suppliers.ts";
import { chores, client } from "./tempers.ts";

const drawn = tableOf(Object.fromEntries(chores.map(({ event, weight }) => [event, weight])));

/** A person of the client looks at each third party some times a year, and within days at one that alarms. */
export function planReview(draft: Draft, isFirst = true): void {
  const { archived, thirdpartyId } = draft.thirdparty;
  if (archived || !draft.context.people?.isClientActing) return;
  const hurries = isAlarming(draft);
  if (hurries) draft.cancel(thirdpartyId, "REVIEW");
  else if (draft.jobsOf(thirdpartyId).some(({ kind }) => kind === "REVIEW")) return;
  const chance = draft.context.chance("review", thirdpartyId, draft.stamp.slice(0, 10));
  const days = hurries ? 0 : chance.int(...(isFirst ? client.firstReviewDays : client.reviewDays));
  const workingDays = hurries ? chance.int(...client.reactionDays) : 0;
  draft.schedule("REVIEW", workingDraw(office, draft.now + days * day, workingDays, chance), thirdpartyId);
}

/** Companies that are gone or no longer needed are archived, unless an answer of theirs is left to the user. */
function whyOver({ thirdparty, context, now }: Draft): string | null {
  const { struckOffOn } = thirdparty.internal;
  if (struckOffOn !== undefined && struckOffOn <= dayOf(now - client.afterEndDays * day))
    return "Société radiée, fiche archivée.";
  // Only who has been there for a year can have gone a year without an order.
  if (parse(thirdparty.creationDate) > now - client.unusedDays * day) return null;
  const chance = context.chance("unused", thirdparty.thirdpartyId, dayOf(now));
  return chance.bool(client.unusedShare) ? "Plus de commande depuis un an, fiche archivée." : null;
}

/** Asks again for what no contact of the third party answers for any more. */
function askAgain(draft: Draft): boolean {
  const contacts = draft.all("contacts");
  const owed = liveDocuments(draft).some((document) => document.statusCode !== "VALID" && owes(draft, document));
  const chance = draft.context.chance("ask again", draft.thirdparty.thirdpartyId, contacts.length, draft.stamp);
  if (!owed || contacts.length === 0 || !chance.bool(client.askAgainShare)) return false;
  const invited = contacts.find(({ status }) => status === "INVITED");
  if (invited) reinviteContact(draft, invited);
  else if (contacts.every(({ status }) => status === "DELETED") && contacts.length < client.mostContacts)
    inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, contacts));
  else return false;
  return true;
}

function subjectOf(draft: Draft, event: (typeof chores)[number]["event"], pick: <T>(from: readonly T[]) => T) {
  const type = resourceTypeOf(event);
  const [dossiers, documents] = [openDossiers(draft), liveDocuments(draft)];
  if (type === "DOSSIER") return dossiers.length === 0 ? undefined : { dossierId: pick(dossiers).dossierId };
  if (type === "DOCUMENT") return documents.length === 0 ? undefined : { documentId: pick(documents).documentId };
  return {} satisfies Subject;
}

/** One of the small things that people do beside their decisions; none where the account has not what it is about. */
function doChore(draft: Draft): void {
  const { thirdpartyId, thirdpartyCode } = draft.thirdparty;
  const chance = draft.context.chance("chore", thirdpartyId, draft.stamp);
  const name = chance.from(drawn);
  // A code is given once: what other programs know a supplier by does not change for no reason.
  if (name === "THIRD_PARTY_CODE_UPDATED" && thirdpartyCode !== null) return;
  const chore = chores.find(({ event }) => event === name) as (typeof chores)[number];
  const subject = subjectOf(draft, chore.event, (from) => chance.pick(from));
  if (!subject) return;
  const { colleagues } = draft.configuration.practice;
  draft.actor = actorOf(chance.pick(colleagues));
  const cause = causes[chore.event as keyof typeof causes] as unknown as Cause<object>;
  const data = { ...chance.pick(chore.data) };
  const mentions = colleagues.map(({ mention }) => mention);
  if (typeof data.mention === "string" && !mentions.includes(data.mention)) data.mention = chance.pick(mentions);
  if (!isRefusal(cause.check?.(data, draft.context))) whole(cause.run(draft, subject, data));
}

export function review(draft: Draft): void {
  if (draft.thirdparty.archived || !draft.context.people) return;
  draft.actor = actorOf(buyerOf(draft.configuration));
  const end = hasLeftAnswer(draft) ? null : whyOver(draft);
  const over = isConfirmed(draft) ? "Relation arrêtée après le contrôle de conformité." : end;
  if (over) {
    addComment(draft, {}, over);
    archiveThirdparty(draft);
    return;
  }
  if (!reactToProcedure(draft) && !askAgain(draft)) doChore(draft);
  planReview(draft, false);
}
