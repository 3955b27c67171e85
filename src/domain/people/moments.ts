import { addWorkingDays, workingMoment } from "../../directory/calendar.ts";
import type { Chance } from "../../directory/chance.ts";
import type { Draft } from "../draft.ts";
import type { JobRow } from "../rows.ts";
import { type Moment, minute, parse, second } from "../time.ts";
import { hours } from "./tempers.ts";

/** Where somebody works. */
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

/** The first moment of work, some minutes apart from all that the same people do for the third party. */
export function apart(
  draft: Draft,
  kind: JobRow["kind"],
  { country, postCode }: Place,
  wish: Moment,
  gap: () => number,
): Moment {
  const taken = draft.all("jobs").flatMap((job) => (job.kind === kind ? parse(job.dueAt) : []));
  let at = workingMoment(country, wish, postCode);
  while (taken.some((one) => Math.abs(one - at) < hours.apartSeconds * second))
    at = workingMoment(country, at + gap() * minute, postCode);
  return at;
}
