import type { Entry } from "./store.ts";

/** The filter of the journal, as it stands in the address. */
export interface Filter {
  /** Parts of event names, and ids, separated by commas or spaces: one name and one id have to fit. */
  names?: string;
  kind?: string;
  actor?: string;
  from?: string;
  to?: string;
  /** Only entries after this eventId. */
  after?: string;
  thirdpartyId?: string;
  dossierId?: string;
  documentId?: string;
}

/** Names in the address that narrow the journal to one resource. */
export const resources = ["thirdpartyId", "dossierId", "documentId"] as const;

/** The test of all but the range. A whole event name means itself alone, though others begin with it. */
export function passing(
  { names = "", kind, actor, after, ...of }: Filter,
  eventNames: ReadonlySet<string> = new Set(),
): (entry: Entry) => boolean {
  const words = names
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const ids = words.filter((word) => /^\d+$/.test(word)).map(Number);
  const parts = words.filter((word) => !/^\d+$/.test(word));
  return (entry) =>
    (!kind || entry.resourceType === kind) &&
    (!actor || entry.actor.type === actor) &&
    (!after || entry.eventId > Number(after)) &&
    resources.every((name) => !of[name] || entry[name] === Number(of[name])) &&
    (parts.length === 0 ||
      parts.some((part) => (eventNames.has(part) ? entry.eventName === part : entry.eventName.includes(part)))) &&
    (ids.length === 0 || ids.some((id) => idsOf(entry).includes(id)));
}
const idsOf = ({ eventId, thirdpartyId, dossierId, documentId }: Entry) => [
  eventId,
  thirdpartyId,
  dossierId,
  documentId,
];

export const within =
  ({ from = "", to = "~" }: Filter) =>
  ({ occurredAt }: Entry): boolean =>
    occurredAt >= from && occurredAt <= to;

const searches = { THIRD_PARTY: "thirdparties", DOSSIER: "dossiers", DOCUMENT: "documents" } as const;

/** The searches of the service that find the resources of these entries: one for each kind of resource. */
export function searchesOf(entries: readonly Entry[], { from, to }: Filter, accountUrl: string): string[] {
  const names = new Map<Entry["resourceType"], Set<string>>();
  for (const { resourceType, eventName } of entries)
    names.set(resourceType, (names.get(resourceType) ?? new Set()).add(eventName));
  const start = from ?? entries[0]?.occurredAt;
  const end = to ?? entries.at(-1)?.occurredAt;
  return [...names].map(
    ([kind, all]) =>
      `${accountUrl}/${searches[kind]}/search?eventNames=${[...all].sort().join(",")}` +
      `&eventOccurrenceStartDate=${start}&eventOccurrenceEndDate=${end}`,
  );
}

/** A line of a test that waits for such an event. */
export function expectation({ eventName, thirdpartyId, dossierId, documentId }: Entry): string {
  const match = documentId !== null ? { documentId } : dossierId !== null ? { dossierId } : { thirdpartyId };
  const [[name, id] = []] = Object.entries(match);
  return `await world.waitFor("${eventName}", { ${name}: ${id} });`;
}
