import type { Violation } from "../../contract/shared.ts";
import type { State } from "../domain/change.ts";
import { type CollectionName, collectionNames, collections, type Key, type Row } from "../domain/collections.ts";
import { storedFaults } from "../domain/configuration/stored.ts";
import { type Configuration, configurationIn, storedConfiguration } from "../domain/configuration.ts";
import { bodyViolation } from "../domain/refusal.ts";
import type { ClockState } from "../domain/rows.ts";
import type { Flaw } from "../domain/stored/flaw.ts";
import { type Check, flawsOf } from "../domain/stored/row-rules.ts";
import { flawsBetween, flawsIn, type StateFlaw } from "../domain/stored/state-rules.ts";
import type { Moment } from "../domain/time.ts";
import { Table } from "../store/memory/table.ts";
import { emptyState } from "../store/memory/tables.ts";
import { mismatches } from "../store/row-check.ts";
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

/** The configuration of the world in a file; throws where it is none. */
async function importedConfiguration({ world: [first], dossierTypes }: Lists, note: Note): Promise<Configuration> {
  const row = isObject(first) ? first : {};
  const wrong = storedFaults(row);
  for (const { pointer, detail, expected } of wrong) note(`/state/world/0${pointer}`, detail, expected, undefined);
  if (wrong.length > 0) throw enough;
  const { schema } = collections.dossierTypes;
  const rows: Row<"dossierTypes">[] = [];
  for await (const type of sliced(dossierTypes)) {
    const { success, data } = schema.safeParse(type);
    if (success) rows.push(data);
  }
  return storedConfiguration(row, rows);
}

const usual = "what a rule could have written";
/** Notes a flaw of the nth row, or of the collection where that is below 0. */
type Noted = (name: CollectionName, nth: number, found: Flaw & { received?: unknown }) => void;
/** In rows. */
const reported = 4096;

/** No row refers to these: the others can be looked at without them. */
const leaves: readonly string[] = [
  "attributes",
  "indicators",
  "comments",
  "announcements",
  "reports",
  "jobs",
  "events",
];

/** The rows in key order; undefined where some that others refer to do not fit their schema, or have the same key. */
async function checkRows(
  lists: Lists,
  configuration: Configuration,
  check: Check,
  note: Noted,
  progress: Progress,
): Promise<State | undefined> {
  const state = {} as Record<CollectionName, unknown[]>;
  const total = collectionNames.reduce((sum, name) => sum + lists[name].length, 0);
  let [count, isWhole] = [0, lists.world.length === 1];
  if (!isWhole) {
    const received = `${lists.world.length} rows`;
    const reason = "must be one row: the world's clock and chance";
    note("world", -1, { pointer: "", reason, expected: "a list of one", received });
  }
  for (const name of collectionNames) {
    const table = new Table({ key: keyOf(name), indexes: {}, isJournal: false }, { visited: 0 });
    for await (const [nth, row] of sliced(lists[name].entries())) {
      if (++count % reported === 0) progress(count / total);
      const wrong = [...mismatches(name, row)];
      for (const found of wrong) note(name, nth, found);
      if (wrong.length > 0) isWhole &&= leaves.includes(name);
      else {
        for (const found of flawsOf(name, row as never, configuration, check)) note(name, nth, found);
        const key = keyOf(name)(row);
        if (table.set(key, row) === undefined) continue;
        isWhole = false;
        const reason = `is there twice: ${key} came before`;
        note(name, nth, { pointer: "", reason, expected: "a key of its own", received: key });
      }
    }
    state[name] = table.rows();
  }
  return isWhole ? (state as unknown as State) : undefined;
}

const rowAt = (state: State, { collection, nth }: StateFlaw) => state[collection][nth] as unknown as Fields;

/** The value at a JSON pointer. */
function valueAt(row: unknown, pointer: string): unknown {
  let value = row;
  for (const part of pointer.split("/").slice(1))
    value = (value as Fields | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return value;
}

/** Whether an exported world was taken though it is odd. */
export const isOdd = (world: unknown): boolean => (world as { state?: State } | null)?.state?.world?.[0]?.odd === true;

/** The same world under another account's name. */
export const ofAccount = (state: State, accountId: string, isMarked = isOdd({ state })): State => ({
  ...state,
  world: state.world.map(({ odd: _, move: __, ...row }) => ({ ...row, accountId, ...(isMarked && { odd: true }) })),
  thirdparties: state.thirdparties.map((row) => ({ ...row, accountId })),
  dossiers: state.dossiers.map((row) => ({ ...row, accountId })),
});

/** The first flaw of a world that another program has written, as a sentence; undefined for a world that fits. */
export async function firstFlaw(state: State, clock: Moment): Promise<string | undefined> {
  const [wrong] = storedFaults(state.world[0] ?? {});
  if (wrong) return `world${wrong.pointer}: ${wrong.detail}`;
  for await (const found of sliced(
    flawsIn(state, configurationIn(state), clock, isOdd({ state }) ? "shape" : "rules"),
  )) {
    if (!found) continue;
    const { collection, nth, pointer, reason } = found;
    const row = state[collection][nth];
    return `${collection}${row ? ` ${keyOf(collection)(row)}` : ""}${pointer && `, ${pointer}`}: ${reason}`;
  }
  return undefined;
}

/**
 * The state in an exported file; throws an InvalidWorld with the places that are wrong. `clock` is the moment that the
 * world's clock will show. A world that is odd on purpose is held to its shape alone, and marked.
 */
export async function importedState(
  body: unknown,
  accountId: string,
  clock: (state: ClockState) => Moment,
  progress: Progress = () => {},
  check: Check = "rules",
): Promise<State> {
  const lists = await checked((note) => listsOf(body, note));
  const state = await checked(async (say) => {
    const note: Noted = (name, nth, { pointer, reason, expected = usual, ...found }) => {
      const received = "received" in found ? found.received : valueAt(lists[name][nth], pointer);
      say(`/state/${name}${nth < 0 ? "" : `/${nth}`}${pointer}`, `${reason}.`, expected, received);
    };
    const rows = await checkRows(lists, await importedConfiguration(lists, say), check, note, progress);
    if (!rows) return emptyState();
    const now = clock(rows.world[0]?.clock as ClockState);
    for await (const found of sliced(flawsBetween(rows, now, check)))
      if (found) note(found.collection, lists[found.collection].indexOf(rowAt(rows, found)), found);
    return rows;
  });
  return ofAccount(state, accountId, check === "shape");
}
