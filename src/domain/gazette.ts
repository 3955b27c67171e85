import type { Chance } from "../directory/chance.ts";
import type { CollectiveProcedure } from "../directory/company.ts";
import { siretOf } from "../directory/numbers.ts";
import type { Draft } from "./draft.ts";
import { rateFinances } from "./hub.ts";
import { updateInformation } from "./identity.ts";
import { releaseProviders } from "./monitoring.ts";
import { drawNews, takeNews, type Weights } from "./news.ts";
import type { AnnouncementRow, ThirdpartyRow } from "./rows.ts";
import { addMonths, dayOf, type Moment } from "./time.ts";

type Family = AnnouncementRow["family"];
type Procedure = CollectiveProcedure["type"];

function publish(draft: Draft, family: Family, text: string): void {
  draft.put("announcements", {
    announcementId: draft.nextId("announcementId"),
    thirdpartyId: draft.thirdparty.thirdpartyId,
    family,
    publishedOn: dayOf(draft.now),
    text,
  });
}
const court = ({ thirdparty }: Draft) =>
  `Tribunal de commerce de ${thirdparty.internal.greffe ?? thirdparty.addressCity}`;
/** It writes of companies in France, and of none that is gone. */
const isListed = ({ thirdparty }: Draft) =>
  thirdparty.addressCountryCode === "FR" && thirdparty.status !== "STRUCK_OFF";
const streets = [
  "avenue de la République",
  "rue du Commerce",
  "boulevard Gambetta",
  "rue des Tanneurs",
  "quai des Entrepôts",
];
const dice = (draft: Draft) => draft.surroundings.chance("gazette", draft.thirdparty.thirdpartyId, draft.stamp);

const sequenceOf = (siret: string) => Number(siret.slice(9, 13));
const numbersOf = ({ siret, companyIdType, companyIdValue, establishments }: ThirdpartyRow) =>
  [siret, companyIdType === "CIT001" ? companyIdValue : null, ...establishments.map((place) => place.siret)].flatMap(
    (number) => number ?? [],
  );

/** The next number that nobody in the portfolio knows of the company; the gaps are for whoever has got to the last. */
function nextSiret({ thirdparty, sisters }: Draft, siren: string): string {
  const given = new Set([thirdparty, ...sisters].flatMap(numbersOf).map(sequenceOf));
  let next = Math.max(0, ...given) + 1;
  if (next > 9999) next = 1;
  while (given.has(next)) next++;
  return siretOf(siren, next);
}

const address = (chance: Chance) => `${chance.int(1, 180)} ${chance.pick(streets)}`;

