import type { components } from "./control-schema.ts";
import type { Place } from "./problem.ts";
import { messages } from "./stream.ts";

type JournalEvent = components["schemas"]["JournalEvent"];

/** What an awaited event is about; fields that are left out may have any value. */
export type EventMatch = Partial<
  Pick<JournalEvent, "thirdpartyId" | "dossierId" | "documentId" | "resourceType" | "resourceId">
>;
export interface WaitOptions {
  /** Milliseconds from when the stream is open; 5,000 when left out. */
  timeout?: number;
  /** Also events after this eventId that have happened already; from the call on when left out. */
  since?: number;
}

interface Waiting {
  place: Place & { account: string };
  name: JournalEvent["eventName"];
  match: EventMatch;
  timeout: number;
  since: number;
  /** Called when no event can be overlooked any more. */
  subscribed(): void;
  /** The events of the audit journal after an id. */
  journal(after: number): Promise<JournalEvent[]>;
  /** A sentence on the account's clock. */
  clock(): Promise<string>;
}

/** Resolves to the first event that matches; rejects with what came instead when none does in time. */
export async function waitForEvent({ place, name, match, timeout, since, subscribed, journal, clock }: Waiting) {
  const seen: JournalEvent[] = [];
  const matches = (event: JournalEvent) =>
    event.eventName === name &&
    Object.entries(match).every(([field, value]) => value === undefined || event[field as keyof EventMatch] === value);
  const done = new AbortController();
  let late: NodeJS.Timeout | undefined;
  const limited = () => (late ??= setTimeout(() => done.abort(), timeout));
  const events = newEvents({ place, since, subscribed, journal, limited }, done.signal);
  try {
    for await (const event of events) {
      if (matches(event)) return event;
      seen.push(event);
    }
    throw new Error(`The stream of ${place.url} ended before ${name} came: the sandbox has stopped.`);
  } catch (error) {
    if (!done.signal.aborted) throw error;
    const fields = Object.entries(match).map(([field, value]) => `${field} ${value}`);
    const wanted = [name, ...fields].join(", ");
    throw new Error(`No ${wanted} came within ${timeout} ms. ${cameInstead(seen)} ${await clock()}`);
  } finally {
    clearTimeout(late);
    done.abort();
  }
}

/**
 * The stream is open before the journal is read, so that no event falls between the two. One that comes by both has the
 * same content twice; its id says nothing, because a world that is reset counts from the beginning.
 */
async function* newEvents(
  {
    place,
    since,
    subscribed,
    journal,
    limited,
  }: Pick<Waiting, "place" | "since" | "subscribed" | "journal"> & { limited: () => void },
  signal: AbortSignal,
): AsyncGenerator<JournalEvent> {
  const known = new Set<string>();
  let last = since;
  for await (const message of messages({ ...place, kind: "event" }, signal)) {
    subscribed();
    // What the stream has left out is in the journal.
    const isWhole = message !== "following" && message.event === "event";
    const events = isWhole ? [message.data as unknown as JournalEvent] : await journal(last);
    for (const event of events) {
      const { eventId, eventName, occurredAt, resourceType, resourceId } = event;
      const content = [eventId, eventName, occurredAt, resourceType, resourceId].join();
      if (known.has(content)) continue;
      known.add(content);
      last = eventId;
      yield event;
    }
    limited();
  }
}

function cameInstead(seen: readonly JournalEvent[]): string {
  if (seen.length === 0) return "Nothing happened in that time.";
  const counts = new Map<string, number>();
  for (const { eventName, resourceType, resourceId } of seen) {
    const text = `${eventName} of ${resourceType} ${resourceId}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const texts = [...counts].map(([text, count]) => (count > 1 ? `${text} (${count} times)` : text));
  const more = texts.length > mostNamed ? `, and ${texts.length - mostNamed} more` : "";
  return `Meanwhile came ${texts.slice(0, mostNamed).join(", ")}${more}.`;
}
const mostNamed = 10;
