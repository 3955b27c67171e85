import { DocumentSummary } from "../../../contract/dossiers.ts";
import type { State } from "../change.ts";
import { type CollectionName, collections, type Key, type Row } from "../collections.ts";
import { dossierStatus } from "../dossier/statuses.ts";
import { keysOf } from "../fields.ts";
import { jobRules } from "../jobs.ts";
import type { EvidenceRow, FileSubject } from "../response/evidence.ts";
import { keysOfUpload, sizeOfPiece } from "../response/upload.ts";
import type { DocumentRow, ResponseRow } from "../rows.ts";
import { day, format, type Moment, parse } from "../time.ts";
import { type Flaw, flaw } from "./flaw.ts";

/** What rows say of each other: what is referred to is there, and the two sides of a relation agree. */

type Fields = Record<string, unknown>;

/** Rows by their keys, and by the row that they belong to. */
export interface Rows {
  find<C extends CollectionName>(collection: C, key: unknown): Row<C> | undefined;
  documentsOf(dossierId: number): readonly DocumentRow[];
  responsesTo(documentId: number): readonly ResponseRow[];
}

const keyOf = (collection: CollectionName) => collections[collection].key as (row: unknown) => Key;
function grouped<R>(rows: readonly R[], idOf: (row: R) => number) {
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const group = groups.get(idOf(row));
    if (group) group.push(row);
    else groups.set(idOf(row), [row]);
  }
  return (id: number): readonly R[] => groups.get(id) ?? [];
}

