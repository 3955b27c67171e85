import type { State } from "../change.ts";
import { type CollectionName, collectionNames, collections, identifierKey, type Row } from "../collections.ts";
import type { Configuration } from "../configuration.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { type Sequence, sequenceStarts } from "../sequences.ts";
import { day, format, hour, type Moment } from "../time.ts";
import type { Flaw } from "./flaw.ts";
import { disorder, future } from "./moments.ts";
import { agreements, beforeItsTime, plannedTooFar, relations, rowsOf, strayReferences } from "./relations.ts";
import { type Check, flawsOf } from "./row-rules.ts";

/** A flaw with its place in the world: the nth row of a collection, or the collection where it is below 0. */
export interface StateFlaw extends Flaw {
  collection: CollectionName;
  nth: number;
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
  const numbers = Object.entries(sequenceOf).map(([name, sequence]): [Sequence, Iterable<number>] => [
    sequence,
    state[name as CollectionName].map((row) => collections[name as CollectionName].key(row as never) as number),
  ]);
  for (const [sequence, used] of [...numbers, ["evidenceId", evidenceIds(state)] as const]) {
    const nth = sequences.findIndex((row) => row.name === sequence);
    const next = sequences[nth]?.next ?? sequenceStarts[sequence];
    let highest = 0;
    for (const number of used) highest = Math.max(highest, number);
    const reason = `${sequence} must be past ${highest}, which is taken`;
    if (highest >= next)
      yield {
        ...{ collection: "sequences", nth, pointer: nth < 0 ? "" : "/next", reason },
        expected: `more than ${highest}`,
      };
  }
}
function* evidenceIds({ documents, responses }: State): Generator<number> {
  for (const { evidences } of documents) for (const { id } of evidences) yield id;
  for (const { evidenceIds } of responses) yield* evidenceIds;
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

/** What is there once in the portfolio, or once for a third party. */
const singles: { [C in CollectionName]?: (row: Row<C>) => [pointer: string, key: string | null, reason: string][] } = {
  thirdparties: ({ siret }) => [["/siret", siret, `${siret} is in the portfolio already`]],
  dossiers({ thirdpartyId, monitored, dossierTypeCode: type, dossierReference: reference }) {
    const open = monitored && type !== null ? `${thirdpartyId} ${type}` : null;
    return [
      ["/dossierTypeCode", open, `is that of another open dossier of third party ${thirdpartyId}`],
      [
        "/dossierReference",
        `${thirdpartyId} ${reference}`,
        `is that of another dossier of third party ${thirdpartyId}`,
      ],
    ];
  },
  indicators: ({ targetResourceId: owner, name }) => [
    ["/name", `${owner} ${name}`, `${name} is there already for third party ${owner}`],
  ],
  documents: ({ evidences }) =>
    evidences.map(({ id }, at) => [`/evidences/${at}/id`, `${id}`, `${id} is the id of another evidence`]),
  jobs: ({ kind, subjectId }) => [["/kind", `${kind} ${subjectId}`, `${kind} is planned already for ${subjectId}`]],
};

function* repeated(state: State): Generator<StateFlaw> {
  for (const [name, singleOf] of Object.entries(singles) as [CollectionName, (typeof singles)["jobs"]][]) {
    const known = new Set<string>();
    for (const [nth, row] of state[name].entries())
      for (const [pointer, key, reason] of singleOf?.(row as never) ?? []) {
        const place = `${pointer.replace(/\d+/, "*")} ${key}`;
        if (key !== null && known.has(place)) yield { collection: name, nth, pointer, reason };
        known.add(place);
      }
  }
}

/** A company abroad is found by its numbers; several with VAT numbers of their own share a DUNS, unless asked by it. */
function* sameCompanies({ thirdparties }: State): Generator<StateFlaw> {
  const byNumber = new Map<string, ThirdpartyRow[]>();
  for (const [nth, row] of thirdparties.entries()) {
    if (row.siret !== null) continue;
    for (const field of ["tva", "duns"] as const) {
      const number = row[field];
      if (number === null) continue;
      const key = identifierKey(field, number);
      const others = byNumber.get(key) ?? [];
      const isByDuns = field === "duns" && row.companyIdType === "CIT003";
      const same = others.find(({ tva }) => isByDuns || tva === null || row.tva === null || tva === row.tva);
      if (same)
        yield {
          ...{ collection: "thirdparties", nth, pointer: `/${field}` },
          reason: `${number} is in the portfolio already, as third party ${same.thirdpartyId}`,
        };
      byNumber.set(key, [...others, row]);
    }
  }
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
  const rows = rowsOf(state);
  const isDeep = check === "rules";
  // Each event of a change takes a millisecond, so the last ones may be past the clock.
  const last = state.events.at(-1)?.occurredAt ?? "";
  const now = clock === null ? null : ([last, format(clock + hour)].sort().at(-1) as string);
  yield* strayMoments(state, clock);
  yield* usedNumbers(state);
  if (isDeep) {
    yield* repeated(state);
    yield* sameCompanies(state);
  }
  for (const collection of collectionNames)
    for (const [nth, row] of state[collection].entries()) {
      for (const found of strayReferences(row as never, rows)) yield { collection, nth, ...found };
      for (const found of relations[collection]?.(row as never, rows) ?? []) yield { collection, nth, ...found };
      yield undefined;
    }
  for (const collection of isDeep ? collectionNames : [])
    for (const [nth, row] of state[collection].entries()) {
      for (const found of agreements[collection]?.(row as never, rows) ?? []) yield { collection, nth, ...found };
      for (const found of beforeItsTime(collection, row as never, rows)) yield { collection, nth, ...found };
      for (const found of disorder(collection, row)) yield { collection, nth, ...found };
      if (now !== null) for (const found of future(collection, row, now)) yield { collection, nth, ...found };
      if (clock !== null && collection === "jobs")
        for (const found of plannedTooFar(row as Row<"jobs">, clock, rows)) yield { collection, nth, ...found };
      yield undefined;
    }
}
