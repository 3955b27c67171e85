import { resourceTypeOf } from "../../../contract/events.ts";
import { tableOf } from "../../directory/chance.ts";
import { isTestCase } from "../../directory/test-identifiers.ts";
import { type Cause, whole } from "../causes/cause.ts";
import { causes } from "../causes/table.ts";
import { documentType } from "../configuration.ts";
import { liveDocuments } from "../document/live-documents.ts";
import { openDossiers } from "../dossier/open-dossiers.ts";
import type { Draft, Subject } from "../draft.ts";
import { isRefusal } from "../refusal.ts";
import { responsesTo } from "../response/responses.ts";
import type { CommentRow, ResponseRow } from "../rows.ts";
import { valuesOf } from "../thirdparty/attributes.ts";
import { addComment } from "../thirdparty/comments.ts";
import { inviteContact, reinviteContact } from "../thirdparty/contacts.ts";
import { archiveThirdparty } from "../thirdparty/identity.ts";
import { day, dayOf, parse } from "../time.ts";
import { actorOf, buyerOf, colleagueFor, hasLeftAnswer } from "./client.ts";
import { contactOf } from "./contact.ts";
import { apart, office, workingDraw } from "./moments.ts";
import { isAlarming, isConfirmed, isJustStruckOff, liftBlock, reactToProcedure } from "./reactions.ts";
import { owes } from "./suppliers.ts";
import { chores, client } from "./tempers.ts";

const drawn = tableOf(Object.fromEntries(chores.map(({ event, weight }) => [event, weight])));

/** Days until a company that was struck off is archived. */
function daysToArchive({ thirdparty, now }: Draft): number {
  const { struckOffOn } = thirdparty.internal;
  return struckOffOn === undefined ? 0 : Math.ceil((parse(struckOffOn) - now) / day + client.afterEndDays);
}

/**
 * A person of the client looks at each third party some times a year, within days at one that alarms, and at one that
 * is struck off when it is to be archived.
 */
export function planReview(draft: Draft, isFirst = true): void {
  const { archived, thirdpartyId } = draft.thirdparty;
  if (archived || !draft.context.people?.isClientActing) return;
  const ends = isJustStruckOff(draft);
  const hurries = !ends && isAlarming(draft);
  if (ends || hurries) draft.cancel(thirdpartyId, "REVIEW");
  else if (draft.jobsOf(thirdpartyId).some(({ kind }) => kind === "REVIEW")) return;
  const chance = draft.context.chance("review", thirdpartyId, draft.stamp.slice(0, 10));
  const left = daysToArchive(draft);
  const usual = isFirst ? client.firstReviewDays : client.reviewDays;
  const days = hurries ? 0 : left > 0 ? left : chance.int(...usual);
  const workingDays = hurries ? chance.int(...client.reactionDays) : 0;
  const wish = workingDraw(office, draft.now + days * day, workingDays, chance);
  draft.schedule("REVIEW", apart(draft, office, wish, client.paperMinutes, chance), thirdpartyId);
}

