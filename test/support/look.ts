import type { State } from "../../src/domain/change.ts";
import { type Configuration, configurationIn } from "../../src/domain/configuration.ts";
import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import type { DocumentRow, EventRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import { wasAccepted } from "../../src/domain/stored/relations.ts";

/** What the invariants look at. */
export interface Look {
  state: State;
  configuration: Configuration;
  /** The time of the world's clock. */
  now: string;
  companies: ReadonlyMap<number, ThirdpartyRow>;
  documents: ReadonlyMap<number, DocumentRow>;
  documentsOf: ReadonlyMap<number, DocumentRow[]>;
  eventsOf: ReadonlyMap<number, EventRow[]>;
  /** Whether one of the fields of a third party has changed since. */
  changedSince: (thirdpartyId: number, moment: string, fields: readonly (keyof ThirdpartyRow)[]) => boolean;
}
export type Check = (look: Look) => Iterable<string>;

export const grouped = <T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

export function lookAt(state: State, now: string): Look {
  const updates = grouped(
    state.events.filter(({ eventName }) => eventName === "THIRD_PARTY_INFORMATION_UPDATED"),
    ({ thirdpartyId }) => thirdpartyId,
  );
  return {
    state,
    configuration: configurationIn(state),
    now,
    companies: new Map(state.thirdparties.map((row) => [row.thirdpartyId, row])),
    documents: new Map(state.documents.map((row) => [row.documentId, row])),
    documentsOf: grouped(state.documents, ({ dossierId }) => dossierId),
    eventsOf: grouped(state.events, ({ thirdpartyId }) => thirdpartyId),
    changedSince: (thirdpartyId, moment, fields) =>
      (updates.get(thirdpartyId) ?? []).some(
        ({ occurredAt, payload }) =>
          occurredAt > moment && fields.some((field) => (payload.changed as string[] | undefined)?.includes(field)),
      ),
  };
}

export interface Piece {
  configuration: Configuration;
  document: DocumentRow;
  company: ThirdpartyRow;
  evidence: EvidenceRow;
  /** When it was first supplied: a copy for another dossier says what was true then. */
  suppliedAt: string;
}

/**
 * The pieces that the checks or the client accepted: a third party may claim anything, and a wrong piece stays in a
 * response to which the right one was added.
 */
export function* acceptedPieces({ state, configuration, companies }: Look): Generator<Piece> {
  const accepted = new Map(
    state.responses.flatMap((row) => (wasAccepted(row) ? [[row.responseId, row.evidenceIds.at(-1)]] : [])),
  );
  const uploads = new Map<number, string>();
  for (const { evidences } of state.documents) for (const { id, uploadDate } of evidences) uploads.set(id, uploadDate);
  for (const document of state.documents) {
    const company = companies.get(document.thirdpartyId) as ThirdpartyRow;
    for (const evidence of document.evidences) {
      const { reference, issueDate, subject } = evidence.internal;
      const suppliedAt = uploads.get(Number(reference.split("-").at(-1))) ?? issueDate;
      const isCorrected = subject && "defect" in subject && accepted.get(evidence.responseId) !== evidence.id;
      if (accepted.has(evidence.responseId) && !isCorrected)
        yield { configuration, document, company, evidence, suppliedAt };
    }
  }
}

export const isSoleTrader = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "1000";
export const isAssociation = ({ legalCategoryCode }: ThirdpartyRow) => legalCategoryCode === "9220";
export const isFrench = ({ addressCountryCode }: ThirdpartyRow) => addressCountryCode === "FR";
export const formOf = (evidence: EvidenceRow) =>
  "formdata" in evidence ? Object.fromEntries(evidence.formdata.map(({ key, value }) => [key, value])) : undefined;
