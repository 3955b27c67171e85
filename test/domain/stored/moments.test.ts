import { describe, expect, it } from "vitest";
import type { CollectionName } from "../../../src/domain/collections.ts";
import { disorder, future } from "../../../src/domain/stored/moments.ts";

/** What follows what in a row, written a second time. */
const followers: Partial<Record<CollectionName, Record<string, string>>> = {
  thirdparties: {
    creationDate: "lastUpdateDate archivedDate",
    dateCreation:
      "creationDate executives/0/since lastBalanceSheetDate collectiveProcedure/openingDate internal/struckOffOn",
    "internal/monitoring/0/since": "internal/monitoring/0/lastUpdate",
  },
  dossiers: { startingDate: "expirationDate stateLastChangeDate stoppingDate" },
  documents: {
    requestDate:
      "evidences/0/uploadDate internal/dueDate internal/interruptedAt internal/deletionWarnedAt stoppingDate",
    "evidences/0/internal/issueDate": "evidences/0/uploadDate evidences/0/expirationDate",
    "internal/deletionWarnedAt": "internal/deletedAt",
  },
  responses: { submittedAt: "decision/decisionDate notice/sentAt" },
  comments: { createdAt: "updatedAt deletedAt" },
  contacts: { invitedAt: "deletedAt" },
  reports: { generatedAt: "receivedAt", receivedAt: "refreshedAt" },
};
/** What tells of the past. */
const past: Partial<Record<CollectionName, string>> = {
  thirdparties:
    "creationDate lastUpdateDate archivedDate dateCreation lastBalanceSheetDate executives/0/since " +
    "collectiveProcedure/openingDate internal/struckOffOn internal/monitoring/0/since " +
    "internal/monitoring/0/lastUpdate internal/monitoring/0/articles/0/publishedOn",
  attributes: "lastUpdateDate",
  indicators: "resultLastUpdateDate",
  dossiers: "startingDate stateLastChangeDate stoppingDate",
  documents:
    "requestDate stoppingDate evidences/0/uploadDate evidences/0/internal/issueDate internal/interruptedAt " +
    "internal/deletionWarnedAt internal/deletedAt",
  responses: "submittedAt decision/decisionDate notice/sentAt",
  comments: "createdAt updatedAt deletedAt",
  contacts: "invitedAt remindedAt deletedAt",
  announcements: "publishedOn",
  reports: "generatedAt receivedAt refreshedAt",
  events: "occurredAt",
};

/** A row that has these values at their paths, in lists where a path has a number. */
function rowOf(values: Record<string, string>): object {
  const row = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split("/");
    let place: Record<string, unknown> = row;
    for (const [at, name] of names.slice(0, -1).entries())
      place = (place[name] ??= names[at + 1] === "0" ? [] : {}) as Record<string, unknown>;
    place[names.at(-1) as string] = value;
  }
  return row;
}

const pairs = Object.entries(followers).flatMap(([collection, table]) =>
  Object.entries(table).flatMap(([earlier, later]) =>
    later.split(" ").map((one) => ({ collection: collection as CollectionName, earlier, later: one })),
  ),
);
const told = Object.entries(past).flatMap(([collection, paths]) =>
  paths.split(" ").map((path) => ({ collection: collection as CollectionName, path })),
);
const [first, second] = ["2026-01-14T09:00:00.000", "2026-01-15T09:00:00.000"];

describe("the moments of a row", () => {
  it.each(pairs)("in $collection, $later is not before $earlier", ({ collection, earlier, later }) => {
    const of = (a: string, b: string) => [...disorder(collection, rowOf({ [earlier]: a, [later]: b }))];
    expect([of(first, second), of(first, first), of(first, "2026-01-14")]).toEqual([[], [], []]);
    const flaw = { pointer: `/${later}`, reason: `must not be before ${earlier} (${second})` };
    expect(of(second, first)).toEqual([flaw]);
  });

  it.each(told)("in $collection, $path is not after the clock", ({ collection, path }) => {
    const of = (moment: string) => [...future(collection, rowOf({ [path]: moment }), first)];
    expect(of(first)).toEqual([]);
    const flaw = { pointer: `/${path}`, reason: `must not be after the clock of the world (${first})` };
    expect(of(second)).toEqual([flaw]);
  });

  it("are held to nothing else, such as the end of what still holds", () => {
    const row = rowOf({ requestDate: first, "internal/dueDate": second, "evidences/0/expirationDate": second });
    expect([...future("documents", row, first), ...disorder("documents", row)]).toEqual([]);
  });
});
