import { Establishment } from "../../../contract/thirdparties.ts";
import { isWorkingDay, workingDayBy } from "../../directory/calendar.ts";
import type { CollectiveProcedure } from "../../directory/company.ts";
import { courtOf, drawStreet, ofName } from "../../directory/french-places.ts";
import { isFrench, isLiquidation } from "../../directory/kinds.ts";
import { withLiquidator } from "../../directory/liquidator.ts";
import { siretOf } from "../../directory/numbers.ts";
import type { Draft } from "../draft.ts";
import { keysOf, pick } from "../fields.ts";
import type { AnnouncementRow, ThirdpartyRow } from "../rows.ts";
import { mixes, terms } from "../terms.ts";
import { updateInformation } from "../thirdparty/identity.ts";
import { applyIdentityChange, drawIdentityChange } from "../thirdparty/identity-changes.ts";
import { bracketOf } from "../thirdparty/workforce.ts";
import { addMonths, dayOf, type Moment } from "../time.ts";
import { planLiquidation } from "./liquidation.ts";
import { deactivateProviders } from "./monitoring.ts";
import { updateFinancialProviders, updateFromProvider } from "./provider-updates.ts";

const establishmentFields = keysOf(Establishment);
type Procedure = CollectiveProcedure["type"];
const cause = "LEGAL_ANNOUNCEMENT";

/** Courts work where the head office is. */
const seatOf = ({ addressPostCode, establishments }: ThirdpartyRow) =>
  establishments.find(({ headOffice }) => headOffice)?.addressPostCode ?? addressPostCode;
/** The last day on which the gazette or the register came out and courts sat; none before the company was founded. */
function lastSitting({ thirdparty, now }: Draft): string {
  const day = workingDayBy(thirdparty.addressCountryCode, dayOf(now), seatOf(thirdparty));
  return thirdparty.dateCreation !== null && thirdparty.dateCreation > day ? dayOf(now) : day;
}

function publish(draft: Draft, family: AnnouncementRow["family"], text: string): void {
  draft.put("announcements", {
    announcementId: draft.nextId("announcementId"),
    thirdpartyId: draft.thirdparty.thirdpartyId,
    family,
    publishedOn: lastSitting(draft),
    text,
  });
}

/** Whether the court of a company, and the gazette, work on a day. */
export const isSittingDay = (row: ThirdpartyRow, today: string): boolean => isWorkingDay("FR", today, seatOf(row));

/** The gazette covers French companies that exist. */
const isCovered = ({ thirdparty }: Draft) => isFrench(thirdparty) && thirdparty.status !== "STRUCK_OFF";
const chanceOf = (draft: Draft) => draft.context.chance("gazette", draft.thirdparty.thirdpartyId, draft.stamp);
const sequenceOf = (siret: string) => Number(siret.slice(9, 13));
const siretsOf = ({ siret, companyIdType, companyIdValue, establishments }: ThirdpartyRow) =>
  [siret, companyIdType === "CIT001" ? companyIdValue : null, ...establishments.map((place) => place.siret)].filter(
    (number) => number !== null,
  );

/** The next unused establishment number; after 9999, the first gap, and the last number when all are used. */
function nextSiret({ thirdparty, sisters }: Draft, siren: string): string {
  const used = new Set([thirdparty, ...sisters].flatMap(siretsOf).map(sequenceOf));
  let next = Math.max(0, ...used) + 1;
  if (!(next <= 9999)) next = 1;
  while (next < 9999 && used.has(next)) next++;
  return siretOf(siren, next);
}

const streetIn = (draft: Draft, postCode: string | null) =>
  drawStreet(chanceOf(draft), postCode, draft.thirdparty.internal.category);

