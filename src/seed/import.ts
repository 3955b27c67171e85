import type { Violation } from "../../contract/shared.ts";
import type { State } from "../domain/change.ts";
import { type CollectionName, collections, type Key, type Row } from "../domain/collections.ts";
import { bodyViolation } from "../domain/refusal.ts";
import { type Sequence, sequenceStarts } from "../domain/sequences.ts";
import { misfit } from "../store/fit.ts";
import { worldFormat } from "./seed-file.ts";

/** A world from outside does not fit, and where. */
export class UnfitWorld extends Error {
  readonly violations: Violation[];
  constructor(violations: Violation[]) {
    super(violations.map(({ pointer, detail }) => `${pointer || "/"}: ${detail}`).join(" "));
    this.violations = violations;
  }
}

const most = 20;
const names = Object.keys(collections) as CollectionName[];
const shown = (value: unknown) =>
  typeof value === "object" && value !== null ? (Array.isArray(value) ? "a list" : "an object") : value;

type Note = (pointer: string, detail: string, expected: string, received: unknown) => void;

/** What a row says of other rows, as pairs of a pointer and the key that must exist. */
type References = {
  [C in CollectionName]?: {
    [T in CollectionName]?: (row: Row<C>) => readonly (readonly [pointer: string, key: Key | null])[];
  };
};
const ofThirdparty = {
  thirdparties: ({ thirdpartyId }: { thirdpartyId: number | null }) => [["/thirdpartyId", thirdpartyId] as const],
};
const references: References = {
  attributes: ofThirdparty,
  indicators: { thirdparties: (row) => [["/targetResourceId", row.targetResourceId]] },
  dossiers: {
    ...ofThirdparty,
    documents: (row) => row.documents.map(({ documentId }, at) => [`/documents/${at}/documentId`, documentId]),
  },
  documents: {
    ...ofThirdparty,
    dossiers: (row) => [["/dossierId", row.dossierId]],
    responses: (row) => row.evidences.map(({ responseId }, at) => [`/evidences/${at}/responseId`, responseId]),
  },
  responses: {
    ...ofThirdparty,
    dossiers: (row) => [["/dossierId", row.dossierId]],
    documents: (row) => [["/documentId", row.documentId]],
  },
  comments: ofThirdparty,
  contacts: ofThirdparty,
  announcements: ofThirdparty,
  reports: { ...ofThirdparty, documents: (row) => [["/documentId", row.documentId]] },
  files: ofThirdparty,
  jobs: ofThirdparty,
  events: {
    ...ofThirdparty,
    dossiers: (row) => [["/dossierId", row.dossierId]],
    documents: (row) => [["/documentId", row.documentId]],
  },
};

/** The sequence that gives out the keys of a collection: it must be past them all, or the next row would overwrite one. */
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

/** The collections as they came, each a list; what is not there is empty. */
function listsOf(body: unknown, note: Note): Record<CollectionName, unknown[]> | undefined {
  const { format, state } = (typeof body === "object" && body !== null ? body : {}) as {
    format?: unknown;
    state?: unknown;
  };
  if (format !== worldFormat)
    note("/format", `must be ${JSON.stringify(worldFormat)}: the form of this version.`, worldFormat, format);
  if (typeof state !== "object" || state === null || Array.isArray(state)) {
    note("/state", "must hold the rows of the world, by collection.", `an object of ${names.join(", ")}`, shown(state));
    return undefined;
  }
  const lists = {} as Record<CollectionName, unknown[]>;
  for (const [name, rows] of Object.entries(state)) {
    if (!(names as string[]).includes(name))
      note(`/state/${name}`, "is no collection.", `one of ${names.join(", ")}`, shown(rows));
    else if (!Array.isArray(rows)) note(`/state/${name}`, "must be a list.", "a list of rows", shown(rows));
  }
  for (const name of names) {
    const rows = (state as Record<string, unknown>)[name];
    lists[name] = Array.isArray(rows) ? rows : [];
  }
  return lists;
}

