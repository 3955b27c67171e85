import { type Colleague, type Configuration, documentType } from "../configuration.ts";
import type { Draft } from "../draft.ts";
import { isRefusal } from "../refusal.ts";
import { type Decision, decideResponse } from "../response/decisions.ts";
import type { Defect } from "../response/evidence.ts";
import type { Actor, DocumentRow, ResponseRow } from "../rows.ts";
import { inviteContact } from "../thirdparty/contacts.ts";
import { contactOf } from "./contact.ts";
import { apart, office, workingDraw } from "./moments.ts";
import { client, suppliers } from "./tempers.ts";

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

/** A response waits for a person of the client, for some working days. */
export function planDecision(draft: Draft, { responseId, documentId }: ResponseRow): void {
  const { documentCode } = draft.existing("documents", documentId);
  const { name } = judgeOf(draft.configuration, documentCode);
  const session = draft.context.chance("decisions", name, draft.thirdparty.thirdpartyId, draft.stamp.slice(0, 10));
  const chance = draft.context.chance("decision slot", responseId);
  const wish = workingDraw(office, draft.now, session.int(...client.decisionDays), session);
  const due = apart(draft, "DECIDE", office, wish, client.paperMinutes, chance);
  draft.schedule("DECIDE", due, responseId);
}

const isLeft = ({ left, state }: ResponseRow): boolean => state === "WAITING" && left === true;
export const hasLeftAnswer = (draft: Draft): boolean => draft.all("responses").some(isLeft);

/** Of a few third parties, one answer at a time is left to the user, so that the inbox is not empty. */
export function leaveToUser(draft: Draft, response: ResponseRow): boolean {
  if (response.left) return true;
  const { thirdpartyId } = draft.thirdparty;
  const share = client.leftAnswers / Math.max(draft.context.people?.size ?? 0, client.leastSize);
  if (hasLeftAnswer(draft) || !draft.context.chance("left", thirdpartyId).bool(share)) return false;
  draft.put("responses", { ...response, left: true });
  return true;
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
const doubts = [
  "Garantie insuffisante au regard du contrat.",
  "La pièce est trop ancienne.",
  "La signature manque.",
  "Réponses incomplètes, merci de préciser.",
] as const;
const confirmations = [
  "Homonyme : ni la date de naissance ni l'adresse ne correspondent.",
  "Vérifié avec le fournisseur : il s'agit d'un homonyme.",
] as const;

function verdictOn(draft: Draft, { responseId, defect }: ResponseRow, document: DocumentRow): Decision {
  const chance = draft.context.chance("verdict", responseId);
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
  if (chance.bool(client.approvedShare)) return { approved: true };
  return { approved: false, comment: chance.pick(doubts), shareRejectionReason };
}

/** The person in charge decides on a response that still waits. */
export function decideAsPerson(draft: Draft, responseId: number): void {
  const response = draft.get("responses", responseId);
  if (response?.state !== "WAITING") return;
  const document = draft.existing("documents", response.documentId);
  draft.actor = actorOf(judgeOf(draft.configuration, document.documentCode));
  const refusal = decideResponse(draft, responseId, verdictOn(draft, response, document));
  if (!isRefusal(refusal) || refusal.refused.body.code !== "CONFLICT") return;
  // What the facts refute can only be rejected.
  const comment = "Les informations du registre contredisent cette pièce.";
  decideResponse(draft, responseId, { approved: false, comment, shareRejectionReason: true });
}

/** A third party that owes something, and of which no contact was ever invited. */
export function planInvitation(draft: Draft): void {
  const { thirdpartyId } = draft.thirdparty;
  if (draft.jobsOf(thirdpartyId).some(({ kind }) => kind === "INVITE")) return;
  const chance = draft.context.chance("invitation", thirdpartyId, draft.all("contacts").length);
  draft.schedule(
    "INVITE",
    workingDraw(office, draft.now, chance.int(...suppliers.invitationDays), chance),
    thirdpartyId,
  );
}

export function inviteSomebody(draft: Draft): void {
  if (draft.thirdparty.archived || draft.all("contacts").some(({ status }) => status !== "DELETED")) return;
  if (draft.context.people?.isClientActing) draft.actor = actorOf(buyerOf(draft.configuration));
  inviteContact(draft, contactOf(draft.thirdparty, draft.context.chance, draft.all("contacts")));
}
