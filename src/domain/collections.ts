import type { z } from "zod";
import {
  AnnouncementRow,
  AttributeRow,
  CommentRow,
  ContactRow,
  DocumentRow,
  DossierRow,
  DossierTypeRow,
  EventRow,
  FileRow,
  IndicatorRow,
  JobRow,
  ReportRow,
  ResponseRow,
  ThirdpartyRow,
  WorldRow,
} from "./rows.ts";
import { SequenceRow } from "./sequences.ts";

interface Index<R> {
  /** The groups that a row belongs to; none keeps it out of the index. */
  groups: (row: R) => readonly (string | number)[];
  /** Order within a group; by key when there is none. */
  order?: (row: R) => string;
}
interface CollectionOf<S extends z.ZodType, I extends string> {
  schema: S;
  key: (row: z.output<S>) => string | number;
  indexes: Record<I, Index<z.output<S>>>;
}
const collection = <S extends z.ZodType, I extends string = never>(
  schema: S,
  key: (row: z.output<S>) => string | number,
  indexes: Record<I, Index<z.output<S>>> = {} as Record<I, never>,
): CollectionOf<S, I> => ({ schema, key, indexes });

const byThirdparty = {
  groups: (row: { thirdpartyId: number | null }) => (row.thirdpartyId === null ? [] : [row.thirdpartyId]),
};

/** Where a row keeps the number of each type by which a company is added. */
const postedAs = { CIT001: "siret", CIT002: "tva", CIT003: "duns" } as const;
/** A number as the portfolio is searched for it: with its kind, because nine digits may be of several. */
export const numbered = (kind: (typeof postedAs)[keyof typeof postedAs], number: string): string => `${kind}:${number}`;

/** All that a world holds, with the lookups that never scan. */
export const collections = {
  world: collection(WorldRow, (row) => row.key),
  sequences: collection(SequenceRow, (row) => row.name),
  dossierTypes: collection(DossierTypeRow, (row) => row.code),
  thirdparties: collection(ThirdpartyRow, (row) => row.thirdpartyId, {
    identifier: {
      groups: (row) => [
        // A seat that has moved is still the one that was added.
        numbered(postedAs[row.companyIdType], row.companyIdValue),
        ...Object.values(postedAs).flatMap((kind) => (row[kind] === null ? [] : [numbered(kind, row[kind])])),
      ],
    },
    unit: { groups: (row) => (row.siren === null ? [] : [row.siren]) },
  }),
  attributes: collection(AttributeRow, (row) => row.key, { thirdparty: byThirdparty }),
  indicators: collection(IndicatorRow, (row) => row.id, { thirdparty: { groups: (row) => [row.targetResourceId] } }),
  dossiers: collection(DossierRow, (row) => row.dossierId, {
    thirdparty: byThirdparty,
    type: { groups: (row) => (row.monitored && row.dossierTypeCode !== null ? [row.dossierTypeCode] : []) },
  }),
  documents: collection(DocumentRow, (row) => row.documentId, {
    thirdparty: byThirdparty,
    dossier: { groups: (row) => [row.dossierId] },
    /** What the lists of sanctions say of whom: looked at every day. */
    sanctions: { groups: (row) => (row.documentCode === "SCR_SANCTIONS" && !row.internal.stopped ? ["all"] : []) },
    evidence: { groups: (row) => row.evidences.map(({ id }) => id) },
    file: { groups: (row) => row.evidences.flatMap((evidence) => ("fileUUID" in evidence ? [evidence.fileUUID] : [])) },
  }),
  responses: collection(ResponseRow, (row) => row.responseId, { thirdparty: byThirdparty }),
  comments: collection(CommentRow, (row) => row.commentId, { thirdparty: byThirdparty }),
  contacts: collection(ContactRow, (row) => row.contactId, { thirdparty: byThirdparty }),
  announcements: collection(AnnouncementRow, (row) => row.announcementId, { thirdparty: byThirdparty }),
  reports: collection(ReportRow, (row) => row.reportId, { thirdparty: byThirdparty }),
  files: collection(FileRow, (row) => row.fileUUID),
  jobs: collection(JobRow, (row) => row.jobId, {
    thirdparty: byThirdparty,
    due: { groups: () => ["all"], order: (row) => row.dueAt },
  }),
  events: collection(EventRow, (row) => row.eventId, {
    name: { groups: (row) => [row.eventName], order: (row) => row.occurredAt },
    thirdparty: { groups: (row) => [row.thirdpartyId], order: (row) => row.occurredAt },
  }),
};

export type CollectionName = keyof typeof collections;
export type Row<C extends CollectionName> = z.output<(typeof collections)[C]["schema"]>;
export type IndexName<C extends CollectionName> = keyof (typeof collections)[C]["indexes"] & string;
export type Key = string | number;
