import fc from "fast-check";
import { expect, it } from "vitest";
import type { EventName } from "../../contract/events.ts";
import type { JournalEvent } from "../../src/sync/poll.ts";
import { added, asked, at, denied, report } from "./requests.ts";

type Happens = Omit<JournalEvent, "occurredAt"> & { second: number };

const seconds = Array.from({ length: 12 }, (_, second) => second);
const aSecond = fc.constantFrom(...seconds);
/** One request of a client that lives for twelve seconds: what it asks for, at which second, and what it can see. */
const anyAsks = fc
  .record({
    names: fc.constantFrom<EventName[]>([added], [denied], [added, denied]),
    bounds: fc.tuple(aSecond, aSecond),
    page: fc.constantFrom(0, 0, 1),
    size: fc.constantFrom(1, 2, 20),
    clock: fc.option(aSecond),
    sees: fc.nat(8),
    isRead: fc.boolean(),
  })
  .map(({ bounds, ...rest }) => ({ ...rest, from: Math.min(...bounds), to: Math.max(...bounds) }));
type Asks = typeof anyAsks extends fc.Arbitrary<infer One> ? One : never;
/** Repetitions, further pages and other names of the same window. */
const anyClient = fc.array(fc.tuple(anyAsks, fc.option(fc.nat(3))), { minLength: 1, maxLength: 6 }).map((all) =>
  all.map(([asks, again]) => {
    const earlier = again === null ? undefined : all[again]?.[0];
    return earlier ? { ...asks, from: earlier.from, to: earlier.to, size: earlier.size, names: earlier.names } : asks;
  }),
);
const anyEvents: fc.Arbitrary<Happens[]> = fc
  .array(fc.tuple(fc.constantFrom(added, denied), fc.constantFrom(2, 9, 10, 11), aSecond), { maxLength: 8 })
  .map((all) =>
    all.map(([eventName, resourceId, second], nth) => ({ eventId: nth + 1, eventName, resourceId, second })),
  );

const covers = ({ from, to }: Asks, second: number) => from <= second && second <= to;
const isSameWindow = (a: Asks, b: Asks) =>
  a.from === b.from && a.to === b.to && a.size === b.size && `${a.names}` === `${b.names}`;

/** Whether the answer of one request holds the resource of the event. */
function shows(asks: Asks, event: Happens, events: readonly Happens[]): boolean {
  const isSeen = ({ eventName, eventId, second }: Happens) =>
    asks.isRead && asks.names.includes(eventName) && covers(asks, second) && eventId <= asks.sees;
  const resources = [2, 9, 10, 11].filter((id) => events.some((each) => isSeen(each) && each.resourceId === id));
  const place = resources.indexOf(event.resourceId) - asks.page * asks.size;
  return isSeen(event) && place >= 0 && place < asks.size;
}

/** What became of the events of one name, event by event. */
function expectedOf(name: EventName, client: readonly Asks[], events: readonly Happens[]) {
  const own = client.filter(({ names }) => names.includes(name));
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return { due: [], missed: [], waiting: [], inNoWindow: [] };
  const isOpen = (asks: Asks) => !last.isRead && isSameWindow(asks, last);
  const newest = Math.max(0, ...own.filter((asks) => asks.isRead || !isOpen(asks)).map(({ sees }) => sees));
  const clock = own.find((asks) => asks.clock !== null)?.clock ?? Number.POSITIVE_INFINITY;
  const [begun, ended] = [Math.min(clock, ...own.map(({ from }) => from)), Math.max(...own.map(({ to }) => to))];
  const due = events.filter(
    ({ eventName, eventId, second }) => eventName === name && begun <= second && second <= ended && eventId <= newest,
  );
  const unseen = due.filter((event) => !client.some((asks) => shows(asks, event, events)));
  const lastAround = ({ second }: Happens) => own.findLast((asks) => covers(asks, second));
  const waiting = unseen.filter((event) => isOpen(lastAround(event) ?? first) && lastAround(event));
  const inNoWindow = unseen.filter((event) => !lastAround(event));
  return { due, missed: unseen.filter((event) => !waiting.includes(event)), waiting, inNoWindow };
}

