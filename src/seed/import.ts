import type { Violation } from "../../contract/shared.ts";
import type { State } from "../domain/change.ts";
import { type CollectionName, collectionNames, collections, type Key } from "../domain/collections.ts";
import { bodyViolation } from "../domain/refusal.ts";
import type { ClockState } from "../domain/rows.ts";
import { type Sequence, sequenceStarts } from "../domain/sequences.ts";
import { day, format, type Moment, parse } from "../domain/time.ts";
import { Table } from "../store/memory/table.ts";
import { firstMismatch } from "../store/row-check.ts";
import { sliced } from "../store/time-slice.ts";
import { worldFormat } from "./seed-file.ts";

const mostViolations = 20;

/** Why a file cannot become a world, with the places in the file. */
export class InvalidWorld extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    const places = violations.map(({ pointer, detail }) => `${pointer || "/"}: ${detail}`).join(" ");
    super(violations.length < mostViolations ? places : `${places} The check ended there; there may be more.`);
    this.violations = violations;
  }
}

/** Learns of the share of the rows that are checked. */
type Progress = (share: number) => void;
type Note = (pointer: string, detail: string, expected: string, received: unknown) => void;
type Fields = Record<string, unknown>;
type Lists = Record<CollectionName, Fields[]>;

/** Thrown by a note when no more violations are named: the rest of the world is not looked at. */
const enough = new Error("there are too many violations");

/** Runs a check, and throws when it notes a violation. */
async function checked<T>(check: (note: Note) => T | Promise<T>): Promise<T> {
  const violations: Violation[] = [];
  const note: Note = (pointer, detail, expected, received) => {
    violations.push(bodyViolation(pointer, "INVALID_WORLD", detail, expected, received));
    if (violations.length >= mostViolations) throw enough;
  };
  try {
    const result = await check(note);
    if (violations.length === 0) return result;
  } catch (error) {
    if (error !== enough) throw error;
  }
  throw new InvalidWorld(violations);
}
const keyOf = (name: CollectionName) => collections[name].key as (row: unknown) => Key;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const kindOf = (value: unknown) => (Array.isArray(value) ? "a list" : isObject(value) ? "an object" : value);

/** The rows of each collection; a collection that is left out is empty. */
function listsOf(body: unknown, note: Note): Lists {
  const { format, state = undefined } = isObject(body) ? body : {};
  const names = collectionNames.join(", ");
  if (format !== worldFormat)
    note("/format", `must be ${JSON.stringify(worldFormat)}: the form of this version.`, worldFormat, format);
  if (!isObject(state))
    note("/state", "must hold the rows of the world, by collection.", `an object of ${names}`, kindOf(state));
  const lists = isObject(state) ? state : {};
  for (const [name, rows] of Object.entries(lists)) {
    if (!(collectionNames as string[]).includes(name))
      note(`/state/${name}`, "is no collection.", `one of ${names}`, kindOf(rows));
    else if (!Array.isArray(rows)) note(`/state/${name}`, "must be a list.", "a list of rows", kindOf(rows));
  }
  return Object.fromEntries(collectionNames.map((name) => [name, lists[name] ?? []])) as Lists;
}

/** In rows. */
const reported = 4096;

/** The rows by collection, in key order. */
type ByCollection = Record<CollectionName, Table>;

async function checkRows(lists: Lists, note: Note, progress: Progress): Promise<ByCollection> {
  const tables = {} as ByCollection;
  const total = collectionNames.reduce((sum, name) => sum + lists[name].length, 0);
  let count = 0;
  for (const name of collectionNames) {
    const table = new Table({ key: keyOf(name), indexes: {}, isJournal: false }, { visited: 0 });
    tables[name] = table;
    for await (const [at, row] of sliced(lists[name].entries())) {
      if (++count % reported === 0) progress(count / total);
      const pointer = `/state/${name}/${at}`;
      const wrong = firstMismatch(name, row);
      if (wrong) {
        note(`${pointer}${wrong.pointer}`, `${wrong.reason}.`, "what the row's schema says", undefined);
        continue;
      }
      const key = keyOf(name)(row);
      const before = table.set(key, row);
      if (before !== undefined) note(pointer, `is there twice: ${key} came before.`, "a key of its own", key);
    }
  }
  const { length } = lists.world;
  if (length !== 1)
    note("/state/world", "must be one row: the world's clock and chance.", "a list of one", `${length} rows`);
  return tables;
}

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