/** Companies that are gone or no longer needed are archived; those of the test identifiers are always needed. */
function whyOver(draft: Draft): string | null {
  const { thirdparty, context, now } = draft;
  const { struckOffOn } = thirdparty.internal;
  if (struckOffOn !== undefined && struckOffOn <= dayOf(now - client.afterEndDays * day))
    return "Société radiée, fiche archivée.";
  // What is left to the user shows that it is still needed.
  if (isTestCase(thirdparty) || hasLeftAnswer(draft)) return null;
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

type Chore = (typeof chores)[number];
type Data = Chore["data"][number];
type Chosen = { subject: Subject; data: Data; documentCode?: string };
const tagsOf = ({ tags }: Data) => tags as string[];

/** Whether a paper of the third party, and not the first one that was accepted, is in the document. */
function isFollowing(draft: Draft, documentId: number | undefined): boolean {
  if (documentId === undefined) return false;
  const { kind } = documentType(draft.configuration, draft.existing("documents", documentId).documentCode);
  const isEarlier = ({ state }: ResponseRow) => state === "SUPERSEDED" || state === "EXPIRED";
  return kind !== "SOURCE" && responsesTo(draft, documentId).some(isEarlier);
}

/** Whether a chore would write over what was filled in. */
function isFilledIn(draft: Draft, event: string, { dossierId = 0, documentId = 0 }: Subject, data: Data): boolean {
  const { owner, tags } = draft.thirdparty.internal;
  const label = String(data.label);
  switch (event) {
    case "THIRD_PARTY_UPDATED":
      return data.tags ? tagsOf(data).every((tag) => tags.includes(tag)) : owner !== null;
    case "THIRD_PARTY_ATTRIBUTE_UPDATED":
      return valuesOf(draft, label).length > 0;
    case "DOSSIER_UPDATED":
      return Object.keys(data).some((field) => draft.existing("dossiers", dossierId)[field as "description"] !== null);
    case "DOSSIER_ATTRIBUTE_UPDATED":
      return draft.existing("dossiers", dossierId).internal.attributes[label] !== undefined;
    case "DOCUMENT_MODIFICATION":
      return (draft.existing("documents", documentId).internal.dueDate ?? "") >= dayOf(draft.now);
    default:
      return false;
  }
}

/** What the chore can be about, each with data that fit it. */
function choicesFor(draft: Draft, { event, data }: Chore): Chosen[] {
  const type = resourceTypeOf(event);
  const age = (draft.now - parse(draft.thirdparty.creationDate)) / day;
  const fitting = (subject: Subject, status: string, documentCode = ""): Chosen[] =>
    data
      .filter(
        (row) =>
          (row.for ?? [status]).includes(status) &&
          (row.documents ?? [documentCode]).includes(documentCode) &&
          (row.days ?? 0) <= age &&
          (!row.follows || isFollowing(draft, subject.documentId)),
      )
      .map(({ for: _, documents: __, days: ___, follows: ____, ...rest }) => rest)
      .filter((rest) => !isFilledIn(draft, event, subject, rest))
      .map((rest) => ({ subject, data: rest, documentCode }));
  if (type === "DOSSIER")
    return openDossiers(draft).flatMap(({ dossierId, statusCode }) => fitting({ dossierId }, statusCode));
  if (type === "THIRD_PARTY") return fitting({}, draft.thirdparty.status);
  return liveDocuments(draft).flatMap(({ documentId, statusCode, documentCode }) =>
    fitting({ documentId }, statusCode, documentCode),
  );
}

/** The comment that a chore changes: the last one on the resource, if a colleague wrote it. */
function commentFor(draft: Draft, { event }: Chore, { dossierId, documentId }: Subject): CommentRow | undefined {
  const resourceId = documentId ?? dossierId ?? draft.thirdparty.thirdpartyId;
  const isSuitable = (row: CommentRow) =>
    row.resourceType === resourceTypeOf(event) &&
    row.resourceId === resourceId &&
    row.deletedAt === null &&
    (!event.includes("_MENTION_") || row.mentions.length > 0);
  const found = draft.all("comments").findLast(isSuitable);
  return draft.configuration.practice.colleagues.some(({ name }) => name === found?.author) ? found : undefined;
}

/** Comments are changed by who wrote them; a mention is of a colleague whose task it is, and never of the author. */
function commentChore(draft: Draft, chore: Chore, { subject, data, documentCode }: Chosen): Chosen["data"] | undefined {
  if (!chore.event.endsWith("_ADDED")) {
    const comment = commentFor(draft, chore, subject);
    if (!comment) return undefined;
    draft.actor = { type: "CLIENT", name: comment.author };
    if (!chore.event.endsWith("_MENTION_UPDATED")) return data;
    const { colleagues } = draft.configuration.practice;
    const other = colleagues.find(
      ({ name, mention }) => name !== comment.author && !comment.mentions.includes(mention),
    );
    return other && { ...data, mention: other.mention };
  }
  if (!chore.event.includes("_MENTION_")) return data;
  const asked = colleagueFor(draft, draft.actor, documentCode || undefined);
  return asked && { ...data, mention: asked.mention };
}

/** New tags come after those that are there. */
const withTags = ({ thirdparty }: Draft, data: Data): Data =>
  data.tags ? { ...data, tags: [...new Set([...thirdparty.internal.tags, ...tagsOf(data)])] } : data;

/** One of the small things that people do beside their decisions; none where the account has not what it is about. */
function doChore(draft: Draft): void {
  const { thirdpartyId, thirdpartyCode } = draft.thirdparty;
  const chance = draft.context.chance("chore", thirdpartyId, draft.stamp);
  const name = chance.from(drawn);
  // A code is given once: what other programs know a supplier by does not change for no reason.
  if (name === "THIRD_PARTY_CODE_UPDATED" && thirdpartyCode !== null) return;
  const chore = chores.find(({ event }) => event === name) as Chore;
  const isAboutComment = chore.event.includes("_COMMENT_");
  const isChange = isAboutComment && !chore.event.endsWith("_ADDED");
  const choices = choicesFor(draft, chore).filter(({ subject }) => !isChange || commentFor(draft, chore, subject));
  if (choices.length === 0) return;
  const chosen = chance.pick(choices);
  draft.actor = actorOf(chance.pick(draft.configuration.practice.colleagues));
  const data = isAboutComment ? commentChore(draft, chore, chosen) : withTags(draft, chosen.data);
  if (!data) return;
  const cause = causes[chore.event as keyof typeof causes] as unknown as Cause<object>;
  if (!isRefusal(cause.check?.(data, draft.context))) whole(cause.run(draft, chosen.subject, data));
}

export function review(draft: Draft): void {
  if (draft.thirdparty.archived || !draft.context.people) return;
  draft.actor = actorOf(buyerOf(draft.configuration));
  const over = isConfirmed(draft) ? "Relation arrêtée après le contrôle de conformité." : whyOver(draft);
  if (over) {
    addComment(draft, {}, over);
    archiveThirdparty(draft);
    return;
  }
  const isDone = reactToProcedure(draft) || liftBlock(draft) || askAgain(draft);
  if (!isDone && draft.thirdparty.status !== "STRUCK_OFF") doChore(draft);
  planReview(draft, false);
}
