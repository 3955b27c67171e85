import type { Draft } from "./draft.ts";
import { detach, updateInformation } from "./identity.ts";
import { setMonitoring } from "./monitoring.ts";
import type { AnnouncementRow } from "./rows.ts";
import { dayOf } from "./time.ts";
import { bracketOf } from "./workforce.ts";

type Family = AnnouncementRow["family"];

function publish(draft: Draft, family: Family, text: string): void {
  draft.put("announcements", {
    announcementId: draft.nextId("announcementId"),
    thirdpartyId: draft.thirdparty.thirdpartyId,
    family,
    publishedOn: dayOf(draft.now),
    text,
  });
}
const court = ({ thirdparty }: Draft) => `Tribunal de commerce de ${thirdparty.internal.greffe ?? thirdparty.addressCity}`;

/** A new establishment is registered. */
export function announceCreation(draft: Draft): void {
  publish(draft, "CREATION", `Immatriculation d'un établissement de ${draft.thirdparty.name}`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", {}, { text: `Immatriculation d'un établissement de ${draft.thirdparty.name}` });
}

/** Capital or headcount changed; the identity follows. */
export function announceChanges(draft: Draft): void {
  const { thirdparty } = draft;
  const chance = draft.surroundings.chance("gazette", thirdparty.thirdpartyId, draft.stamp);
  const capital = (thirdparty.capital ?? 10_000) + chance.int(1, 20) * 5_000;
  publish(draft, "CHANGES", `Modification du capital : ${capital} EUR`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", {}, { capital });
  updateInformation(draft, { capital }, "LEGAL_ANNOUNCEMENT");
}

/** The business or its seat moves within the town. */
export function announceTransfer(draft: Draft): void {
  const chance = draft.surroundings.chance("gazette", draft.thirdparty.thirdpartyId, draft.stamp);
  const addressLine1 = `${chance.int(1, 180)} ${chance.pick(["avenue de la République", "rue du Commerce", "boulevard Gambetta", "rue des Tanneurs", "quai des Entrepôts"])}`;
  publish(draft, "TRANSFERT", `Transfert du siège : ${addressLine1}, ${draft.thirdparty.addressCity}`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", {}, { addressLine1 });
  const establishments = draft.thirdparty.establishments.map((place) => (place.headOffice ? { ...place, addressLine1 } : place));
  updateInformation(draft, { addressLine1, establishments }, "LEGAL_ANNOUNCEMENT");
}

/** Struck off: final. Nobody rates what no longer exists. */
export function announceCessation(draft: Draft): void {
  if (draft.thirdparty.status === "STRUCK_OFF") return;
  publish(draft, "CESSATION", `Radiation de ${draft.thirdparty.name}`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", {}, {});
  updateInformation(draft, { status: "STRUCK_OFF", collectiveProcedure: null }, "LEGAL_ANNOUNCEMENT");
  for (const provider of ["FINANCIAL_STRENGTH", "CREDITDATA"] as const) setMonitoring(draft, provider, false);
}

const openings = {
  SAUVEGARDE: "Jugement d'ouverture d'une procédure de sauvegarde",
  REDRESSEMENT_JUDICIAIRE: "Jugement d'ouverture d'une procédure de redressement judiciaire",
  LIQUIDATION_JUDICIAIRE: "Jugement d'ouverture de liquidation judiciaire",
} as const;
export type Procedure = keyof typeof openings;
export const procedures = Object.keys(openings) as Procedure[];

/** A judgment opens a procedure, converts it, or closes it. */
export function announceProcedure(draft: Draft, type?: Procedure): void {
  const { thirdparty } = draft;
  const { collectiveProcedure: open } = thirdparty;
  if (thirdparty.status === "STRUCK_OFF") return;
  const opened = type ?? draft.surroundings.chance("procedure", thirdparty.thirdpartyId, draft.stamp).pick(procedures);
  const text = !open ? openings[opened] : type && type !== open.type ? "Jugement de conversion en liquidation judiciaire" : "Jugement de clôture";
  const closes = open !== null && (!type || type === open.type);
  const collectiveProcedure = closes ? null : { type: open ? (type as Procedure) : opened, openingDate: open?.openingDate ?? dayOf(draft.now), court: open?.court ?? court(draft) };
  publish(draft, "PROCEDURE_COLLECTIVE", text);
  draft.put("thirdparties", { ...thirdparty, status: closes ? "ACTIVE" : "COLLECTIVE_PROCEDURE", collectiveProcedure, lastUpdateDate: draft.stamp });
  draft.emit("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", {}, { text, from: thirdparty.status, to: closes ? "ACTIVE" : "COLLECTIVE_PROCEDURE" });
}

/** One night in the register: somebody hires, moves in, or leaves. */
export function refreshFromRegister(draft: Draft): void {
  const { thirdparty } = draft;
  const chance = draft.surroundings.chance("register", thirdparty.thirdpartyId, draft.stamp);
  if (thirdparty.source === "INTL_REFERENCE" && chance.bool(0.08)) return detach(draft, "REGISTRY");
  const workforce = Math.max(1, Math.round((thirdparty.workforce ?? 1) * (0.9 + chance.float() * 0.25)) + (chance.bool(0.5) ? 1 : 0));
  if (thirdparty.workforce === null || thirdparty.workforce === 0) return updateInformation(draft, { addressLine2: `Bâtiment ${chance.pick(["A", "B", "C"])}` }, "REGISTRY");
  updateInformation(draft, { workforce, ...bracketOf(workforce) }, "REGISTRY");
}
