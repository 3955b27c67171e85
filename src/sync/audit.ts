/**
 * sync: whether clients that poll for events have seen them all. It groups their searches into windows by caller, and
 * compares them with the audit journal: each missed event, and each time that no window covers, is charged to one
 * mistake, with a sentence that says how to mend it. It is pure: the caller passes the searches, oldest first, and the
 * journal.
 */

import { type SyncFinding, type SyncReport, someOf } from "../../contract/control-sync.ts";
import { EventName } from "../../contract/events.ts";
import { format, parse } from "../domain/time.ts";
import type { Steps } from "../store/time-slice.ts";
import { type JudgedCaller, judgeCaller, spanning } from "./caller.ts";
import { type Case, counted, endText, startText } from "./mistakes.ts";
import { grouped, isRead, type Journal, type JournalEvent } from "./poll.ts";
import type { Search } from "./search.ts";

export interface Wish {
  /** The event names that the client has to follow; those that it asked for when left out. */
  names?: readonly EventName[] | undefined;
  /** With milliseconds. */
  from?: string | undefined;
}

type Judged = Pick<SyncReport, "callers" | "findings" | "unknowns">;

/** Compares the searches of each caller, oldest first, with the audit journal. */
export function* audit(searches: readonly Search[], journal: Journal, wish: Wish = {}): Steps<Judged> {
  const judged: JudgedCaller[] = [];
  for (const [caller, own] of grouped(searches, (search) => search.caller))
    judged.push(yield* judgeCaller(caller, own, journal, wish));
  const findings = judged.flatMap(({ caller, cases }) => findingsOf(caller, cases));
  const order = ({ missed, fails }: SyncFinding) => (missed > 0 ? 0 : fails ? 1 : 2);
  return {
    callers: judged.map(figures),
    findings: [...findings, ...namesNeverAsked(judged, journal, wish)].sort((a, b) => order(a) - order(b)),
    unknowns: judged.flatMap((caller) => [...unknownOf(caller, journal)]),
  };
}

const figures = ({ caller, searches, polls, period, due, missed }: JudgedCaller): SyncReport["callers"][number] => ({
  caller,
  searches: searches.length,
  answered: searches.filter(isRead).length,
  polls: polls.length,
  from: period?.from ?? null,
  to: period?.to ?? null,
  due,
  missed: missed.size,
});

const shownEvent = ({ eventId, eventName, resourceId, occurredAt }: JournalEvent) => ({
  eventId,
  eventName,
  resourceId,
  occurredAt,
});
const shownRequest = ({ requestId, window, page, status }: Search) => ({
  requestId,
  from: window?.from ?? null,
  to: window?.to ?? null,
  page,
  status,
});

/** One finding for each kind of mistake, in the words of the place where it cost most. */
function findingsOf(caller: string, cases: readonly Case[]): SyncFinding[] {
  return Array.from(grouped(cases, ({ kind, mistake }) => `${kind} ${mistake}`).values(), (places) => {
    const [worst] = places.toSorted((a, b) => b.events.length - a.events.length) as [Case];
    const more = places.length === 1 ? "" : ` There are ${places.length} such places.`;
    const events = places.flatMap((place) => place.events).sort((a, b) => a.eventId - b.eventId);
    const requests = new Set(places.flatMap((place) => place.searches));
    return {
      kind: worst.kind,
      caller,
      missed: events.length,
      fails: events.length > 0 || worst.isUnread,
      sentence: worst.sentence(worst.events) + more,
      events: someOf(events, shownEvent),
      requests: someOf([...requests], shownRequest),
    };
  });
}

/** Names that no caller asked for: a remark, unless the client has to follow them. */
function namesNeverAsked(judged: readonly JudgedCaller[], journal: Journal, { names }: Wish): SyncFinding[] {
  const { from, to } = spanning(judged.map(({ asked }) => asked));
  const asked = new Set(judged.flatMap(({ polls }) => polls.flatMap((poll) => poll.names)));
  const never = (names ?? EventName.options)
    .filter((name) => !asked.has(name))
    .map((name) => ({ name, events: journal.between([name], from, to) }))
    .filter(({ events }) => events.length > 0);
  if (never.length === 0) return [];
  const { content, more } = someOf(never, ({ name, events }) => `${name} (${events.length})`);
  const list = `${content.join(", ")}${more > 0 ? ` and ${more} other types` : ""}`;
  const events = never.flatMap((each) => each.events).sort((a, b) => a.eventId - b.eventId);
  const mend = names
    ? "add them to eventNames, or take them out of the names to follow"
    : "add those that the client should follow to eventNames";
  return [
    {
      kind: "names",
      caller: null,
      missed: names ? events.length : 0,
      fails: names !== undefined,
      sentence: `Events happened that no search asked for, ${list}: ${mend}.`,
      events: someOf(events, shownEvent),
      requests: someOf([], shownRequest),
    },
  ];
}

function* unknownOf({ caller, searches, polls, period, waiting }: JudgedCaller, journal: Journal): Generator<string> {
  if (waiting > 0)
    yield `The last search of ${caller} failed and may still be repeated: ${counted(waiting, "event")} of its window ` +
      `${waiting === 1 ? "is" : "are"} left aside.`;
  const filtered = searches.filter(({ filters }) => filters !== "").length;
  if (filtered > 0)
    yield `${counted(filtered, "search", "searches")} of ${caller} had other filters too: every resource of their ` +
      "windows counts as shown.";
  if (!period) return;
  const asked = [...new Set(polls.flatMap(({ names }) => names))];
  const before = journal.between(asked, "", format(parse(period.from) - 1));
  const after = journal.between(asked, format(parse(period.to) + 1), "9999~");
  const outside = [
    before.length > 0 ? `${counted(before.length, "event")} before its first window (${startText(period.from)})` : "",
    after.length > 0 ? `${counted(after.length, "event")} after its newest one (${endText(period.to)})` : "",
  ].filter((text) => text !== "");
  if (outside.length > 0) yield `What ${caller} did not ask for yet is not judged: ${outside.join(" and ")}.`;
}
