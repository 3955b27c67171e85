import type { CollectionName } from "../collections.ts";
import { type Flaw, flaw } from "./flaw.ts";

/** The moments of a row: what follows what, and what tells of the past. A star stands for each item of a list. */

/** Pairs of fields of which the second is not before the first. The stars of both stand for the same items. */
const orders: Partial<Record<CollectionName, readonly (readonly [earlier: string, later: string])[]>> = {
  thirdparties: [
    ["creationDate", "lastUpdateDate"],
    ["creationDate", "archivedDate"],
    ["dateCreation", "creationDate"],
    ["dateCreation", "executives/*/since"],
    ["dateCreation", "lastBalanceSheetDate"],
    ["dateCreation", "collectiveProcedure/openingDate"],
    ["dateCreation", "internal/struckOffOn"],
    ["internal/monitoring/*/since", "internal/monitoring/*/lastUpdate"],
  ],
  dossiers: [
    ["startingDate", "expirationDate"],
    ["startingDate", "stateLastChangeDate"],
    ["startingDate", "stoppingDate"],
  ],
  documents: [
    ["requestDate", "evidences/*/uploadDate"],
    ["evidences/*/internal/issueDate", "evidences/*/uploadDate"],
    ["evidences/*/internal/issueDate", "evidences/*/expirationDate"],
    ...["dueDate", "interruptedAt", "deletionWarnedAt"].map((name) => ["requestDate", `internal/${name}`] as const),
    ["requestDate", "stoppingDate"],
    ["internal/deletionWarnedAt", "internal/deletedAt"],
  ],
  responses: [
    ["submittedAt", "decision/decisionDate"],
    ["submittedAt", "notice/sentAt"],
  ],
  comments: [
    ["createdAt", "updatedAt"],
    ["createdAt", "deletedAt"],
  ],
  contacts: [["invitedAt", "deletedAt"]],
  reports: [
    ["generatedAt", "receivedAt"],
    ["receivedAt", "refreshedAt"],
  ],
};

/** The fields that tell of the past, so that none is after the clock. */
const past: Partial<Record<CollectionName, readonly string[]>> = {
  thirdparties: [
    ...["creationDate", "lastUpdateDate", "archivedDate", "dateCreation", "lastBalanceSheetDate"],
    ...["executives/*/since", "collectiveProcedure/openingDate", "internal/struckOffOn"],
    ...["since", "lastUpdate", "articles/*/publishedOn"].map((name) => `internal/monitoring/*/${name}`),
  ],
  attributes: ["lastUpdateDate"],
  indicators: ["resultLastUpdateDate"],
  dossiers: ["startingDate", "stateLastChangeDate", "stoppingDate"],
  documents: [
    ...["requestDate", "stoppingDate", "evidences/*/uploadDate", "evidences/*/internal/issueDate"],
    ...["interruptedAt", "deletionWarnedAt", "deletedAt"].map((name) => `internal/${name}`),
  ],
  responses: ["submittedAt", "decision/decisionDate", "notice/sentAt"],
  comments: ["createdAt", "updatedAt", "deletedAt"],
  contacts: ["invitedAt", "remindedAt", "deletedAt"],
  announcements: ["publishedOn"],
  reports: ["generatedAt", "receivedAt", "refreshedAt"],
  events: ["occurredAt"],
};

type Path = readonly string[];
const split = <T>(table: Partial<Record<CollectionName, readonly T[]>>, paths: (entry: T) => Path[]) =>
  Object.fromEntries(Object.entries(table).map(([name, entries]) => [name, (entries as T[]).map(paths)])) as Partial<
    Record<CollectionName, Path[][]>
  >;
const orderedPaths = split(orders, (pair) => pair.map((path) => path.split("/")));
const pastPaths = split(past, (path) => [path.split("/")]);

/** The values at a path, each with the keys of the items that its stars stand for. */
function* valuesAt(value: unknown, path: Path, at = 0, keys: Path = []): Generator<[value: unknown, keys: Path]> {
  const name = path[at];
  if (name === undefined) yield [value, keys];
  else if (value === null || value === undefined) return;
  else if (name !== "*") yield* valuesAt((value as Record<string, unknown>)[name], path, at + 1, keys);
  else for (const [key, item] of Object.entries(value)) yield* valuesAt(item, path, at + 1, [...keys, key]);
}
function named(path: Path, keys: Path): Path {
  const left = [...keys];
  return path.map((name) => (name === "*" ? (left.shift() as string) : name));
}
const pointerOf = (path: Path, keys: Path) => `/${named(path, keys).join("/")}`;

/** Moments and days compare by what both tell. */
const isBefore = (a: string, b: string) => a.slice(0, b.length) < b.slice(0, a.length);

export function* disorder(collection: CollectionName, row: unknown): Generator<Flaw> {
  for (const [earlier = [], later = []] of orderedPaths[collection] ?? [])
    for (const [after, keys] of valuesAt(row, later)) {
      if (typeof after !== "string") continue;
      const place = named(earlier, keys);
      const [before] = valuesAt(row, place).next().value ?? [];
      if (typeof before === "string" && isBefore(after, before))
        yield flaw(pointerOf(later, keys), `must not be before ${place.join("/")} (${before})`);
    }
}

/** What would have happened after a moment. */
export function* future(collection: CollectionName, row: unknown, now: string): Generator<Flaw> {
  for (const [path = []] of pastPaths[collection] ?? [])
    for (const [moment, keys] of valuesAt(row, path))
      if (typeof moment === "string" && moment > now)
        yield flaw(pointerOf(path, keys), `must not be after the clock of the world (${now})`);
}
