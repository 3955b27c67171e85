import type { RequestOf } from "../../contract/endpoint.ts";
import type { service } from "../../contract/index.ts";
import type { Handlers, HandlersOf } from "../../src/sandbox/handlers.ts";

/** Errors that the compiler must find. A "@ts-expect-error" is itself an error when the line below it compiles. */

interface World {
  now: number;
}
type Responses = Handlers<typeof service.responses, World>;
type Approve = Responses["approve"];
type Documents = Handlers<typeof service.documents, World>;

const decision = {
  ...{ responseId: 1, documentId: 2, dossierId: 3, comment: null, shareRejectionReason: null, decidedBy: "demo" },
  ...({ decision: "APPROVED", statusCode: "VALID", decisionDate: "2026-01-15T09:00:00.000" } as const),
  notified: [],
};

/** Handlers that compile. */
export const right: Responses = {
  async approve({ params, body }, world) {
    if (params.responseId === world.now)
      return { status: 404, body: { code: "RESPONSE_NOT_FOUND", detail: `${params.accountId} has no such response.` } };
    return { status: 200, body: { ...decision, comment: body.comment ?? null } };
  },
  async reject({ body: { shareRejectionReason } }) {
    return { status: 200, body: { ...decision, decision: "REJECTED", shareRejectionReason } };
  },
};
const { approve, reject } = right;

// @ts-expect-error refuses a group that lacks a handler
export const missing: Responses = { approve };

// @ts-expect-error refuses a handler for no endpoint
export const surplus: Responses = { approve, reject, archive: approve };

// @ts-expect-error refuses a surface that lacks a group
export const lacking: HandlersOf<typeof service, World> = { responses: right };

// @ts-expect-error refuses a status that the endpoint does not declare
export const undeclared: Approve = async () => ({ status: 418, body: { code: "CONFLICT", detail: "No." } });

const { decidedBy, ...nobodys } = decision;
// @ts-expect-error refuses a body without one of its properties
export const wrongBody: Approve = async () => ({ status: 200, body: { ...nobodys, by: decidedBy } });

// @ts-expect-error refuses a value outside its enumeration
export const wrongValue: Approve = async () => ({ status: 200, body: { ...decision, statusCode: "MISSING" as const } });

// @ts-expect-error refuses a problem code that is not in the contract
export const wrongRefusal: Approve = async () => ({ status: 404, body: { code: "GONE" as const, detail: "No." } });

export const wrongRequest: Approve = async ({ params, query, body }) => {
  // @ts-expect-error refuses a parameter that the path does not have
  params.documentId;
  // @ts-expect-error refuses a query where there is none
  query.page;
  // @ts-expect-error refuses a property that the body does not have
  body.shareRejectionReason;
  return { status: 200, body: decision };
};

// @ts-expect-error refuses JSON where a file is declared
export const wrongFile: Documents["file"] = async () => ({ status: 200, body: { content: "text" } });

export const wrongFilter = (query: RequestOf<typeof service.documents.search>["query"]) => {
  const { page, eventNames, eventOccurrenceStartDate } = query;
  const [numbers, names, start]: [number, string[], string] = [page, eventNames, eventOccurrenceStartDate];
  // @ts-expect-error refuses a filter that belongs to another list
  query.siret;
  return [numbers, names, start];
};
