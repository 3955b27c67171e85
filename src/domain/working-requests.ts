import type { z } from "zod";
import type { Document } from "../../contract/documents.ts";
import type { Dossier } from "../../contract/dossiers.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import type { service } from "../../contract/service.ts";
import type { Thirdparty } from "../../contract/thirdparties.ts";
import { day, format } from "./time.ts";

/** Rows as the store holds them or as the service lists them; a foreign service may leave fields out. */
export interface Existing {
  thirdparties: readonly Partial<Pick<Thirdparty, "thirdpartyId" | "archived" | "status">>[];
  dossiers: readonly Partial<Pick<Dossier, "dossierId" | "thirdpartyId" | "dossierTypeCode" | "typed" | "monitored">>[];
  documents: readonly Partial<
    Pick<Document, "documentId" | "dossierId" | "documentCode" | "statusCode" | "evidences">
  >[];
  /** Those of the default without it. */
  codes?: Record<"documents" | "dossierTypes", readonly string[]>;
  /** SIRET of a company that is not in the portfolio. */
  newcomer: string;
  now: number;
}
/** Undefined where nothing exists that the parameter could name. */
type Values = Record<string, number | undefined>;
type Endpoints = { [G in keyof typeof service]: (typeof service)[G][keyof (typeof service)[G]] }[keyof typeof service];
type ParameterOf<E> = E extends Endpoint ? Exclude<keyof z.output<E["params"]>, "accountId"> : never;

/** Ids of responses that can be decided. Those whose approval makes the document valid come first. */
function undecidedIn({ thirdparties, dossiers, documents, now }: Existing): number[] {
  return documents
    .flatMap(({ dossierId, statusCode, evidences = [] }) => {
      if (statusCode !== "ACTION_REQUIRED" && statusCode !== "ONGOING") return [];
      const dossier = dossiers.find((row) => row.dossierId === dossierId);
      const [evidence] = evidences;
      if (!dossier?.monitored || !evidence) return [];
      const owner = thirdparties.find(({ thirdpartyId }) => thirdpartyId === dossier.thirdpartyId);
      const lasts = evidences.every(({ expirationDate: end }) => end === null || end > format(now));
      return [{ responseId: evidence.responseId, sound: owner?.status === "ACTIVE" && lasts }];
    })
    .sort((a, b) => Number(b.sound) - Number(a.sound))
    .map(({ responseId }) => responseId);
}

/** For each path parameter a value that exists. The dossier, the document and the file belong together. */
function pathValues(existing: Existing): Record<ParameterOf<Endpoints>, number | undefined> {
  const answered = existing.documents.find(({ evidences = [] }) => evidences.length > 0);
  return {
    id: existing.thirdparties.find(({ archived }) => !archived)?.thirdpartyId,
    dossierId: answered?.dossierId,
    documentId: answered?.documentId,
    fileId: answered?.evidences?.[0]?.id,
    responseId: undecidedIn(existing)[0],
  };
}

const usualCodes = { documents: ["KBIS", "RIB"], dossierTypes: ["SCREENING"] };
const screeningFirst = (a: string, b: string) => Number(b === "SCREENING") - Number(a === "SCREENING");

/** Operations that succeed only with particular values. */
const exceptions: Record<string, (existing: Existing) => { params?: Values; body?: unknown }> = {
  "thirdparties.create": ({ newcomer }) => ({ body: { companyIdType: "CIT001", companyIdValue: newcomer } }),
  "dossiers.create": ({ thirdparties, dossiers, codes = usualCodes }) => {
    // Rules open few screenings.
    for (const dossierTypeCode of codes.dossierTypes.toSorted(screeningFirst)) {
      const open = dossiers.filter((row) => row.monitored && row.dossierTypeCode === dossierTypeCode);
      const id = thirdparties.find(
        (row) => !row.archived && open.every(({ thirdpartyId }) => thirdpartyId !== row.thirdpartyId),
      )?.thirdpartyId;
      if (id !== undefined) return { params: { id }, body: { dossierTypeCode } };
    }
    return { body: { requiredDocuments: codes.documents.slice(0, 2) } };
  },
  "dossiers.require": ({ dossiers, documents, codes }) => {
    const dossierId = dossiers.find(({ monitored, typed }) => monitored && !typed)?.dossierId;
    const asked = documents.flatMap((row) => (row.dossierId === dossierId ? [row.documentCode] : []));
    const more = codes?.documents.find((code) => !asked.includes(code));
    return { params: { dossierId }, ...(more !== undefined && { body: { newRequiredDocuments: [more] } }) };
  },
  "responses.reject": (existing) => ({ params: { responseId: undecidedIn(existing).slice(0, 2).at(-1) } }),
};

/** For any operation a request that succeeds on what exists: its own example, with values that exist. */
export function workingRequests(existing: Existing) {
  const values: Values = pathValues(existing);
  const range = {
    eventOccurrenceStartDate: format(existing.now - 366 * day).slice(0, 19),
    eventOccurrenceEndDate: format(existing.now + day).slice(0, 19),
  };
  return (operationId: string, { params, examples }: Endpoint) => {
    const { query = {}, body } = examples.success ?? {};
    const names = Object.keys(params.shape).filter((name) => name !== "accountId");
    return {
      params: Object.fromEntries(names.map((name) => [name, values[name]])),
      query: "eventNames" in query ? { ...query, ...range } : query,
      body,
      ...exceptions[operationId]?.(existing),
    };
  };
}
