import { object, z } from "zod";
import { assumedFields, assumedObject } from "./assumptions.ts";
import { AccountId, Count, IdParameters, InvalidRequest, Problem, wholeNumber } from "./shared.ts";

/** The path below which the service keeps an account. */
export const account = "/api/v1/account/:accountId";

const ofAccount = { accountId: AccountId };
const ofDossier = { ...ofAccount, dossierId: IdParameters.dossierId };
const ofDocument = { ...ofDossier, documentId: IdParameters.documentId };
/** Path parameters, by the resource that the path leads to. */
export const params = {
  account: object(ofAccount),
  thirdparty: object({ ...ofAccount, id: IdParameters.thirdpartyId }),
  dossier: object(ofDossier),
  document: object(ofDocument),
  file: object({ ...ofDocument, fileId: IdParameters.fileId }),
  response: object({ ...ofAccount, responseId: IdParameters.responseId }),
};

export const PageQuery = assumedFields("pagination", {
  page: wholeNumber(0, 1_000_000, "INVALID_PAGE")
    .default(0)
    .meta({
      default: 0,
      description:
        "Page, from 0. Rows are in the order of their ids and counted from the first: a row that joins between two " +
        "requests may shift the following ones, so that one repeats. An event filter that ends in the past gives " +
        "stable pages.",
    }),
  size: wholeNumber(1, 100, "INVALID_PAGE").default(20).meta({ default: 20, description: "Rows on a page." }),
});

export const pageOf = <S extends z.ZodType>(name: string, item: S) =>
  object({
    ...assumedFields("response-shapes", { content: z.array(item) }),
    ...assumedFields("pagination", { page: Count, size: Count, totalElements: Count, totalPages: Count }),
  }).meta({ id: name, description: "One page of a list." });

/** A short list that belongs to one resource. */
export const listOf = <S extends z.ZodType>(name: string, item: S) =>
  assumedObject("response-shapes", { content: z.array(item) }).meta({ id: name, description: "A short list." });

/** Refusals that every endpoint declares. */
export const guarded = { 400: InvalidRequest, 401: Problem, 403: Problem, 406: Problem } as const;
/** Refusals of an endpoint that takes a body. */
export const guardedWrite = { ...guarded, 413: Problem, 415: Problem } as const;
