import { isWorkingDay } from "../directory/calendar.ts";
import { isTestCase } from "../directory/test-identifiers.ts";
import { isLong } from "../domain/causes/cause.ts";
import type { Change } from "../domain/change.ts";
import { archivedLongAgo, expiredLongAgo, warnOfDeletions } from "../domain/document/retention.ts";
import { actors, Draft, type RuleContext } from "../domain/draft.ts";
import { canProcedureEnd, drawAnnouncement, isSittingDay, isTroubled } from "../domain/providers/gazette.ts";
import { refreshHub } from "../domain/providers/provider-updates.ts";
import { hasNewAccounts, visitRegister } from "../domain/providers/register.ts";
import { isListed, listingChangeProbability, rescreen } from "../domain/response/screening.ts";
import type { Actor, JobRow, ThirdpartyRow } from "../domain/rows.ts";
import type { Sequence } from "../domain/sequences.ts";
import { terms } from "../domain/terms.ts";
import { remindContacts } from "../domain/thirdparty/contacts.ts";
import { recalculate, recalculateWithRules } from "../domain/thirdparty/recalculate.ts";
import {
  day,
  dayOf,
  format,
  hour,
  isNever,
  type Moment,
  minute,
  nextDaily,
  nextMonthly,
  nextWeekly,
  parse,
} from "../domain/time.ts";
import type { Store } from "../store/store.ts";
import { batchesOf, type Sliced, sliced } from "../store/time-slice.ts";
import { growthSentence, runAddition } from "./growth.ts";

interface Round {
  sentence: string;
  next: (after: Moment) => Moment;
  /** The third parties to visit, looked up so that a night does not load every folder. */
  select: (store: Store, context: RuleContext, slices: Sliced) => Promise<number[]>;
  visit: (draft: Draft) => void;
  /** Brings statuses up to date after the visit, and applies the client's rules where their attributes may change. */
  after?: (draft: Draft) => void;
}

const all = { limit: Number.POSITIVE_INFINITY };

/** The third parties of some rows, each once, ascending. */
export const thirdpartiesOf = (rows: readonly { thirdpartyId: number }[]): number[] =>
  [...new Set(rows.map(({ thirdpartyId }) => thirdpartyId))].sort((a, b) => a - b);

/** One establishment of each legal unit: the others learn from it, and must get no other news of their own. */
export function onePerUnit(rows: readonly ThirdpartyRow[]): ThirdpartyRow[] {
  const seen = new Set<string>();
  return rows.filter(({ siren }) => siren === null || (!seen.has(siren) && seen.add(siren)));
}

async function filtered<T>(rows: readonly T[], isWanted: (row: T) => boolean, slices: Sliced): Promise<T[]> {
  const wanted: T[] = [];
  for await (const batch of slices(batchesOf(rows))) for (const row of batch) if (isWanted(row)) wanted.push(row);
  return wanted;
}

/** Selects by one draw for each third party and day. */
const drawn =
  (
    key: string,
    probability: (row: ThirdpartyRow, now: Moment) => number,
    isEligible: (row: ThirdpartyRow) => boolean,
    isOpen: (row: ThirdpartyRow, today: string) => boolean = () => true,
  ): Round["select"] =>
  async (store, { now, chance }, slices) => {
    const today = dayOf(now);
    const isDrawn = (row: ThirdpartyRow) =>
      isEligible(row) && chance(key, today, row.thirdpartyId).bool(probability(row, now)) && isOpen(row, today);
    const rows = await filtered(await store.scan("thirdparties", all), isDrawn, slices);
    return onePerUnit(rows).map(({ thirdpartyId }) => thirdpartyId);
  };

const isInBusiness = (row: ThirdpartyRow) => !row.archived && row.status !== "STRUCK_OFF" && row.source !== "UNMANAGED";

const isInGazette = (row: ThirdpartyRow) => isInBusiness(row) && row.addressCountryCode === "FR" && !isTestCase(row);

