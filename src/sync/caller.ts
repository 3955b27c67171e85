import type { EventName } from "../../contract/events.ts";
import { format, parse } from "../domain/time.ts";
import type { Steps } from "../store/time-slice.ts";
import { type Case, failureCase, gapCase, lateCase, overlapCase, pagesCase, refusedCase } from "./mistakes.ts";
import {
  blamer,
  isAround,
  isRead,
  isRefused,
  type Journal,
  type JournalEvent,
  lastOf,
  type Poll,
  pollsOf,
  shownBy,
} from "./poll.ts";
import type { Search } from "./search.ts";

interface Period {
  from: string;
  to: string;
}

/** What one caller asked for, and what it was not shown. */
export interface JudgedCaller {
  caller: string;
  searches: readonly Search[];
  polls: readonly Poll[];
  /** The time of which it asked, whatever the names. */
  asked: Period;
  /** The time of which it asked for the names that are judged; null where it asked for none of them. */
  period: Period | null;
  due: number;
  missed: ReadonlySet<number>;
  /** Missed events whose window was answered with an error as the last request. */
  waiting: number;
  cases: readonly Case[];
}

/** The polls of one event name. The last of them shows how far the caller has come. */
interface NamePolls extends Period {
  name: EventName;
  /** In the order of their starts. */
  polls: readonly [Poll, ...Poll[]];
  /** The newest event that the caller could have been shown, had all gone well. */
  newest: number;
  /** The window whose failure is the last thing that the caller did: it may still be asked for again. */
  open: Poll | undefined;
}

const searchesOf = (polls: readonly Poll[]) => polls.flatMap(({ searches }) => searches).sort((a, b) => a.nth - b.nth);

/** From the first start to the last end. A window that had not begun does not tell when its caller began. */
function spanOf(polls: readonly Poll[]): Period {
  const begun = searchesOf(polls).find(({ clock }) => clock !== "")?.clock ?? "9999";
  return spanning([{ from: begun, to: "" }, ...polls]);
}

export const spanning = (periods: readonly Period[]): Period => ({
  from: periods.map(({ from }) => from).sort()[0] ?? "9999",
  to:
    periods
      .map(({ to }) => to)
      .sort()
      .at(-1) ?? "",
});

const inOrder = (polls: readonly Poll[]) => polls.toSorted((a, b) => (a.from < b.from ? -1 : 1));

/** At least one of the polls must be of the name. */
function pollsOfName(name: EventName, all: readonly Poll[]): NamePolls {
  const polls = inOrder(all.filter(({ names }) => names.includes(name))) as [Poll, ...Poll[]];
  const searches = searchesOf(polls);
  const last = searches.at(-1) as Search;
  const open = isRead(last) ? undefined : polls.find((poll) => poll.searches.includes(last));
  const past = searches.filter((search) => isRead(search) || !open?.searches.includes(search));
  const newest = past.reduce((most, { lastEventId }) => Math.max(most, lastEventId), 0);
  return { name, polls, ...spanOf(polls), newest, open };
}

/** The places between the polls of a name that no window covers. */
function* gapsIn({ polls }: NamePolls): Generator<{ before: Poll; after: Poll }> {
  let [before] = polls;
  for (const after of polls) {
    // The next millisecond after an end is a start without a gap.
    if (parse(after.from) - parse(before.to) > 1) yield { before, after };
    if (after.to > before.to) before = after;
  }
}

function* overlapsIn({ polls }: NamePolls): Generator<Case> {
  let before: Poll | undefined;
  for (const poll of polls.filter(isAnswered)) {
    if (before && poll.from <= before.to) yield overlapCase(before, poll);
    if (!before || poll.to > before.to) before = poll;
  }
}

