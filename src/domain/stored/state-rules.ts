import type { State } from "../change.ts";
import { type CollectionName, collectionNames, collections, type Key, type Row } from "../collections.ts";
import type { Configuration } from "../configuration.ts";
import { jobRules } from "../jobs.ts";
import type { EvidenceRow } from "../response/evidence.ts";
import { type Sequence, sequenceStarts } from "../sequences.ts";
import { day, format, hour, type Moment } from "../time.ts";
import { type Check, type Flaw, flaw, flawsOf } from "./row-rules.ts";

/** A flaw with its place in the world: the nth row of a collection, or the collection where it is below 0. */
export interface StateFlaw extends Flaw {
  collection: CollectionName;
  nth: number;
}
type Fields = Record<string, unknown>;
type Lookup = <C extends CollectionName>(collection: C, key: unknown) => Row<C> | undefined;

/** The fields that hold keys of another collection. */
const references = {
  thirdpartyId: "thirdparties",
  targetResourceId: "thirdparties",
  dossierId: "dossiers",
  documentId: "documents",
  responseId: "responses",
} as const;
/** The lists whose items have such a field, in rows that do not have it themselves. */
const listsOfReferences: Record<string, string> = { documentId: "documents", responseId: "evidences" };

function referencesIn(row: Fields, field: string): (readonly [pointer: string, key: unknown])[] {
  const list = listsOfReferences[field] ?? "";
  const items = row[list] as Fields[] | undefined;
  if (items) return items.map((item, at) => [`/${list}/${at}/${field}`, item[field]]);
  return row[field] === undefined ? [] : [[`/${field}`, row[field]]];
}

/** What a row refers to is there, and belongs to the same third party. */
function* strayReferences(row: Fields, find: Lookup): Generator<Flaw> {
  for (const [field, target] of Object.entries(references))
    for (const [pointer, key] of referencesIn(row, field)) {
      if (key === undefined || key === null) continue;
      const found = find(target, key);
      if (!found) yield { pointer, reason: `${key} is not among the ${target}`, expected: `a key of /state/${target}` };
      else if (row.thirdpartyId !== undefined && row.thirdpartyId !== found.thirdpartyId)
        yield {
          pointer,
          reason: `${key} belongs to third party ${found.thirdpartyId}, and the row to ${row.thirdpartyId}`,
        };
    }
}

const resources = { THIRD_PARTY: "thirdparties", DOSSIER: "dossiers", DOCUMENT: "documents" } as const;
const subjects = {
  thirdparty: "thirdparties",
  dossier: "dossiers",
  document: "documents",
  response: "responses",
  contact: "contacts",
} as const;

/** What only a look at other rows can tell, beside the references by name. */
const relations: { [C in CollectionName]?: (row: Row<C>, find: Lookup) => Flaw | undefined } = {
  comments({ resourceType, resourceId, thirdpartyId }, find) {
    const found = find(resources[resourceType], resourceId);
    return found?.thirdpartyId === thirdpartyId
      ? undefined
      : flaw("/resourceId", `is no ${resourceType} of the third party`);
  },
  jobs({ kind, thirdpartyId, subjectId }, find) {
    const of = jobRules[kind]?.of;
    if (of === undefined || find(subjects[of], subjectId)?.thirdpartyId === thirdpartyId) return undefined;
    return flaw("/subjectId", `is no ${of} of the third party`);
  },
  documents({ evidences }, find) {
    const isLost = (evidence: EvidenceRow) =>
      "fileUUID" in evidence && evidence.internal.upload !== null && !find("files", evidence.fileUUID);
    const at = evidences.findIndex(isLost);
    return at < 0
      ? undefined
      : flaw(`/evidences/${at}/fileUUID`, "is not among the files, and the evidence is an upload");
  },
};
/** Moments of one row that follow each other. */
const orders: { [C in CollectionName]?: (row: Row<C>) => Flaw | undefined } = {
  documents({ requestDate, evidences }) {
    const at = evidences.findIndex(({ uploadDate }) => uploadDate < requestDate);
    return at < 0 ? undefined : flaw(`/evidences/${at}/uploadDate`, `must not be before requestDate (${requestDate})`);
  },
  responses({ submittedAt, decision }) {
    if (!decision || decision.decisionDate >= submittedAt) return undefined;
    return flaw("/decision/decisionDate", `must not be before submittedAt (${submittedAt})`);
  },
};

/** The fields that tell of the past, so that none is after the clock. A star stands for each item of a list. */
const past: Partial<Record<CollectionName, readonly string[]>> = {
  thirdparties: [
    ...["creationDate", "lastUpdateDate", "archivedDate", "dateCreation", "lastBalanceSheetDate"],
    ...["executives/*/since", "collectiveProcedure/openingDate", "internal/struckOffOn"],
  ],
  attributes: ["lastUpdateDate"],
  indicators: ["resultLastUpdateDate"],
  dossiers: ["startingDate", "stateLastChangeDate", "stoppingDate"],
  documents: ["requestDate", "stoppingDate", "evidences/*/uploadDate", "evidences/*/internal/issueDate"],
  responses: ["submittedAt", "decision/decisionDate", "notice/sentAt"],
  comments: ["createdAt", "updatedAt", "deletedAt"],
  contacts: ["invitedAt", "remindedAt", "deletedAt"],
  announcements: ["publishedOn"],
  reports: ["generatedAt", "receivedAt", "refreshedAt"],
  events: ["occurredAt"],
};
const pastPaths = Object.fromEntries(
  Object.entries(past).map(([name, paths]) => [name, paths.map((path) => path.split("/"))]),
) as Partial<Record<CollectionName, string[][]>>;

