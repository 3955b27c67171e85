import { operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";
import { workingRequests } from "../src/domain/working-requests.ts";
import { account } from "./sandbox.ts";
import { newcomers, type Prepared } from "./world.ts";

type Json = { [key: string]: unknown };
interface Case {
  params?: Json;
  query?: Json;
  body?: unknown;
}
interface Media {
  schema?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; examples?: unknown; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
export interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Queries and bodies that hold every optional parameter and property at least once. The tools invent those that are
 * left out, and no schema describes check digits, three parameters that go together, or a start before an end.
 */
function fullCases({ thirdparty, form, missing, unopened }: Prepared): Record<string, Record<string, Case>> {
  const { thirdpartyId, name, siret, siren } = thirdparty;
  const page = { page: 0, size: 20 };
  const range = { eventOccurrenceStartDate: "2025-01-01T00:00:00", eventOccurrenceEndDate: "2026-12-31T23:59:59.999" };
  const thirdparties = {
    ...page,
    name,
    siret,
    siren,
    status: "ACTIVE",
    countryCode: "FR",
    archived: false,
    eventNames: ["THIRD_PARTY_ADDED"],
    ...range,
  };
  const dossiers = {
    ...page,
    statusCode: "ONGOING",
    dossierTypeCode: "VIGILANCE",
    thirdpartyId,
    eventNames: ["DOSSIER_ADDED"],
    ...range,
  };
  const documents = {
    ...page,
    statusCode: "VALID",
    documentCode: "KBIS",
    eventNames: ["DOCUMENT_ANSWER_ACCEPTED"],
    ...range,
  };
  const contacts = [{ email: "claire.martin@novalune.example", firstName: "Claire", lastName: "Martin" }];
  const newDossier = {
    description: "Référencement du chantier nord",
    purchasingCategory: "Travaux",
    expirationDate: "2027-01-15",
    thirdpartyEmail: ["claire.martin@novalune.example"],
  };
  const found = (searchBy: string, countryCode: string, value: string | null): Case => ({
    query: page,
    body: { countryCode, searchBy, value },
  });
  const company = (companyIdType: string, companyIdValue: string, thirdpartyCode: string): Case => ({
    body: { companyIdType, companyIdValue, thirdpartyCode, contacts },
  });
  const opened = (dossierReference: string, content: object): Case => ({
    body: { ...content, dossierReference, ...newDossier },
  });
  return {
    "thirdparties.list": { success: { query: thirdparties } },
    "thirdparties.create": {
      success: company("CIT001", newcomers.siret, "FRN-000142"),
      vat: company("CIT002", newcomers.vat, "FRN-000143"),
      duns: company("CIT003", newcomers.duns, "FRN-000144"),
    },
    "thirdparties.search": { success: { query: thirdparties } },
    "thirdparties.find": {
      success: found("NAME", "FR", name),
      siret: found("SIRET", "FR", siret),
      siren: found("SIREN", "FR", siren),
      vat: found("VAT", "DE", newcomers.vat),
      duns: found("DUNS", "DE", newcomers.duns),
      localId: found("LOCAL_ID", "DE", newcomers.localId),
    },
    "attributes.set": {
      success: { body: { label: "Criticité", values: ["Medium"] } },
      multiple: { body: { label: "Business unit", values: ["Travaux", "Informatique"] } },
      amount: { body: { label: "Montant d'achat annuel", values: [250_000] } },
    },
    "dossiers.create": {
      success: opened("CONFORMANCE-2", { dossierTypeCode: unopened }),
      free: opened("CONFORMANCE-3", { requiredDocuments: ["KBIS", "IBAN"] }),
    },
    "dossiers.list": { success: { query: dossiers } },
    "dossiers.search": { success: { query: dossiers } },
    "documents.get": {
      success: {},
      form: { params: { dossierId: form.dossierId, documentId: form.documentId } },
      missing: { params: { dossierId: missing.dossierId, documentId: missing.documentId } },
    },
    "documents.search": { success: { query: documents } },
    "responses.reject": {
      success: {},
      unshared: { body: { comment: "Garantie trop faible", shareRejectionReason: false } },
    },
  };
}

/** One successful case of every operation. */
export const exampleCases = (requestOf: ReturnType<typeof workingRequests>): Cases =>
  Object.fromEntries(
    operationsOf(service).map(({ operationId, endpoint }) => [
      operationId,
      { success: requestOf(operationId, endpoint) },
    ]),
  );

/** Respect takes a dot in an operation's id for the end of the document's name. */
export const undotted = (document: OpenApi): OpenApi =>
  JSON.parse(JSON.stringify(document).replace(/("operationId":"\w+)\./g, "$1-")) as OpenApi;

/** The successful cases of every operation: its full ones, or else its own example, with ids of the prepared world. */
export function casesOf(prepared: Prepared): Cases {
  const full = fullCases(prepared);
  const requestOf = workingRequests(prepared);
  const cases = operationsOf(service).map(({ operationId, endpoint }) => {
    const request = requestOf(operationId, endpoint);
    const named = Object.entries(full[operationId] ?? { success: {} });
    return [operationId, Object.fromEntries(named.map(([name, sent]) => [name, { ...request, ...sent }]))];
  });
  return Object.fromEntries(cases);
}

const isSuccess = (status: string) => status.startsWith("2");
const first = (media: Media) => Object.values(media.examples ?? {})[0]?.value;

/** The published document, with examples that are true of the prepared world; nothing else of it changes. */
export const withLiveExamples = (published: OpenApi, prepared: Prepared): OpenApi =>
  withExamples(published, casesOf(prepared), account);

type Cases = Record<string, Record<string, Case>>;
export function withExamples(published: OpenApi, cases: Cases, accountId: string): OpenApi {
  const document = structuredClone(published);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const named = Object.entries(cases[operation.operationId] ?? {});
    for (const parameter of operation.parameters ?? []) {
      const valueIn = ({ params, query }: Case) =>
        (parameter.in === "path" ? { accountId, ...params } : query)?.[parameter.name];
      const examples = named
        .map(([name, example]) => [name, { value: valueIn(example) }] as const)
        .filter(([, { value }]) => value !== undefined);
      delete parameter.example;
      parameter.examples = Object.fromEntries(examples);
    }
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      media.examples = Object.fromEntries(named.map(([name, { body }]) => [name, { value: body }]));
    for (const [status, { content }] of Object.entries(operation.responses))
      if (isSuccess(status))
        for (const media of Object.values(content ?? {})) {
          const fallback = first(media);
          media.examples = Object.fromEntries(
            named.map(([name]) => [name, media.examples?.[name] ?? { value: fallback }]),
          );
        }
  }
  return document;
}