/** The cases of one caller, each made once. */
class Cases {
  readonly #cases = new Map<string, Case>();
  add(key: string, make: () => Case, event?: JournalEvent): void {
    const known = this.#cases.get(key) ?? make();
    this.#cases.set(key, known);
    if (event) known.events.push(event);
  }
  all(): Case[] {
    return [...this.#cases.values()];
  }
}

/** Judges what one caller was shown of the events with these names, from a moment on. */
export function* judgeCaller(
  caller: string,
  searches: readonly Search[],
  journal: Journal,
  { names, from = "" }: { names?: readonly EventName[] | undefined; from?: string | undefined },
): Steps<JudgedCaller> {
  const polls = pollsOf(searches);
  const shown = new Set<number>();
  for (const poll of polls) for (const eventId of yield* shownBy(poll, journal)) shown.add(eventId);
  const judgedNames = [...new Set(polls.flatMap((poll) => poll.names))].filter((name) => names?.includes(name) ?? true);
  const cases = new Cases();
  const blames = new Map<Poll, ReturnType<typeof blamer>>();
  const missed = new Set<number>();
  let [due, waiting] = [0, 0];
  const byName = judgedNames.map((name) => pollsOfName(name, polls));
  for (const ofName of byName) {
    yield;
    for (const { before, after } of gapsIn(ofName))
      if (after.from > from) cases.add(`gap ${before.to} ${after.from}`, () => gapCase(before, after, ofName.from));
    const judged = journal.between([ofName.name], notBefore(from, ofName.from), ofName.to);
    for (const event of judged) {
      if (event.eventId > ofName.newest) continue;
      due += 1;
      if (shown.has(event.eventId)) continue;
      yield;
      if (charge(event, ofName, { cases, blames, journal })) missed.add(event.eventId);
      else waiting += 1;
    }
  }
  for (const found of byName.flatMap((ofName) => [...overlapsIn(ofName)]))
    cases.add(`overlap ${found.searches.map(({ nth }) => nth)}`, () => found);
  for (const poll of polls) {
    yield;
    unrepeated(poll, polls, from, cases);
  }
  for (const search of searches) if (!search.window) cases.add(`refused ${search.nth}`, () => refusedCase(search));
  const asked = since(from, spanOf(polls));
  const period = byName.length === 0 ? null : since(from, spanning(byName));
  return { caller, searches, polls, asked, period, due, missed, waiting, cases: cases.all() };
}

const since = (earliest: string, { from, to }: Period): Period => ({ from: notBefore(earliest, from), to });

const notBefore = (earliest: string, moment: string) => (moment < earliest ? earliest : moment);

/** Adds a missed event to the case that it belongs to; false where its window may still be asked for again. */
function charge(
  event: JournalEvent,
  { polls, open, from: begun }: NamePolls,
  { cases, blames, journal }: { cases: Cases; blames: Map<Poll, ReturnType<typeof blamer>>; journal: Journal },
): boolean {
  const poll = latestOf(polls.filter((each) => isAround(each, event)));
  if (!poll) {
    const after = polls.find(({ from }) => from > event.occurredAt) as Poll;
    const before = spanning(polls.filter(({ to }) => to < event.occurredAt));
    // A gap between two polls is known already; this one is before the first.
    cases.add(`gap ${before.to} ${after.from}`, () => gapCase(undefined, after, begun), event);
    return true;
  }
  if (poll === open) return false;
  const known = blames.get(poll) ?? blamer(poll, journal);
  blames.set(poll, known);
  const { kind, searches, pages } = known(event);
  const make = {
    failed: () => failureCase(poll, searches),
    pages: () => pagesCase(poll, searches, pages),
    late: () => lateCase(poll, searches),
  }[kind];
  cases.add(`${kind} ${poll.searches[0].nth}`, make, event);
  return true;
}

const isAnswered = ({ searches }: Poll) => searches.some(isRead);
const latestOf = (polls: readonly Poll[]): Poll | undefined =>
  polls.toSorted((a, b) => lastOf(a).nth - lastOf(b).nth).at(-1);

/** Remarks a window that failed and that no later ones cover, although nothing happened in it. */
function unrepeated(poll: Poll, polls: readonly Poll[], from: string, cases: Cases): void {
  if (poll.to < from || isAnswered(poll)) return;
  const later = polls.filter((other) => other.type === poll.type && lastOf(other).nth > lastOf(poll).nth);
  const ofNames = poll.names.map((name) => later.filter(({ names }) => names.includes(name)));
  // To repeat a request that was refused for what it says does not help, and the name of its events may be wrong.
  const isLeft = isRefused(poll.searches[0])
    ? (others: readonly Poll[]) => !isCovered(poll, others.filter(isAnswered))
    : (others: readonly Poll[]) => others.length > 0 && !isCovered(poll, others);
  if ((ofNames.length > 0 ? ofNames : [later]).some(isLeft))
    cases.add(`failed ${poll.searches[0].nth}`, () => failureCase(poll, poll.searches));
}

/** Whether others together contain a window: those that were read, and the last one, which may still be repeated. */
function isCovered({ from, to }: Poll, others: readonly Poll[]): boolean {
  const last = latestOf(others);
  let missing = from;
  for (const other of inOrder(others))
    if ((other === last || isAnswered(other)) && other.from <= missing && other.to >= missing)
      missing = format(parse(other.to) + 1);
  return missing > to;
}