function checkRows(lists: Record<CollectionName, unknown[]>, note: Note): void {
  for (const name of names) {
    const keyOf = collections[name].key as (row: unknown) => Key;
    const seen = new Set<Key>();
    lists[name].forEach((row, at) => {
      const wrong = misfit(name, row);
      if (wrong)
        note(`/state/${name}/${at}${wrong.pointer}`, `${wrong.reason}.`, "what the row's schema says", undefined);
      else if (seen.has(keyOf(row)))
        note(`/state/${name}/${at}`, `is there twice: ${keyOf(row)} came before.`, "a key of its own", keyOf(row));
      else seen.add(keyOf(row));
    });
  }
  if (lists.world.length !== 1)
    note(
      "/state/world",
      "must be one row: the world's clock and chance.",
      "a list of one",
      `${lists.world.length} rows`,
    );
}

function checkReferences(state: State, note: Note): void {
  const keys = Object.fromEntries(
    names.map((name) => [
      name,
      new Set((state[name] as unknown[]).map(collections[name].key as (row: unknown) => Key)),
    ]),
  ) as Record<CollectionName, Set<Key>>;
  for (const name of names)
    for (const [target, of] of Object.entries(references[name] ?? {}) as [
      CollectionName,
      (row: unknown) => (readonly [string, Key | null])[],
    ][])
      (state[name] as unknown[]).forEach((row, at) => {
        for (const [pointer, key] of of(row))
          if (key !== null && !keys[target].has(key))
            note(
              `/state/${name}/${at}${pointer}`,
              `${key} is not among the ${target}.`,
              `a key of /state/${target}`,
              key,
            );
      });

  for (const [name, sequence] of Object.entries(sequenceOf) as [CollectionName, Sequence][]) {
    const at = state.sequences.findIndex((row) => row.name === sequence);
    const next = state.sequences[at]?.next ?? sequenceStarts[sequence];
    let highest = 0;
    for (const key of keys[name]) highest = Math.max(highest, key as number);
    if (highest >= next)
      note(
        at < 0 ? "/state/sequences" : `/state/sequences/${at}/next`,
        `${sequence} must be past ${highest}, which is taken.`,
        `more than ${highest}`,
        next,
      );
  }

  let last = "";
  state.events.forEach(({ occurredAt }, at) => {
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

/** The account's own name takes the place of the one under which the world was exported. */
const named = (state: State, accountId: string): State => ({
  ...state,
  world: state.world.map((row) => ({ ...row, accountId })),
  thirdparties: state.thirdparties.map((row) => ({ ...row, accountId })),
  dossiers: state.dossiers.map((row) => ({ ...row, accountId })),
});

/** A state from a world as it was exported: whole, or an UnfitWorld that names every place. */
export function importedState(body: unknown, accountId: string): State {
  const violations: Violation[] = [];
  const note: Note = (pointer, detail, expected, received) => {
    if (violations.length < most) violations.push(bodyViolation(pointer, "INVALID_WORLD", detail, expected, received));
  };
  const refuseIfAny = () => {
    if (violations.length > 0) throw new UnfitWorld(violations);
  };
  const lists = listsOf(body, note);
  refuseIfAny();
  checkRows(lists as Record<CollectionName, unknown[]>, note);
  refuseIfAny();
  const state = inOrder(lists as State);
  checkReferences(state, note);
  refuseIfAny();
  return named(state, accountId);
}

/** Every collection by its key, so that an export is the same whatever order came. */
function inOrder(state: State): State {
  const sorted = (name: CollectionName) => {
    const keyOf = collections[name].key as (row: unknown) => Key;
    const before = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);
    return (state[name] as unknown[]).toSorted((a, b) => before(keyOf(a), keyOf(b)));
  };
  return Object.fromEntries(names.map((name) => [name, sorted(name)])) as State;
}