async function checkReferences(lists: Lists, tables: ByCollection, note: Note): Promise<void> {
  const fields = Object.entries(references);
  for (const name of collectionNames)
    for await (const [at, row] of sliced(lists[name].entries())) {
      for (const [field, target] of fields)
        for (const [pointer, key] of referencesIn(row, field)) {
          if (key === undefined || key === null || tables[target].get(key as Key)) continue;
          const detail = `${key} is not among the ${target}.`;
          note(`/state/${name}/${at}${pointer}`, detail, `a key of /state/${target}`, key);
        }
    }
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

function checkSequences({ sequences }: State, tables: ByCollection, note: Note): void {
  sequences.forEach(({ name, next }, at) => {
    if (next > mostUsed)
      note(`/state/sequences/${at}/next`, `${name} must be at most ${mostUsed}.`, `at most ${mostUsed}`, next);
  });
  for (const [name, sequence] of Object.entries(sequenceOf) as [CollectionName, Sequence][]) {
    const at = sequences.findIndex((row) => row.name === sequence);
    const next = sequences[at]?.next ?? sequenceStarts[sequence];
    const highest = (tables[name].lastKey ?? 0) as number;
    const pointer = at < 0 ? "/state/sequences" : `/state/sequences/${at}/next`;
    if (highest >= next)
      note(pointer, `${sequence} must be past ${highest}, which is taken.`, `more than ${highest}`, next);
  }
}

function checkEventOrder({ events }: State, note: Note): void {
  let last = "";
  events.forEach(({ occurredAt }, at) => {
    if (occurredAt < last)
      note(
        `/state/events/${at}/occurredAt`,
        `is before the event above it (${last}): the journal is in order.`,
        "not before the event above",
        occurredAt,
      );
    last = occurredAt;
  });
}

/** Everything that is due happens at once after an import: a clock far past its jobs would take hours. */
const mostBehind = 10 * 366 * day;

function checkJobs({ jobs }: State, now: Moment, note: Note): void {
  const since = now - mostBehind;
  jobs.forEach(({ dueAt }, at) => {
    if (parse(dueAt) < since)
      note(
        `/state/jobs/${at}/dueAt`,
        `is more than 10 years before the clock of the world (${format(now)}).`,
        `not before ${format(since)}`,
        dueAt,
      );
  });
}

/** The same world under another account's name. */
export const ofAccount = (state: State, accountId: string): State => ({
  ...state,
  world: state.world.map((row) => ({ ...row, accountId })),
  thirdparties: state.thirdparties.map((row) => ({ ...row, accountId })),
  dossiers: state.dossiers.map((row) => ({ ...row, accountId })),
});

/**
 * The state in an exported file; throws an InvalidWorld with the first places that are wrong. `clock` is the moment
 * that the world's clock will show.
 */
export async function importedState(
  body: unknown,
  accountId: string,
  clock: (state: ClockState) => Moment,
  progress: Progress = () => {},
): Promise<State> {
  const lists = await checked((note) => listsOf(body, note));
  const tables = await checked((note) => checkRows(lists, note, progress));
  const state = Object.fromEntries(collectionNames.map((name) => [name, tables[name].rows()])) as unknown as State;
  await checked(async (note) => {
    await checkReferences(state as unknown as Lists, tables, note);
    checkSequences(state, tables, note);
    checkEventOrder(state, note);
    checkJobs(state, clock(state.world[0]?.clock as ClockState), note);
  });
  return ofAccount(state, accountId);
}