export function announceCreation(draft: Draft): void {
  const { siren, name, addressCity, addressPostCode, establishments } = draft.thirdparty;
  if (!isCovered(draft) || siren === null || addressCity === null) return;
  const siret = nextSiret(draft, siren);
  const addressLine1 = streetIn(draft, addressPostCode);
  const text = `Immatriculation d'un établissement ${ofName(name)} : ${addressLine1}, ${addressCity}`;
  publish(draft, "CREATION", text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", {}, { text, siret });
  const place = { ...draft.thirdparty, siret, headOffice: false, closed: false, addressLine1, addressCity };
  updateInformation(draft, { establishments: [...establishments, pick(place, establishmentFields)] }, cause);
}

export function announceChanges(draft: Draft): void {
  if (!isCovered(draft)) return;
  const change = drawIdentityChange(draft, chanceOf(draft), mixes.gazetteChanges);
  publish(draft, "CHANGES", change.text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", {}, { ...change.published });
  applyIdentityChange(draft, change, cause);
}

/**
 * The head office moves within its town, to the next number, and leaves a closed establishment behind; a third party
 * that is a branch does not move.
 */
export function announceTransfer(draft: Draft): void {
  const { siren, siret: own, establishments } = draft.thirdparty;
  const headOffice = establishments.find((place) => place.headOffice);
  if (!isCovered(draft) || siren === null || !headOffice) return;
  const siret = nextSiret(draft, siren);
  const addressLine1 = streetIn(draft, headOffice.addressPostCode);
  publish(draft, "TRANSFERT", `Transfert du siège : ${addressLine1}, ${headOffice.addressCity}`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", {}, { siret, addressLine1 });
  const others = establishments.map((place) => ({
    ...place,
    headOffice: false,
    closed: place.closed || place.headOffice,
  }));
  const moved = own === headOffice.siret ? { siret, addressLine1, addressLine2: null } : {};
  const places = [{ ...headOffice, siret, addressLine1 }, ...others];
  updateInformation(draft, { ...moved, establishments: places }, cause);
}

/** The company is struck off for good; an open procedure is closed first, for lack of assets. */
export function announceCessation(draft: Draft): void {
  if (!isCovered(draft)) return;
  const { collectiveProcedure } = draft.thirdparty;
  if (collectiveProcedure) judge(draft, "Jugement de clôture pour insuffisance d'actif", collectiveProcedure);
  const { name, status: from } = draft.thirdparty;
  const text = `Radiation ${ofName(name)}`;
  publish(draft, "CESSATION", text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", {}, { text, from, to: "STRUCK_OFF" });
  strikeOff(draft, cause);
}

function strikeOff(draft: Draft, cause: string): void {
  const establishments = draft.thirdparty.establishments.map((place) => ({ ...place, closed: true }));
  updateInformation(draft, { status: "STRUCK_OFF", collectiveProcedure: null, establishments }, cause);
  draft.putInternal("thirdparties", draft.thirdparty, { struckOffOn: lastSitting(draft) });
  deactivateProviders(draft);
}

/** The staff of a company in liquidation leaves, and in the end it is struck off. */
export function followLiquidation(draft: Draft): void {
  const { archived, source, collectiveProcedure: open, workforce } = draft.thirdparty;
  if (archived || source === "UNMANAGED" || !open || !isLiquidation(open)) return;
  // Abroad the register alone tells of the end.
  if (!workforce) return isFrench(draft.thirdparty) ? announceCessation(draft) : strikeOff(draft, "REGISTRY");
  updateInformation(draft, { workforce: 0, ...bracketOf(0) }, "LIQUIDATION");
  planLiquidation(draft);
}

/** From the lightest to the heaviest; a procedure is only converted to a heavier one. */
const procedures: Procedure[] = ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"];
const plainName = (type: Procedure) => type.toLowerCase().replace("_", " ");
const openingOf = (type: Procedure) =>
  type === "LIQUIDATION_JUDICIAIRE" ? `de ${plainName(type)}` : `d'une procédure de ${plainName(type)}`;

/** Observation ends with a plan, a liquidation with the assets. */
const closings: Record<Procedure, string> = {
  SAUVEGARDE: "Jugement arrêtant le plan de sauvegarde",
  REDRESSEMENT_JUDICIAIRE: "Jugement arrêtant le plan de redressement",
  LIQUIDATION_JUDICIAIRE: "Jugement de clôture de la liquidation",
};
function close(draft: Draft, open: { type: string }): void {
  judge(draft, closings[open.type as Procedure], null);
  const isLow = draft.thirdparty.internal.bases.financial < terms.recoveredScores[0];
  if (isLow && !isLiquidation(open)) moveFinances(draft, terms.recoveredScores);
}

/** The judgment that leads from one procedure to another, or to none. */
export function followProcedure(draft: Draft, next: ThirdpartyRow["collectiveProcedure"]): void {
  const open = draft.thirdparty.collectiveProcedure;
  if (JSON.stringify(open) === JSON.stringify(next)) return;
  if (next) judge(draft, judgmentOf(open?.type as Procedure | undefined, next.type as Procedure), next);
  else if (open) close(draft, open);
}

const judgmentOf = (from: Procedure | undefined, to: Procedure): string =>
  from === undefined ? `Jugement d'ouverture ${openingOf(to)}` : `Jugement de conversion en ${plainName(to)}`;

function judge(draft: Draft, text: string, collectiveProcedure: ThirdpartyRow["collectiveProcedure"]): void {
  const { thirdparty } = draft;
  const status = collectiveProcedure ? "COLLECTIVE_PROCEDURE" : "ACTIVE";
  publish(draft, "PROCEDURE_COLLECTIVE", text);
  const executives = withLiquidator(thirdparty, collectiveProcedure, lastSitting(draft));
  draft.put("thirdparties", { ...thirdparty, status, collectiveProcedure, executives, lastUpdateDate: draft.stamp });
  draft.emit("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", {}, { text, from: thirdparty.status, to: status });
  updateFinancialProviders(draft);
  planLiquidation(draft);
}

/** Opens a procedure, converts it to the given type, or closes it when no type is given. */
export function announceProcedure(draft: Draft, type?: Procedure): void {
  const { thirdpartyId, collectiveProcedure: open, addressCity, activityCode, internal } = draft.thirdparty;
  if (!isCovered(draft)) return;
  if (open && type === undefined) return close(draft, open);
  const next = type ?? draft.context.chance("procedure", thirdpartyId, draft.stamp).weighted(mixes.openings);
  const current = procedures.indexOf(open?.type as Procedure);
  if (procedures.indexOf(next) <= current) return;
  const day = lastSitting(draft);
  const court = courtOf(internal.greffe ?? addressCity ?? "", day, activityCode);
  followProcedure(draft, {
    type: next,
    openingDate: open?.openingDate ?? day,
    court: open?.court ?? court,
  });
}

/** A liquidation ends with the company, by a job of its own; another procedure with a plan. */
export const canProcedureEnd = ({ collectiveProcedure: open }: ThirdpartyRow, now: Moment): boolean =>
  open !== null && !isLiquidation(open) && open.openingDate < dayOf(addMonths(now, -terms.procedureMonths));

/** The financial score of a company gets into a range, and is published. */
function moveFinances(draft: Draft, range: readonly [number, number]): void {
  const chance = draft.context.chance("finances", draft.thirdparty.thirdpartyId, draft.stamp);
  const shift = chance.int(...range) - draft.thirdparty.internal.bases.financial;
  if (!updateFromProvider(draft, "FINANCIAL_STRENGTH", shift)) updateFromProvider(draft, "CREDITDATA", shift);
  updateFinancialProviders(draft);
}

/** Whether the finances of a company announce a procedure. */
export const isTroubled = ({ collectiveProcedure, internal }: ThirdpartyRow): boolean =>
  collectiveProcedure === null && internal.bases.financial < terms.troubledScore;

/** An open procedure gets worse at once, other finances before a procedure. */
const worsen = (draft: Draft) =>
  draft.thirdparty.collectiveProcedure
    ? announceProcedure(draft, "LIQUIDATION_JUDICIAIRE")
    : moveFinances(draft, terms.troubledScores);
const announcing: Record<(typeof mixes.announcements)[number][0], (draft: Draft) => void> = {
  changes: announceChanges,
  transfer: announceTransfer,
  creation: announceCreation,
  worsening: worsen,
  cessation: announceCessation,
};

export function drawAnnouncement(draft: Draft): void {
  const { thirdparty } = draft;
  const chance = draft.context.chance("announcement", thirdparty.thirdpartyId, dayOf(draft.now));
  if (canProcedureEnd(thirdparty, draft.now) || isTroubled(thirdparty)) return announceProcedure(draft);
  const isWeak = thirdparty.internal.bases.financial < terms.weakFinancialScore;
  const possible = mixes.announcements.filter(([kind]) => isWeak || kind !== "cessation");
  announcing[chance.weighted(possible)](draft);
}