function* valuesAt(value: unknown, [name, ...rest]: readonly string[], pointer = ""): Generator<[string, unknown]> {
  if (name === undefined) yield [pointer, value];
  else if (name === "*")
    for (const [at, item] of (value as unknown[]).entries()) yield* valuesAt(item, rest, `${pointer}/${at}`);
  else if (value !== null && value !== undefined) yield* valuesAt((value as Fields)[name], rest, `${pointer}/${name}`);
}
function* future(collection: CollectionName, row: unknown, now: string): Generator<Flaw> {
  for (const path of pastPaths[collection] ?? [])
    for (const [pointer, moment] of valuesAt(row, path))
      if (typeof moment === "string" && moment > now)
        yield flaw(pointer, `must not be after the clock of the world (${now})`);
}

/** The sequence of a collection's keys; its next value must be unused, or the next row would overwrite one. */
const sequenceOf: Partial<Record<CollectionName, Sequence>> = {
  thirdparties: "thirdpartyId",
  dossiers: "dossierId",
  documents: "documentId",
  responses: "responseId",
  indicators: "indicatorId",
  comments: "commentId",
  contacts: "contactId",
  announcements: "announcementId",
  reports: "reportId",
  jobs: "jobId",
  events: "eventId",
};
/** Leaves room for a million more rows: an id of ten digits could be stored, and not read again. */
const mostUsed = 999_000_000;

function* usedNumbers(state: State): Generator<StateFlaw> {
  const { sequences } = state;
  for (const [nth, { next, name }] of sequences.entries())
    if (next > mostUsed)
      yield {
        ...{ collection: "sequences", nth, pointer: "/next", expected: `at most ${mostUsed}` },
        reason: `${name} must be at most ${mostUsed}`,
      };
  for (const [name, sequence] of Object.entries(sequenceOf) as [CollectionName, Sequence][]) {
    const nth = sequences.findIndex((row) => row.name === sequence);
    const next = sequences[nth]?.next ?? sequenceStarts[sequence];
    const highest = state[name].reduce((most, row) => Math.max(most, collections[name].key(row as never) as number), 0);
    const reason = `${sequence} must be past ${highest}, which is taken`;
    if (highest >= next)
      yield {
        ...{ collection: "sequences", nth, pointer: nth < 0 ? "" : "/next", reason },
        expected: `more than ${highest}`,
      };
  }
}

/** Everything that is due happens at once after an import: a clock far past its jobs would take hours. */
const mostBehind = 10 * 366 * day;

function* strayMoments({ events, jobs }: State, clock: Moment | null): Generator<StateFlaw> {
  let last = "";
  for (const [nth, { occurredAt }] of events.entries()) {
    if (occurredAt < last) {
      const reason = `is before the event above it (${last}): the journal is in order`;
      yield { collection: "events", nth, pointer: "/occurredAt", reason, expected: "not before the event above" };
    }
    last = occurredAt;
  }
  if (clock === null) return;
  const since = format(clock - mostBehind);
  const reason = `is more than 10 years before the clock of the world (${format(clock)})`;
  for (const [nth, { dueAt }] of jobs.entries())
    if (dueAt < since) yield { collection: "jobs", nth, pointer: "/dueAt", reason, expected: `not before ${since}` };
}

function* repeated({ thirdparties }: State): Generator<StateFlaw> {
  const known = new Set<string>();
  for (const [nth, { siret }] of thirdparties.entries()) {
    if (siret !== null && known.has(siret))
      yield { collection: "thirdparties", nth, pointer: "/siret", reason: `${siret} is in the portfolio already` };
    known.add(siret ?? "");
  }
}

/** Finds rows by their keys. */
function lookup(state: State): Lookup {
  const maps = new Map<CollectionName, Map<Key, unknown>>();
  return (collection, key) => {
    let rows = maps.get(collection);
    if (!rows) {
      const { key: keyOf } = collections[collection] as { key: (row: unknown) => Key };
      rows = new Map(state[collection].map((row) => [keyOf(row), row]));
      maps.set(collection, rows);
    }
    return rows.get(key as Key) as never;
  };
}

/** What no rule could have written in a world whose rows fit their schemas; see `flawsBetween`. */
export function* flawsIn(
  state: State,
  configuration: Configuration,
  clock: Moment | null,
  check: Check,
): Generator<StateFlaw | undefined> {
  for (const collection of collectionNames)
    for (const [nth, row] of state[collection].entries()) {
      for (const found of flawsOf(collection, row as never, configuration, check)) yield { collection, nth, ...found };
      yield undefined;
    }
  yield* flawsBetween(state, clock, check);
}

/**
 * What no rule could have left behind in rows that are right by themselves. `clock` is the moment that the clock of the
 * world shows; null where that is not known. Yields after each row, a flaw or nothing, so that the caller can let
 * others in.
 */
export function* flawsBetween(state: State, clock: Moment | null, check: Check): Generator<StateFlaw | undefined> {
  const find = lookup(state);
  const isDeep = check === "rules";
  // Each event of a change takes a millisecond, so the last ones may be past the clock.
  const last = state.events.at(-1)?.occurredAt ?? "";
  const now = clock === null ? null : ([last, format(clock + hour)].sort().at(-1) as string);
  yield* strayMoments(state, clock);
  yield* usedNumbers(state);
  if (isDeep) yield* repeated(state);
  for (const collection of collectionNames)
    for (const [nth, row] of state[collection].entries()) {
      for (const found of strayReferences(row as Fields, find)) yield { collection, nth, ...found };
      const related = relations[collection]?.(row as never, find) ?? (isDeep && orders[collection]?.(row as never));
      if (related) yield { collection, nth, ...related };
      if (isDeep && now !== null) for (const found of future(collection, row, now)) yield { collection, nth, ...found };
      yield undefined;
    }
}
