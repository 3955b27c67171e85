import type { EventName, ResourceType } from "../../contract/events.ts";
import type { EventRow } from "../domain/rows.ts";
import type { Steps } from "../store/time-slice.ts";
import type { Search, Window } from "./search.ts";

/** What the audit needs to know of an event of the audit journal. */
export type JournalEvent = Pick<EventRow, "eventId" | "eventName" | "resourceId" | "occurredAt">;

/** The requests that read one window: its pages, and repetitions of them. */
export interface Poll {
  type: ResourceType;
  names: readonly EventName[];
  from: string;
  to: string;
  size: number;
  filters: string;
  searches: [Search, ...Search[]];
}

/** Items by a key, each group and its items in the order of the list. */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The polls of one caller in the order of their first requests; searches without a window are in none. */
export function pollsOf(searches: readonly Search[]): Poll[] {
  const whole = searches.filter(({ window }) => window);
  const key = ({ type, window, names, size, filters }: Search) => JSON.stringify([type, window, names, size, filters]);
  return Array.from(grouped(whole, key).values(), (group) => {
    const [{ type, names, size, filters, window }] = group;
    return { type, names, size, filters, ...(window as Window), searches: group };
  });
}

export const lastOf = ({ searches }: Poll) => searches.at(-1) as Search;
export const isRead = ({ failure }: Search) => failure === null;
/** Whether the request itself is wrong. */
export const isRefused = ({ violation }: Search) => violation !== undefined;
export const isAround = ({ from, to }: Poll, { occurredAt }: JournalEvent) => from <= occurredAt && occurredAt <= to;

/** The events of each name, in the order of time. */
export class Journal {
  readonly names: ReadonlyMap<EventName, readonly JournalEvent[]>;

  constructor(names: ReadonlyMap<EventName, readonly JournalEvent[]>) {
    this.names = names;
  }

  /** A loop, because flatMap takes ten times as long on large journals. */
  between(names: readonly EventName[], from: string, to: string): JournalEvent[] {
    const found: JournalEvent[] = [];
    for (const name of names) {
      const events = this.names.get(name) ?? [];
      const end = first(events, ({ occurredAt }) => occurredAt > to);
      for (let at = first(events, ({ occurredAt }) => occurredAt >= from); at < end; at++)
        found.push(events[at] as JournalEvent);
    }
    return found;
  }
}

/** The place of the first event for which `past` holds; it holds for all later ones too. */
function first(events: readonly JournalEvent[], past: (event: JournalEvent) => boolean): number {
  let low = 0;
  for (let high = events.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (past(events[middle] as JournalEvent)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The resources that a search finds, in its order, when it sees the events up to one. */
function resourcesAt(events: readonly JournalEvent[], lastEventId: number): number[] {
  const ids = new Set<number>();
  for (const { eventId, resourceId } of events) if (eventId <= lastEventId) ids.add(resourceId);
  return Array.from(Float64Array.from(ids).sort());
}

/** The events that the answers of a poll showed. With other filters, every resource counts as shown. */
export function* shownBy(poll: Poll, journal: Journal): Steps<Set<number>> {
  const shown = new Set<number>();
  const events = journal.between(poll.names, poll.from, poll.to);
  for (const [lastEventId, searches] of grouped(poll.searches.filter(isRead), (search) => search.lastEventId)) {
    yield;
    const found = resourcesAt(events, lastEventId);
    yield;
    const pages = searches.map(({ page, size }) => found.slice(page * size, (page + 1) * size));
    const resources = new Set(poll.filters === "" ? pages.flat() : found);
    for (const { eventId, resourceId } of events)
      if (eventId <= lastEventId && resources.has(resourceId)) shown.add(eventId);
  }
  return shown;
}

interface Blame {
  kind: "failed" | "late" | "pages";
  searches: readonly Search[];
  /** Of the window, when it was last read. */
  pages: number;
}

/** Says why a poll did not show an event of its window, and which requests are to blame. */
export function blamer(poll: Poll, journal: Journal): (event: JournalEvent) => Blame {
  const { searches, size } = poll;
  const read = searches.filter(isRead);
  if (read.length === 0) return () => ({ kind: "failed", searches, pages: 0 });
  const lastEventId = Math.max(...read.map((search) => search.lastEventId));
  const found = resourcesAt(journal.between(poll.names, poll.from, poll.to), lastEventId);
  const places = new Map(found.map((id, place) => [id, place]));
  const pages = Math.ceil(found.length / size);
  return ({ eventId, resourceId }) => {
    const page = Math.floor((places.get(resourceId) ?? 0) / size);
    const asked = searches.filter((search) => search.page === page);
    if (eventId > lastEventId || asked.some(isRead)) return { kind: "late", searches: read, pages };
    return asked.length > 0 ? { kind: "failed", searches: asked, pages } : { kind: "pages", searches: read, pages };
  };
}
