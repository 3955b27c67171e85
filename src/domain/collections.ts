import type { z } from "zod";
import { Indicator } from "../../contract/indicators.ts";
import * as rows from "./rows.ts";
import { SequenceRow } from "./sequences.ts";

export interface Index<R> {
  /** The groups of a row; without one, the row is not in the index. */
  groups: (row: R) => readonly (string | number)[];
  /** Order within a group; the key when left out. */
  order?: (row: R) => string;
}
const collection = <S extends z.ZodType, I extends string = never>(
  schema: S,
  key: (row: z.output<S>) => string | number,
  indexes: Record<I, Index<z.output<S>>> = {} as Record<I, never>,
) => ({ schema, key, indexes });

const byThirdparty = { groups: ({ thirdpartyId: id }: { thirdpartyId: number | null }) => (id === null ? [] : [id]) };

/** The field of a row for each type of identifier. */
export const identifierFields = { CIT001: "siret", CIT002: "tva", CIT003: "duns" } as const;
type IdentifierField = (typeof identifierFields)[keyof typeof identifierFields];
/** The group of an identifier in the index; the same digits may be a SIREN and a DUNS, so the field is part of it. */
export const identifierKey = (field: IdentifierField, number: string): string => `${field}:${number}`;

export const collections = {
  world: collection(rows.WorldRow, (row) => row.key),
  sequences: collection(SequenceRow, (row) => row.name),
  dossierTypes: collection(rows.DossierTypeRow, (row) => row.code),
  thirdparties: collection(rows.ThirdpartyRow, (row) => row.thirdpartyId, {
    identifier: {
      groups: (row) => [
        // A head office that moved has another SIRET than the one it was added with; both find it.
        identifierKey(identifierFields[row.companyIdType], row.companyIdValue),
        ...Object.values(identifierFields).flatMap((field) =>
          row[field] === null ? [] : [identifierKey(field, row[field])],
        ),
      ],
    },
    unit: { groups: (row) => (row.siren === null ? [] : [row.siren]) },
  }),
  attributes: collection(rows.AttributeRow, (row) => row.key, { thirdparty: byThirdparty }),
  indicators: collection(Indicator, (row) => row.id, { thirdparty: { groups: (row) => [row.targetResourceId] } }),
  dossiers: collection(rows.DossierRow, (row) => row.dossierId, {
    thirdparty: byThirdparty,
    type: { groups: (row) => (row.monitored && row.dossierTypeCode !== null ? [row.dossierTypeCode] : []) },
  }),
  documents: collection(rows.DocumentRow, (row) => row.documentId, {
    thirdparty: byThirdparty,
    dossier: { groups: (row) => [row.dossierId] },
    evidence: { groups: (row) => row.evidences.map(({ id }) => id) },
    file: { groups: (row) => row.evidences.flatMap((evidence) => ("fileUUID" in evidence ? [evidence.fileUUID] : [])) },
  }),
  responses: collection(rows.ResponseRow, (row) => row.responseId, { thirdparty: byThirdparty }),
  comments: collection(rows.CommentRow, (row) => row.commentId, { thirdparty: byThirdparty }),
  contacts: collection(rows.ContactRow, (row) => row.contactId, { thirdparty: byThirdparty }),
  announcements: collection(rows.AnnouncementRow, (row) => row.announcementId, { thirdparty: byThirdparty }),
  reports: collection(rows.ReportRow, (row) => row.reportId, { thirdparty: byThirdparty }),
  files: collection(rows.FileRow, (row) => row.fileUUID),
  jobs: collection(rows.JobRow, (row) => row.jobId, {
    thirdparty: byThirdparty,
    due: { groups: () => ["all"], order: (row) => row.dueAt },
  }),
  events: collection(rows.EventRow, (row) => row.eventId, {
    name: { groups: (row) => [row.eventName], order: (row) => row.occurredAt },
  }),
};

export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as CollectionName[];
export type Row<C extends CollectionName> = z.output<(typeof collections)[C]["schema"]>;
export type IndexName<C extends CollectionName> = keyof (typeof collections)[C]["indexes"] & string;
export type Key = string | number;
