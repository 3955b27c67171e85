import type { RequestOf } from "../../contract/endpoint.ts";
import type { service } from "../../contract/index.ts";
import type { Handlers, HandlersOf } from "../../src/sandbox/handlers.ts";

/**
 * Errors that the compiler must find. A "@ts-expect-error" is itself an error when the line below it compiles;
 * refusals.test.ts removes the marks and checks where the compiler complains.
 */

interface World {
  now: number;
}
type Responses = Handlers<typeof service.responses, World>;
type Documents = Handlers<typeof service.documents, World>;

const decision = {
  responseId: 1,
  documentId: 2,
  dossierId: 3,
  decision: "APPROVED",
  statusCode: "VALID",
  comment: null,
  shareRejectionReason: null,
  decisionDate: "2026-01-15T09:00:00.000",
  decidedBy: "demo",
} as const;

/** Handlers that compile. */
export const right: Responses = {
  async approve({ params, body }, world) {
    if (params.responseId === world.now)
      return { status: 404, body: { code: "RESPONSE_NOT_FOUND", detail: `${params.accountId} has no such response.` } };
    return { status: 200, body: { ...decision, comment: body.comment ?? null } };
  },
  async reject({ body }) {
    return {
      status: 200,
      body: { ...decision, decision: "REJECTED", shareRejectionReason: body.shareRejectionReason },
    };
  },
};
const { approve, reject } = right;

// @ts-expect-error refuses a group that lacks a handler
export const missing: Responses = { approve };

// @ts-expect-error refuses a handler for no endpoint
export const surplus: Responses = { approve, reject, archive: approve };

// @ts-expect-error refuses a surface that lacks a group
export const lacking: HandlersOf<typeof service, World> = { responses: right };

export const undeclared: Responses = {
  reject,
  // @ts-expect-error refuses a status that the endpoint does not declare
  async approve() {
    return { status: 418, body: { code: "CONFLICT", detail: "No." } };
  },
};

export const wrongBody: Responses = {
  reject,
  // @ts-expect-error refuses a body without one of its properties
  async approve() {
    const { decidedBy, ...rest } = decision;
    return { status: 200, body: { ...rest, by: decidedBy } };
  },
};

export const wrongValue: Responses = {
  reject,
  // @ts-expect-error refuses a value outside its enumeration
  async approve() {
    return { status: 200, body: { ...decision, statusCode: "MISSING" as const } };
  },
};

export const wrongRefusal: Responses = {
  reject,
  // @ts-expect-error refuses a problem code that is not in the contract
  async approve() {
    return { status: 404, body: { code: "GONE_FISHING" as const, detail: "No." } };
  },
};

export const wrongParameter: Responses = {
  reject,
  async approve({ params }) {
    // @ts-expect-error refuses a parameter that the path does not have
    params.documentId;
    return { status: 200, body: decision };
  },
};

export const wrongQuery: Responses = {
  reject,
  async approve({ query }) {
    // @ts-expect-error refuses a query where there is none
    query.page;
    return { status: 200, body: decision };
  },
};

export const wrongField: Responses = {
  reject,
  async approve({ body }) {
    // @ts-expect-error refuses a property that the body does not have
    body.shareRejectionReason;
    return { status: 200, body: decision };
  },
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
