import type { EventName } from "../../contract/events.ts";
import { audit, type Wish } from "../../src/sync/audit.ts";
import { grouped, Journal, type JournalEvent } from "../../src/sync/poll.ts";
import { type LoggedRequest, searchOf } from "../../src/sync/search.ts";
import { atOnce } from "../support/at-once.ts";

export const added: EventName = "DOCUMENT_ANSWER_ADDED";
export const denied: EventName = "DOCUMENT_ANSWER_DENIED";

/** A moment of one day, at nine o'clock where only minutes are given. */
export const at = (time: string) => {
  if (time.includes("T")) return time;
  return `2026-01-15T${/^\d\d:\d\d:/.test(time) ? time : `09:${time}`}`;
};

/** Each event is on a resource of its own, which has the number of the event. */
export const happened = (...events: [time: string, name?: EventName][]): JournalEvent[] =>
  events.map(([time, eventName = added], nth) => ({
    eventId: nth + 1,
    eventName,
    resourceId: nth + 1,
    occurredAt: time.includes(".") ? at(time) : `${at(time)}.000`,
  }));

interface Asked extends Partial<LoggedRequest> {
  names?: readonly string[];
  page?: number;
  size?: number;
  more?: string;
}
/** A search that was answered at the end of its window and sees every event, unless told otherwise. */
export function asked(
  start: string,
  end: string,
  { names = [added], page = 0, size = 20, more = "", ...rest }: Asked = {},
): LoggedRequest {
  const bounds = `eventOccurrenceStartDate=${at(start)}&eventOccurrenceEndDate=${at(end)}`;
  return {
    requestId: `${start} ${end} ${page}`,
    method: "GET",
    path: `/api/v1/account/a/documents/search?eventNames=${names}&${bounds}&page=${page}&size=${size}${more}`,
    operation: "documents.search",
    status: 200,
    caller: "worker",
    violations: [],
    fault: null,
    forced: false,
    clock: end.includes(".") ? at(end) : `${at(end)}.999`,
    lastEventId: 1000,
    ...rest,
  };
}

export function report(requests: readonly LoggedRequest[], events: readonly JournalEvent[], wish?: Wish) {
  const searches = requests.flatMap((request, nth) => searchOf(request, nth) ?? []);
  return atOnce(audit(searches, new Journal(grouped(events, ({ eventName }) => eventName)), wish));
}

/** What is found, in short; names that no search asks for are left aside. */
export const findings = (...args: Parameters<typeof report>) =>
  report(...args)
    .findings.filter(({ kind }) => kind !== "names")
    .map(({ kind, events, sentence }) => ({ kind, missed: events.content.map(({ eventId }) => eventId), sentence }));