/** The remarks on the windows of one name, second by second. */
function remarksOn(name: EventName, client: readonly Asks[]) {
  const own = client.filter(({ names }) => names.includes(name));
  const isAnswered = (asks: Asks) => own.some((other) => other.isRead && isSameWindow(other, asks));
  const isGap = (second: number) =>
    !own.some((asks) => covers(asks, second)) &&
    own.some(({ to }) => to < second) &&
    own.some(({ from }) => from > second);
  const isShared = (second: number) => {
    const around = own.filter((asks) => asks.isRead && covers(asks, second));
    return around.some((asks) => around.some((other) => !isSameWindow(asks, other)));
  };
  const isLeftBehind = (asks: Asks) => {
    const later = own.slice(own.findLastIndex((other) => isSameWindow(other, asks)) + 1);
    const latest = later.at(-1);
    const counts = (other: Asks) => isAnswered(other) || (latest !== undefined && isSameWindow(other, latest));
    const isOpen = (second: number) => !later.some((other) => counts(other) && covers(other, second));
    return !isAnswered(asks) && later.length > 0 && seconds.some((second) => covers(asks, second) && isOpen(second));
  };
  return {
    gap: seconds.some(isGap),
    overlap: seconds.some(isShared),
    leftBehind: own.filter(isLeftBehind).map((asks) => client.indexOf(asks)),
  };
}

const clockText = (second: number) => at(`00:${String(second).padStart(2, "0")}`);
const requestsOf = (client: readonly Asks[]) =>
  client.map(({ from, to, clock, sees, isRead, ...rest }, nth) => {
    const answer = { lastEventId: sees, status: isRead ? 200 : 503, requestId: String(nth) };
    const asking = { ...rest, clock: clock === null ? null : `${clockText(clock)}.000` };
    return asked(clockText(from), clockText(to), { ...asking, ...answer });
  });
const journalOf = (events: readonly Happens[]) =>
  events
    .toSorted((a, b) => a.second - b.second)
    .map(({ second, ...event }) => ({ ...event, occurredAt: `${clockText(second)}.000` }));
const ids = (events: readonly Pick<Happens, "eventId">[]) => events.map(({ eventId }) => eventId).sort();

it("what is due, missed, left aside and remarked is what a look at each second and each answer finds", () => {
  fc.assert(
    fc.property(anyClient, anyEvents, (client, events) => {
      const { callers, findings, unknowns } = report(requestsOf(client), journalOf(events));
      const found = findings.filter(({ kind }) => kind !== "names");
      const remarks = report(requestsOf(client), []).findings;
      const failed = remarks.filter(({ kind }) => kind === "failed").flatMap(({ requests }) => requests.content);
      const [a, b] = [expectedOf(added, client, events), expectedOf(denied, client, events)];
      const [ofA, ofB] = [remarksOn(added, client), remarksOn(denied, client)];
      expect({
        due: callers[0]?.due,
        missed: ids(found.flatMap((finding) => finding.events.content)),
        count: callers[0]?.missed,
        inNoWindow: ids(found.flatMap(({ kind, events }) => (kind === "gap" ? events.content : []))),
        waiting: Number(/(\d+) events? of its window/.exec(unknowns[0] ?? "")?.[1] ?? 0),
        gap: remarks.some(({ kind }) => kind === "gap"),
        overlap: remarks.some(({ kind }) => kind === "overlap"),
        leftBehind: failed.map(({ requestId }) => Number(requestId)).sort(),
      }).toEqual({
        due: a.due.length + b.due.length,
        missed: ids([...a.missed, ...b.missed]),
        count: a.missed.length + b.missed.length,
        inNoWindow: ids([...a.inNoWindow, ...b.inNoWindow]),
        waiting: a.waiting.length + b.waiting.length,
        gap: ofA.gap || ofB.gap,
        overlap: ofA.overlap || ofB.overlap,
        leftBehind: [...new Set([...ofA.leftBehind, ...ofB.leftBehind])].sort(),
      });
    }),
    { numRuns: 250 },
  );
});
