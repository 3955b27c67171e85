import { isWorkingMoment, openingAfter, workingMoment } from "../../directory/calendar.ts";
import type { Chance } from "../../directory/chance.ts";
import type { Draft, RuleContext } from "../draft.ts";
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

/** A moment of work on the n-th working day after another moment; with 0, as soon as there is time. */
export function workingDraw({ country, postCode }: Place, from: Moment, days: number, chance: Chance): Moment {
  const drawn = (minutes: readonly [number, number]) =>
    chance.int(...minutes) * minute + chance.int(...hours.seconds) * second;
  const begin = days > 0 ? openingAfter(country, from, days, postCode) : workingMoment(country, from, postCode);
  const at = begin + drawn(hours.dayMinutes);
  const open = workingMoment(country, at, postCode);
  return open === at ? at : workingMoment(country, open + drawn(hours.morningMinutes), postCode);
}

/** What people do by themselves. */
const actKinds: readonly JobRow["kind"][] = ["INVITE", "ANSWER", "DECIDE", "REVIEW", "FOLLOW_UP", "ADD"];
export const isAct = ({ kind }: JobRow): boolean => actKinds.includes(kind);

/**
 * In a window of that many seconds each third party has a second of its own, another one in each window: so a
 * person does one thing at a time in a portfolio of as many third parties, and none is always busy at the same second.
 */
const places = hours.windowSeconds;
export const windowLength = places * second;
/** No divisor of the number of places, so that neighbours are not a second apart. */
const stride = 173;
export const windowOf = (at: Moment): number => Math.floor(at / windowLength);

/** The first moment from another one on that is the third party's own. */
export function ownMoment(chance: RuleContext["chance"], thirdpartyId: number, from: Moment): Moment {
  const at = (window: number) =>
    window * windowLength +
    ((Math.floor(chance("second", window).float() * places) + thirdpartyId * stride + places * stride) % places) *
      second;
  const found = at(windowOf(from));
  return found >= from ? found : at(windowOf(from) + 1);
}

const byWindow = (job: JobRow) => (isAct(job) ? windowOf(parse(job.dueAt)) : null);
/** So many tries are usual; then days are tried, because thousands of papers may be asked for at once. */
const tries = 40;

/** The first moment of work in which nothing else is done for the third party, mostly on the wished day. */
export function apart(
  draft: Draft,
  { country, postCode }: Place,
  wish: Moment,
  minutes: readonly [number, number],
  chance: Chance,
): Moment {
  const own = (from: Moment) => ownMoment(draft.context.chance, draft.thirdparty.thirdpartyId, from);
  const later = (at: Moment) => {
    const next = at + chance.int(...minutes) * minute;
    if (isWorkingMoment(country, next, postCode)) return next;
    // What does not fit in before the evening is done in the morning of that day, where there is still time.
    const morning = openingAfter(country, at, 0, postCode) + chance.int(...minutes) * minute;
    return workingMoment(country, morning > draft.now ? morning : next, postCode);
  };
  let at = own(workingMoment(country, wish, postCode));
  const isNear = ({ dueAt }: JobRow) => Math.abs(parse(dueAt) - at) < hours.apartSeconds * second;
  const isTaken = () =>
    [-1, 0, 1].some((next) => draft.of("jobs", byWindow, windowOf(at) + next).some((job) => next === 0 || isNear(job)));
  for (let tried = 1; isTaken() || !isWorkingMoment(country, at, postCode); tried++)
    at = own(tried <= tries ? later(at) : workingDraw({ country, postCode }, at, Math.floor(tried / tries), chance));
  return at;
}