/** The periodic jobs of the whole account. */
const rounds: Partial<Record<JobRow["kind"], Round>> = {
  REMIND: {
    sentence: "Contacts who have something to supply are reminded, every Monday that is a working day.",
    next: (after) => nextWeekly(after, 1, 8 * hour),
    async select(store, { now }) {
      if (!isWorkingDay("FR", dayOf(now))) return [];
      return thirdpartiesOf(await store.scan("contacts", { ...all, where: [["status", "=", "ACTIVE"]] }));
    },
    visit: (draft) => remindContacts(draft),
  },
  REGISTRY: {
    sentence: "The registers are visited, every day on which they work.",
    next: (after) => nextDaily(after, 2 * hour),
    select: drawn(
      "registry",
      (row, now) => (hasNewAccounts(row, now) ? 1 : 1 / terms.registerDays),
      isInBusiness,
      (row, today) => isWorkingDay(row.addressCountryCode, today),
    ),
    visit: visitRegister,
    after: recalculateWithRules,
  },
  GAZETTE: {
    sentence: "The official gazette is read, every day on which it comes out.",
    next: (after) => nextDaily(after, terms.gazetteHour * hour),
    select: drawn(
      "gazette",
      (row, now) => {
        if (isTroubled(row)) return 1 / terms.troubledDays;
        return 1 / (canProcedureEnd(row, now) ? terms.procedureEndDays : terms.gazetteDays);
      },
      isInGazette,
      isSittingDay,
    ),
    visit: drawAnnouncement,
    after: recalculateWithRules,
  },
  SANCTIONS: {
    sentence: "The sanction lists are read, every working day.",
    next: (after) => nextDaily(after, 5 * hour),
    async select(store, { now, chance, configuration }, slices) {
      if (!isWorkingDay("FR", dayOf(now))) return [];
      const today = dayOf(now);
      const isDrawn = (row: ThirdpartyRow) =>
        !isTestCase(row) && chance("sanctions", today, row.thirdpartyId).bool(listingChangeProbability(row));
      const screened: ThirdpartyRow[] = [];
      for (const row of await filtered(await store.scan("thirdparties", all), isDrawn, slices)) {
        const documents = await store.range("documents", "thirdparty", row.thirdpartyId);
        if (documents.some((document) => isListed(configuration, document))) screened.push(row);
      }
      return onePerUnit(screened).map((row) => row.thirdpartyId);
    },
    visit: rescreen,
    after: recalculate,
  },
  HUB: {
    sentence: "The data providers publish, every Sunday.",
    next: (after) => nextWeekly(after, 0, 3 * hour),
    select: drawn(
      "hub",
      () => 0.12,
      (row) => !row.archived && Object.values(row.internal.monitoring).some(({ active }) => active),
    ),
    visit: refreshHub,
    after: recalculate,
  },
  RETENTION: {
    sentence: "Deletions of what has expired long ago are announced, every month.",
    next: (after) => nextMonthly(after, 4 * hour + 30 * minute),
    async select(store, { now, configuration }, slices) {
      const documents = await filtered(await store.scan("documents", all), expiredLongAgo(configuration, now), slices);
      const dossiers = await filtered(await store.scan("dossiers", all), archivedLongAgo(configuration, now), slices);
      return thirdpartiesOf([...documents, ...dossiers]);
    },
    visit: warnOfDeletions,
  },
};
export const roundKinds = Object.keys(rounds) as JobRow["kind"][];
export const nextRound = (kind: JobRow["kind"], after: Moment): Moment => (rounds[kind] as Round).next(after);
export const roundSentence = (kind: JobRow["kind"]): string | undefined =>
  kind === "ADD" ? growthSentence : rounds[kind]?.sentence;

const calendarCycle = 146_097 * day;

/** How often a round comes from one of its moments to another moment, both included. */
export function timesOf(kind: JobRow["kind"], first: Moment, until: Moment): number {
  if (until < first) return 0;
  const second = nextRound(kind, first);
  if (until < second) return 1;
  const period = nextRound(kind, second) - second;
  if (period <= 7 * day) return 2 + Math.floor((until - second) / period);
  // Months differ in length; the calendar repeats itself after 400 years.
  const cycles = Math.floor((until - first) / calendarCycle);
  if (cycles > 0)
    return (
      cycles * timesOf(kind, first, first + calendarCycle - 1) + timesOf(kind, first, until - cycles * calendarCycle)
    );
  let times = 1;
  for (let at = second; at <= until; at = nextRound(kind, at)) times++;
  return times;
}