export function rowsOf(state: State): Rows {
  const maps = new Map<CollectionName, Map<Key, unknown>>();
  return {
    find(collection, key) {
      let rows = maps.get(collection);
      if (!rows) {
        rows = new Map(state[collection].map((row) => [keyOf(collection)(row), row]));
        maps.set(collection, rows);
      }
      return rows.get(key as Key) as never;
    },
    documentsOf: grouped(state.documents, ({ dossierId }) => dossierId),
    responsesTo: grouped(state.responses, ({ documentId }) => documentId),
  };
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

/** What a row refers to is there, and belongs to the same third party. */
export function* strayReferences(row: Fields, rows: Rows): Generator<Flaw> {
  for (const [field, target] of Object.entries(references))
    for (const [pointer, key] of referencesIn(row, field)) {
      if (key === undefined || key === null) continue;
      const found = rows.find(target, key);
      if (!found) yield { pointer, reason: `${key} is not among the ${target}`, expected: `a key of /state/${target}` };
      else if (row.thirdpartyId !== undefined && row.thirdpartyId !== found.thirdpartyId)
        yield {
          pointer,
          reason: `${key} belongs to third party ${found.thirdpartyId}, and the row to ${row.thirdpartyId}`,
        };
    }
}

const resources = { THIRD_PARTY: "thirdparties", DOSSIER: "dossiers", DOCUMENT: "documents" } as const;
const subjects = {
  thirdparty: "thirdparties",
  dossier: "dossiers",
  document: "documents",
  response: "responses",
  contact: "contacts",
} as const;

/** Earlier versions kept all of a file in its first row. */
function missingPiece({ fileUUID, fileSize }: { fileUUID: string; fileSize: number }, rows: Rows): string | undefined {
  let found = 0;
  for (const key of keysOfUpload(fileUUID, fileSize)) {
    const row = rows.find("files", key);
    if (!row) return key;
    found += sizeOfPiece(row);
    if (found >= fileSize) return undefined;
  }
  return undefined;
}

type Relations = { [C in CollectionName]?: (row: Row<C>, rows: Rows) => Iterable<Flaw> };

/** What leads nowhere though its field has another name: a world that is odd on purpose has none either. */
export const relations: Relations = {
  *comments({ resourceType, resourceId, thirdpartyId }, rows) {
    if (rows.find(resources[resourceType], resourceId)?.thirdpartyId !== thirdpartyId)
      yield flaw("/resourceId", `is no ${resourceType} of the third party`);
  },
  *jobs({ kind, thirdpartyId, subjectId }, rows) {
    const of = jobRules[kind]?.of;
    if (of !== undefined && rows.find(subjects[of], subjectId)?.thirdpartyId !== thirdpartyId)
      yield flaw("/subjectId", `is no ${of} of the third party`);
  },
  *documents({ evidences }, rows) {
    for (const [at, evidence] of evidences.entries())
      if ("fileUUID" in evidence && evidence.internal.upload !== null) {
        const missing = missingPiece(evidence, rows);
        if (missing) yield flaw(`/evidences/${at}/fileUUID`, `is an upload, and ${missing} is not among the files`);
      }
  },
};

/** What a dossier repeats of its third party, each with its field there. */
const companyFields = [
  ["thirdpartyName", "name"],
  ["thirdpartyCode", "thirdpartyCode"],
  ["companyIdType", "companyIdType"],
  ["companyIdValue", "companyIdValue"],
  ["companyCountryCode", "addressCountryCode"],
] as const;
const summaryFields = keysOf(DocumentSummary);
/** The state of the response that a document's status rests on. */
const responseBehind: Partial<Record<DocumentRow["statusCode"], ResponseRow["state"]>> = {
  ONGOING: "CHECKING",
  ACTION_REQUIRED: "WAITING",
  VALID: "ACCEPTED",
};
const currentStates = ["CHECKING", "WAITING", "ACCEPTED"];
/** Their evidences are gone. */
const isEmptied = ({ state }: ResponseRow) => state === "WITHDRAWN" || state === "PURGED";

/** What is printed on a piece is the company that it is asked of; only the number of its place may change. */
function* printedIn({ thirdpartyId, evidences }: DocumentRow, rows: Rows): Generator<Flaw> {
  const company = rows.find("thirdparties", thirdpartyId);
  for (const [at, { internal }] of company ? evidences.entries() : []) {
    if (!internal.subject) continue;
    const { siret, localId, duns, siren = company?.siren, tva = company?.tva }: Partial<FileSubject> = internal.subject;
    const own = { siren, tva, duns, localId, siret: siret?.slice(0, 9) ?? null };
    for (const [field, number] of Object.entries(own))
      if (number !== company?.[field === "siret" ? "siren" : (field as "duns")])
        yield flaw(
          `/evidences/${at}/internal/subject/${field}`,
          `is of another company than third party ${thirdpartyId}`,
        );
  }
}

function* evidencesIn({ documentId, evidences }: DocumentRow, rows: Rows): Generator<Flaw> {
  for (const [at, { id, responseId, uploadDate, expirationDate }] of evidences.entries()) {
    const response = rows.find("responses", responseId);
    if (!response) continue;
    const { evidenceIds, decision } = response;
    if (response.documentId !== documentId || !evidenceIds.includes(id) || isEmptied(response))
      yield flaw(`/evidences/${at}/responseId`, `must be the answer that holds the evidence ${id}`);
    if (decision && decision.decisionDate <= uploadDate)
      yield flaw(`/evidences/${at}/uploadDate`, `must be before the decision on it (${decision.decisionDate})`);
    if (wasAccepted(response) && expirationDate !== null && expirationDate <= uploadDate)
      yield flaw(`/evidences/${at}/expirationDate`, `must be after uploadDate (${uploadDate}): it was accepted`);
  }
}

/** What waits for a decision expires too, and was never accepted. */
export const wasAccepted = ({ state, outcome, decision }: ResponseRow): boolean =>
  state === "ACCEPTED" || (state === "EXPIRED" && (outcome === "valid" || decision !== null));

/** The two sides of a relation agree. */
export const agreements: Relations = {
  *dossiers(dossier, rows) {
    const { dossierId, documents, monitored, statusCode, thirdpartyId } = dossier;
    const company = rows.find("thirdparties", thirdpartyId);
    for (const [field, of] of company ? companyFields : [])
      if (dossier[field] !== company?.[of])
        yield flaw(`/${field}`, `must be that of the third party: ${company?.[of] ?? "null"}`);
    const listed = rows.documentsOf(dossierId).filter(({ internal }) => !internal.withdrawn);
    const ids = listed.map(({ documentId }) => documentId).join(", ");
    if (documents.map(({ documentId }) => documentId).join(", ") !== ids)
      yield flaw("/documents", `must be those that the dossier asks for, in the order of their ids: ${ids || "none"}`);
    else
      for (const [at, document] of listed.entries())
        for (const field of summaryFields)
          if (documents[at]?.[field] !== document[field])
            yield flaw(`/documents/${at}/${field}`, `must be that of the document: ${document[field]}`);
    const expected = dossierStatus(listed.map((document) => document.statusCode));
    if (monitored && statusCode !== expected) yield flaw("/statusCode", `must be ${expected}, as its documents are`);
  },
  *documents(document, rows) {
    yield* printedIn(document, rows);
    yield* evidencesIn(document, rows);
    const { documentId, dossierId, statusCode, internal } = document;
    if (!internal.stopped && rows.find("dossiers", dossierId)?.monitored === false)
      yield flaw("/internal/stopped", "must be true: the dossier is archived");
    const states = rows.responsesTo(documentId).map(({ state }) => state);
    const current = states.filter((state) => currentStates.includes(state)).join(", ");
    const behind = responseBehind[statusCode] ?? "";
    if (current !== behind)
      yield flaw("/statusCode", `needs ${behind || "no"} current answer, and there is ${current || "none"}`);
  },
  *responses(response, rows) {
    const { responseId, documentId, dossierId, evidenceIds, decision } = response;
    const document = rows.find("documents", documentId);
    if (document && document.dossierId !== dossierId)
      yield flaw("/dossierId", `must be ${document.dossierId}, the dossier of the document`);
    const held = new Set(document?.evidences.map(({ id }) => id));
    for (const [at, id] of evidenceIds.entries())
      if (held.has(id) === isEmptied(response))
        yield flaw(`/evidenceIds/${at}`, `${id} is ${held.has(id) ? "" : "not "}among the evidences of the document`);
    for (const [name, own] of Object.entries({ responseId, documentId, dossierId }))
      if (decision && decision[name as "responseId"] !== own)
        yield flaw(`/decision/${name}`, `must be ${own}, as of the answer`);
  },
  *reports({ documentId, evidenceId }, rows) {
    if (!rows.responsesTo(documentId).some(({ evidenceIds }) => evidenceIds.includes(evidenceId)))
      yield flaw("/evidenceId", `${evidenceId} is in no answer to the document`);
  },
  *events({ dossierId, documentId }, rows) {
    const document = documentId === null ? undefined : rows.find("documents", documentId);
    if (document && document.dossierId !== dossierId)
      yield flaw("/dossierId", `must be ${document.dossierId}, the dossier of the document`);
  },
};

/** When a row came about: not before its third party joined the portfolio, but for what was published before. */
const begins: { [C in CollectionName]?: keyof Row<C> & string } = {
  attributes: "lastUpdateDate",
  indicators: "resultLastUpdateDate",
  dossiers: "startingDate",
  documents: "requestDate",
  responses: "submittedAt",
  comments: "createdAt",
  contacts: "invitedAt",
  reports: "generatedAt",
  events: "occurredAt",
};
export function* beforeItsTime(collection: CollectionName, row: Fields, rows: Rows): Generator<Flaw> {
  const field = begins[collection];
  const owner = rows.find("thirdparties", row.thirdpartyId ?? row.targetResourceId);
  if (field === undefined || !owner) return;
  const begin = row[field] as string;
  if (begin < owner.creationDate.slice(0, begin.length))
    yield flaw(`/${field}`, `must not be before the third party joined the portfolio (${owner.creationDate})`);
}

const endOf = ({ expirationDate }: Pick<EvidenceRow, "expirationDate">) => expirationDate ?? "";
/** In years: intervals of an account are ten years long at most, or a hundred where they are in months. */
const longestPlan: Partial<Record<Row<"jobs">["kind"], number>> = { RECHECK: 101, INVITATION: 520 };

/** No plan is made further ahead than the end of what it is about, or than the intervals of an account are long. */
export function* plannedTooFar({ kind, subjectId, dueAt }: Row<"jobs">, clock: Moment, rows: Rows): Generator<Flaw> {
  const evidences = rows.find("documents", subjectId)?.evidences.map(endOf) ?? [];
  const end = [format(clock), rows.find("dossiers", subjectId)?.expirationDate ?? "", ...evidences].sort().at(-1) ?? "";
  const last = format(parse(end) + (longestPlan[kind] ?? 11) * 366 * day);
  if (dueAt > last) yield flaw("/dueAt", `must not be after ${last}: nothing is planned so far ahead`);
}
