import { object, z } from "zod";
import { largePages, pageFields } from "./control-due.ts";
import { root, SnapshotName } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded } from "./endpoint-parts.ts";
import { choice } from "./named.ts";
import { AccountId, Count, DateTime, Problem } from "./shared.ts";

const Collection = choice(
  "Collection",
  [
    ...(["world", "sequences", "dossierTypes", "thirdparties", "attributes", "indicators", "dossiers"] as const),
    ...(["documents", "responses", "comments", "contacts", "announcements", "reports", "files", "jobs"] as const),
    "events",
  ],
  "A collection of rows, as an export names it.",
);

const ComparedWorld = object({ accountId: AccountId, snapshot: SnapshotName.nullable(), now: DateTime }).meta({
  id: "ComparedWorld",
  description: "A world, or its snapshot, with the moment of its clock.",
});
const ChangedField = object({
  path: z.string().meta({ description: "JSON pointer into the row." }),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
}).meta({ id: "ChangedField", description: "A value that is missing was not there; a long one is cut, as text." });
const Difference = object({
  collection: Collection,
  id: z.union([z.string(), z.number()]).meta({ description: "The key of the row." }),
  name: z.string().nullable().meta({ description: "What people call it." }),
  difference: choice("DifferenceKind", ["added", "removed", "changed"], "What became of the row."),
  fields: z.array(ChangedField).meta({ description: "Of a changed row, the first 100." }),
  furtherFields: Count,
}).meta({ id: "Difference", description: "A row that differs." });
const Counts = object({ collection: Collection, added: Count, removed: Count, changed: Count }).meta({
  id: "DifferenceCounts",
});

const Comparison = object({
  before: ComparedWorld,
  after: ComparedWorld,
  counts: z.array(Counts).meta({ description: "By collection; those without a difference are left out." }),
  content: z.array(Difference),
  ...pageFields,
}).meta({ id: "Comparison", description: "The rows in which two worlds differ." });

const demo = { accountId: "demo", snapshot: null, now: "2026-02-15T09:00:00.000" };
export const compare = {
  method: "get",
  path: `${root}/compare`,
  summary: "Compare two worlds, or a world with its snapshot",
  description:
    "The rows that were added, removed or changed from `before` to `after`, in the order of an export. Two accounts, " +
    "two snapshots, or, when `after` is left out, an account with its own snapshot. The name of the account itself " +
    "is not compared.",
  params: z.object({}),
  query: z.object({
    before: AccountId,
    beforeSnapshot: SnapshotName.optional().meta({ description: "The present world when left out." }),
    after: AccountId.optional().meta({ description: "The account of `before` when left out." }),
    afterSnapshot: SnapshotName.optional().meta({ description: "The present world when left out." }),
    collection: Collection.optional().meta({ description: "Only rows of this collection; the counts are of all." }),
    ...largePages,
  }),
  responses: { 200: Comparison, 404: Problem, 409: Problem, ...guarded },
  examples: {
    success: {
      summary: "What has changed since a snapshot",
      query: { before: "demo", beforeSnapshot: "before-renewal" },
      response: {
        before: { accountId: "demo", snapshot: "before-renewal", now: "2026-01-15T09:00:00.000" },
        after: demo,
        counts: [{ collection: "documents", added: 0, removed: 0, changed: 1 }],
        content: [
          {
            collection: "documents",
            id: 11031000,
            name: "Extrait Kbis",
            difference: "changed",
            fields: [{ path: "/statusCode", before: "VALID", after: "INVALID" }],
            furtherFields: 0,
          },
        ],
        page: 0,
        size: 100,
        totalElements: 1,
        totalPages: 1,
      },
    },
  },
} as const satisfies Endpoint;