/**
 * Applies a rule, which may return steps of its work, to several third parties in one change, so that a crash leaves
 * all of it or nothing.
 */
export async function visitAll(
  store: Store,
  ids: readonly number[],
  context: RuleContext,
  actor: Actor,
  visit: (draft: Draft) => unknown,
  slices: Sliced = sliced,
): Promise<{ change: Change; sequences: Record<Sequence, number> }> {
  const change: Change = { put: [], remove: [], events: [] };
  const sequences = { ...context.sequences };
  let { now } = context;
  for await (const thirdpartyId of slices(ids)) {
    const folder = await store.folder(thirdpartyId);
    const draft = new Draft(folder, { ...context, sequences: { ...sequences }, now }, actor);
    const outcome = visit(draft);
    if (isLong(outcome)) for await (const _ of slices(outcome));
    const { put, remove, events } = draft.change();
    now = draft.now;
    for (const entry of put) {
      if (entry.collection === "sequences") sequences[entry.row.name as Sequence] = entry.row.next;
      else change.put.push(entry);
    }
    for (const entry of remove) change.remove.push(entry);
    for (const event of events) change.events.push(event);
  }
  for (const [name, next] of Object.entries(sequences))
    if (next !== context.sequences[name as Sequence]) change.put.push({ collection: "sequences", row: { name, next } });
  return { change, sequences };
}

/** The change of one round, or of an addition to the portfolio, with the job of the next. */
export async function runRound(job: JobRow, context: RuleContext, store: Store, slices: Sliced): Promise<Change> {
  if (job.kind === "ADD") return runAddition(job, context, store);
  const { next, select, visit, after } = rounds[job.kind] as Round;
  const { jobId } = context.sequences;
  const ids = await select(store, context, slices);
  const withNext = { ...context, sequences: { ...context.sequences, jobId: jobId + 1 } };
  const visitOne = (draft: Draft) => {
    visit(draft);
    after?.(draft);
  };
  const { change, sequences } = await visitAll(store, ids, withNext, actors.platform, visitOne, slices);
  const due = next(Math.max(context.now, parse(job.dueAt)));
  const row = { jobId, dueAt: format(due), kind: job.kind, thirdpartyId: null, subjectId: null };
  change.remove.push({ collection: "jobs", key: job.jobId });
  if (!isNever(due)) change.put.push({ collection: "jobs", row });
  change.put.push({ collection: "sequences", row: { name: "jobId", next: sequences.jobId } });
  return change;
}

/** The change of all rounds up to a moment while the portfolio is empty: the same jobs as if each had run. */
export async function skipRounds(
  jobs: readonly JobRow[],
  moment: Moment,
  { jobId, earliest }: { jobId: number; earliest: Moment },
  slices: Sliced,
): Promise<Change> {
  const pending = jobs.map(({ kind, dueAt, jobId }) => ({ kind, due: parse(dueAt), jobId }));
  const isBefore = (a: { due: Moment; jobId: number }, b: typeof a) =>
    a.due < b.due || (a.due === b.due && a.jobId < b.jobId);
  const firstOf = () => pending.reduce((a, b) => (isBefore(b, a) ? b : a));
  const due = function* () {
    for (let first = firstOf(); first.due <= moment; first = firstOf()) yield first;
  };
  let next = jobId;
  for await (const first of slices(due())) {
    first.due = nextRound(first.kind, Math.max(first.due, earliest));
    first.jobId = next++;
  }
  const moved = pending.filter((job) => job.jobId >= jobId);
  return {
    put: [
      ...moved
        .filter(({ due }) => !isNever(due))
        .map(({ kind, due, jobId }) => ({
          collection: "jobs" as const,
          row: { jobId, dueAt: format(due), kind, thirdpartyId: null, subjectId: null },
        })),
      { collection: "sequences", row: { name: "jobId", next } },
    ],
    remove: jobs
      .filter((_, at) => (pending[at]?.jobId ?? 0) >= jobId)
      .map((job) => ({ collection: "jobs", key: job.jobId })),
    events: [],
  };
}
