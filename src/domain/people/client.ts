import { type Colleague, type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { objectionTo } from "../response/automatic-check.ts";
import { type Decision, decideResponse } from "../response/decisions.ts";
import type { Defect } from "../response/evidence.ts";
import { expiryOfResponse, responsesTo } from "../response/responses.ts";
import type { Actor, DocumentRow, ResponseRow } from "../rows.ts";
import { inviteContact } from "../thirdparty/contacts.ts";
import { day, endOfDay, type Moment } from "../time.ts";
import { contactOf } from "./contact.ts";
import { apart, office, workingDraw } from "./moments.ts";
import { client, doubts, suppliers } from "./tempers.ts";

export const actorOf = ({ name }: Colleague): Actor => ({ type: "CLIENT", name });

/** The first colleague whose task it is; the last one takes everything else. */
export function judgeOf(configuration: Configuration, documentCode: string): Colleague {
  const { colleagues } = configuration.practice;
  const theme = configuration.documentTypes.get(documentCode)?.theme;
  const own = colleagues.find(
    ({ decides, themes }) => decides.includes(documentCode) || (theme !== undefined && themes.includes(theme)),
  );
  return own ?? (colleagues.at(-1) as Colleague);
}
export const buyerOf = ({ practice: { colleagues } }: Configuration): Colleague =>
  colleagues.find(({ invites }) => invites) ?? (colleagues[0] as Colleague);

/** Another colleague to ask about something: who decides on the document, or the one whose task is the rest. */
export function colleagueFor({ configuration }: Draft, actor: Actor, documentCode?: string): Colleague | undefined {
  const judge = documentCode === undefined ? undefined : judgeOf(configuration, documentCode);
  const asked = [judge, configuration.practice.colleagues.at(-1), buyerOf(configuration)];
  return asked.find((one) => one && one.name !== actor.name);
}

/** After its end a dossier is archived, and a response past its date expires: neither can be decided then. */
function endOf(draft: Draft, response: ResponseRow): Moment {
  const { expirationDate } = draft.existing("dossiers", response.dossierId);
  const end = expiryOfResponse(draft.existing("documents", response.documentId), response);
  return expirationDate === null ? end : Math.min(end, endOfDay(expirationDate));
}
const lastCallOf = (draft: Draft, response: ResponseRow): Moment => endOf(draft, response) - client.lastCallDays * day;

/**
 * A response waits for a person of the client, for some working days, but not beyond its end or that of its dossier;
 * one that is left to the user waits until shortly before.
 */
export function planDecision(draft: Draft, response: ResponseRow): void {
  const { responseId, documentId, left } = response;
  const from = left ? Math.max(draft.now, lastCallOf(draft, response)) : draft.now;
  if (!Number.isFinite(from)) return;
  const { documentCode } = draft.existing("documents", documentId);
  const { name } = judgeOf(draft.configuration, documentCode);
  const session = draft.context.chance("decisions", name, draft.thirdparty.thirdpartyId, draft.stamp.slice(0, 10));
  const chance = draft.context.chance("decision slot", responseId);
  const end = endOf(draft, response);
  let days = left ? 0 : session.int(...client.decisionDays);
  let wish = workingDraw(office, from, days, session);
  while (wish > end && days > 0) wish = workingDraw(office, from, --days, chance);
  if (wish > end) wish = from;
  draft.schedule("DECIDE", apart(draft, office, wish, client.paperMinutes, chance), responseId);
}

export const hasLeftAnswer = (draft: Draft): boolean =>
  draft
    .all("responses")
    .some(
      ({ state, left, documentId }) =>
        state === "WAITING" && left && !draft.existing("documents", documentId).internal.stopped,
    );

/**
 * Of a few third parties, one answer at a time is left to the user, so that the inbox is not empty; who had to decide
 * in the place of the user decides on the papers that follow.
 */
export function leaveToUser(draft: Draft, response: ResponseRow): ResponseRow {
  if (response.left || responsesTo(draft, response.documentId).some(({ left }) => left)) return response;
  const { thirdpartyId } = draft.thirdparty;
  const share = client.leftAnswers / Math.max(draft.context.people?.size ?? 0, client.leastSize);
  if (hasLeftAnswer(draft) || !draft.context.chance("left", thirdpartyId).bool(share)) return response;
  return draft.put("responses", { ...response, left: true });
}

const complaints: Record<Defect, readonly string[]> = {
  ILLEGIBLE: [
    "Document illisible, merci de le renvoyer en bonne qualité.",
    "Le scan est coupé, merci de renvoyer toutes les pages.",
  ],
  WRONG_PAPER: [
    "Ce n'est pas le document demandé.",
    "Merci d'envoyer le document demandé : cette pièce ne correspond pas.",
  ],
  WRONG_COMPANY: ["Le document est au nom d'une autre société.", "La raison sociale ne correspond pas à la vôtre."],
};
const confirmations = [
  "Homonyme : ni la date de naissance ni l'adresse ne correspondent.",
  "Vérifié avec le fournisseur : il s'agit d'un homonyme.",
] as const;

/** What a person may miss in a good answer: nothing that a look at it could refute. */
function doubtsOn({ configuration }: Draft, { documentCode }: DocumentRow): readonly string[] {
  const { kind, check } = documentType(configuration, documentCode);
  return doubts[documentCode] ?? (kind === "FORM" && check !== "bank" ? doubts.FORM : undefined) ?? [];
}

function verdictOn(draft: Draft, response: ResponseRow, document: DocumentRow): Decision {
  const { defect, reasonCode } = response;
  // A paper that was given to several dossiers at once is judged alike in each.
  const { thirdpartyId, submittedAt } = response;
  const chance = draft.context.chance("verdict", thirdpartyId, document.documentCode, submittedAt.slice(0, 10));
  const objection = objectionTo(draft, document, response);
  if (objection) return { approved: false, comment: objection.reason, shareRejectionReason: true };
  if (documentType(draft.configuration, document.documentCode).kind === "SOURCE") {
    // The same hit is judged alike each time.
    const { siren, duns, thirdpartyId } = draft.thirdparty;
    const isHomonym = draft.context.chance("homonym", siren ?? duns ?? thirdpartyId).bool(client.homonymShare);
    return isHomonym
      ? { approved: true, comment: chance.pick(confirmations) }
      : { approved: false, comment: "Correspondance confirmée, relation à suspendre.", shareRejectionReason: false };
  }
  const shareRejectionReason = chance.bool(client.sharedShare);
  if (defect) return { approved: false, comment: chance.pick(complaints[defect]), shareRejectionReason: true };
  if (reasonCode === "BANK_DETAILS_DISAGREE")
    return { approved: false, comment: response.reason, shareRejectionReason: true };
  const reasons = doubtsOn(draft, document);
  if (reasons.length === 0 || chance.bool(client.approvedShare)) return { approved: true };
  return { approved: false, comment: chance.pick(reasons), shareRejectionReason };
}

/** The person in charge decides on a response that still waits. */
export function decideAsPerson(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "WAITING") return;
  // The end may be another one by now.
  if (response.left && lastCallOf(draft, response) > draft.now) return planDecision(draft, response);
  const document = draft.existing("documents", response.documentId);
  draft.actor = actorOf(judgeOf(draft.configuration, document.documentCode));
  decideResponse(draft, responseId, verdictOn(draft, response, document));
}

/** A third party that owes something, and of which no contact was ever invited. */
export function planInvitation(draft: Draft): void {
  const { thirdpartyId } = draft.thirdparty;
  if (draft.jobsOf(thirdpartyId).some(({ kind }) => kind === "INVITE")) return;
  const chance = draft.context.chance("invitation", thirdpartyId, draft.all("contacts").length);
  const wish = workingDraw(office, draft.now, chance.int(...suppliers.invitationDays), chance);
  draft.schedule("INVITE", apart(draft, office, wish, client.paperMinutes, chance), thirdpartyId);
}

export function inviteSomebody(draft: Draft): void {
  if (draft.thirdparty.archived || draft.all("contacts").some(({ status }) => status !== "DELETED")) return;
  if (draft.context.people?.isClientActing) draft.actor = actorOf(buyerOf(draft.configuration));
  inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, draft.all("contacts")));
}
