import { addWorkingDays, workingMoment } from "../../directory/calendar.ts";
import type { Chance } from "../../directory/chance.ts";
import type { Draft } from "../draft.ts";
import type { JobRow } from "../rows.ts";
import { type Moment, minute, parse, second } from "../time.ts";
import { hours } from "./tempers.ts";

/** Where a person works. */
export interface Place {
  country: string;
  postCode: string | null;
}

/** The office of the client. */
export const office: Place = { country: "FR", postCode: null };

/** A moment of work so many working days later, at any time of the day. */
export function workingDraw({ country, postCode }: Place, from: Moment, days: number, chance: Chance): Moment {
  const drawn = (minutes: readonly [number, number]) =>
    chance.int(...minutes) * minute + chance.int(...hours.seconds) * second;
  const at = addWorkingDays(country, from, days, postCode) + drawn(hours.dayMinutes);
  const open = workingMoment(country, at, postCode);
  return open === at ? at : workingMoment(country, open + drawn(hours.morningMinutes), postCode);
}

/** What people do by themselves. */
const actKinds: readonly JobRow["kind"][] = ["INVITE", "ANSWER", "DECIDE", "REVIEW", "ADD"];
export const isAct = ({ kind }: JobRow): boolean => actKinds.includes(kind);

const apartBy = hours.apartSeconds * second;
const slotOf = (kind: JobRow["kind"], at: Moment) => `${kind} ${Math.floor(at / apartBy)}`;
const bySlot = (job: JobRow) => (isAct(job) ? slotOf(job.kind, parse(job.dueAt)) : null);
/** So many tries are usual; then days are tried, because thousands of papers may be asked for at once. */
const tries = 40;

/** The first moment of work, some minutes apart from all that the same people do for the third party. */
export function apart(
  draft: Draft,
  kind: JobRow["kind"],
  place: Place,
  wish: Moment,
  minutes: readonly [number, number],
  chance: Chance,
): Moment {
  const isTaken = (at: Moment) =>
    [at - apartBy, at, at + apartBy].some((near) =>
      draft.of("jobs", bySlot, slotOf(kind, near)).some(({ dueAt }) => Math.abs(parse(dueAt) - at) < apartBy),
    );
  let at = workingMoment(place.country, wish, place.postCode);
  for (let tried = 1; isTaken(at); tried++)
    at =
      tried <= tries
        ? workingMoment(place.country, at + chance.int(...minutes) * minute, place.postCode)
        : workingDraw(place, at, Math.floor(tried / tries), chance);
  return at;
}