/** A new establishment is registered, in the same town, under the next number; the identity follows. */
export function announceCreation(draft: Draft): void {
  const { siren, name, activityCode, activityLabel, addressPostCode, addressCity, addressCountryCode, establishments } =
    draft.thirdparty;
  if (!isListed(draft) || siren === null || addressCity === null) return;
  const siret = nextSiret(draft, siren);
  const addressLine1 = address(dice(draft));
  const text = `Immatriculation d'un établissement de ${name} : ${addressLine1}, ${addressCity}`;
  publish(draft, "CREATION", text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", {}, { text, siret });
  const opened = {
    siret,
    headOffice: false,
    activityCode,
    activityLabel,
    addressLine1,
    addressPostCode,
    addressCity,
    addressCountryCode,
  };
  updateInformation(draft, { establishments: [...establishments, opened] }, "LEGAL_ANNOUNCEMENT");
}

const tells: Weights = [
  ["capital", 40],
  ["executive", 30],
  ["address", 20],
  ["name", 10],
];

/** What is written of a company in the register of commerce is modified; the identity follows. */
export function announceChanges(draft: Draft): void {
  if (!isListed(draft)) return;
  const news = drawNews(draft, dice(draft), tells);
  publish(draft, "CHANGES", news.text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", {}, { ...news.told });
  takeNews(draft, news, "LEGAL_ANNOUNCEMENT");
}

/** The seat moves within its town, under the next number. Whoever is the seat moves with it; a branch stays where it is. */
export function announceTransfer(draft: Draft): void {
  const { siren, siret: own, establishments } = draft.thirdparty;
  const seat = establishments.find(({ headOffice }) => headOffice);
  if (!isListed(draft) || siren === null || !seat) return;
  const siret = nextSiret(draft, siren);
  const addressLine1 = address(dice(draft));
  publish(draft, "TRANSFERT", `Transfert du siège : ${addressLine1}, ${seat.addressCity}`);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", {}, { siret, addressLine1 });
  const left = establishments.map((place) => ({ ...place, headOffice: false }));
  const moved = own === seat.siret ? { siret, addressLine1, addressLine2: null } : {};
  updateInformation(
    draft,
    { ...moved, establishments: [{ ...seat, siret, addressLine1 }, ...left] },
    "LEGAL_ANNOUNCEMENT",
  );
}

/** Struck off: final. A procedure that was open is closed first, because nothing is left. */
export function announceCessation(draft: Draft): void {
  if (!isListed(draft)) return;
  if (draft.thirdparty.collectiveProcedure)
    judge(draft, "Jugement de clôture pour insuffisance d'actif", draft.thirdparty.collectiveProcedure);
  const { name, status: from } = draft.thirdparty;
  const text = `Radiation de ${name}`;
  publish(draft, "CESSATION", text);
  draft.emit("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", {}, { text, from, to: "STRUCK_OFF" });
  updateInformation(draft, { status: "STRUCK_OFF", collectiveProcedure: null }, "LEGAL_ANNOUNCEMENT");
  releaseProviders(draft);
}

/** What a court can say next, by what is open. */
const judgments: Readonly<Record<Procedure | "NONE", Partial<Record<Procedure, string>>>> = {
  NONE: {
    SAUVEGARDE: "Jugement d'ouverture d'une procédure de sauvegarde",
    REDRESSEMENT_JUDICIAIRE: "Jugement d'ouverture d'une procédure de redressement judiciaire",
    LIQUIDATION_JUDICIAIRE: "Jugement d'ouverture de liquidation judiciaire",
  },
  SAUVEGARDE: {
    REDRESSEMENT_JUDICIAIRE: "Jugement de conversion en redressement judiciaire",
    LIQUIDATION_JUDICIAIRE: "Jugement de conversion en liquidation judiciaire",
  },
  REDRESSEMENT_JUDICIAIRE: { LIQUIDATION_JUDICIAIRE: "Jugement de conversion en liquidation judiciaire" },
  LIQUIDATION_JUDICIAIRE: {},
};
const procedures = Object.keys(judgments.NONE) as Procedure[];
const isProcedure = (type: unknown): type is Procedure => (procedures as unknown[]).includes(type);

function judge(draft: Draft, text: string, collectiveProcedure: ThirdpartyRow["collectiveProcedure"]): void {
  const { thirdparty } = draft;
  const status = collectiveProcedure ? "COLLECTIVE_PROCEDURE" : "ACTIVE";
  publish(draft, "PROCEDURE_COLLECTIVE", text);
  draft.put("thirdparties", { ...thirdparty, status, collectiveProcedure, lastUpdateDate: draft.stamp });
  draft.emit("THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", {}, { text, from: thirdparty.status, to: status });
  rateFinances(draft);
}

/** A judgment opens a procedure, converts it to the one that is named, or closes it when none is. */
export function announceProcedure(draft: Draft, type?: Procedure): void {
  const { thirdparty } = draft;
  const { collectiveProcedure: open } = thirdparty;
  if (!isListed(draft)) return;
  if (open && type === undefined) return judge(draft, "Jugement de clôture", null);
  const wanted = type ?? draft.surroundings.chance("procedure", thirdparty.thirdpartyId, draft.stamp).pick(procedures);
  const text = judgments[isProcedure(open?.type) ? open.type : "NONE"][wanted];
  if (text !== undefined)
    judge(draft, text, {
      type: wanted,
      openingDate: open?.openingDate ?? dayOf(draft.now),
      court: open?.court ?? court(draft),
    });
}

/** A procedure that has lasted a year is ripe for its end. */
export const isRipe = ({ collectiveProcedure }: ThirdpartyRow, now: Moment): boolean =>
  collectiveProcedure !== null && collectiveProcedure.openingDate < dayOf(addMonths(now, -12));

/** Only the weak fail. */
const isWeak = ({ internal }: ThirdpartyRow) => internal.bases.financial < 50;

/** One morning's issue has something on the company. */
export function readGazette(draft: Draft): void {
  const { thirdparty } = draft;
  const chance = draft.surroundings.chance("announcement", thirdparty.thirdpartyId, dayOf(draft.now));
  const open = thirdparty.collectiveProcedure;
  // A liquidation ends with the company, other procedures with a plan.
  if (isRipe(thirdparty, draft.now))
    return open?.type === "LIQUIDATION_JUDICIAIRE" ? announceCessation(draft) : announceProcedure(draft);
  const announce = chance.weighted([
    [announceChanges, 55],
    [announceTransfer, 20],
    [announceCreation, 20],
    [(one: Draft) => announceProcedure(one, open ? "LIQUIDATION_JUDICIAIRE" : undefined), 5],
    [announceCessation, isWeak(thirdparty) ? 3 : 0],
  ] as const);
  announce(draft);
}
