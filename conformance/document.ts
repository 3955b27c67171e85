import { account } from "./sandbox.ts";
import { type Cast, newcomers } from "./world.ts";

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
 * What is sent in each operation's successful cases. Every optional parameter and property is there at least once: what is left out is
 * invented by the tools, and no pattern tells them of check digits, of three parameters that go together, or of a start before an end.
 */
export function casesOf(cast: Cast): Record<string, Record<string, Case>> {
  const { thirdpartyId: id, name, siret, siren } = cast.thirdparty;
  const one = { params: { id } };
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
    thirdpartyId: id,
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
  const response = { params: { responseId: cast.undecided } };
  const found = (body: unknown): Case => ({ query: page, body });
  return {
    "thirdparties.list": { success: { query: thirdparties } },
    "thirdparties.create": {
      success: {
        body: { companyIdType: "CIT001", companyIdValue: newcomers.siret, thirdpartyCode: "FRN-000142", contacts },
      },
      vat: { body: { companyIdType: "CIT002", companyIdValue: newcomers.vat, thirdpartyCode: "FRN-000143", contacts } },
      duns: {
        body: { companyIdType: "CIT003", companyIdValue: newcomers.duns, thirdpartyCode: "FRN-000144", contacts },
      },
    },
    "thirdparties.search": { success: { query: thirdparties } },
    "thirdparties.find": {
      success: found({ countryCode: "FR", searchBy: "NAME", value: name }),
      siret: found({ countryCode: "FR", searchBy: "SIRET", value: siret }),
      siren: found({ countryCode: "FR", searchBy: "SIREN", value: siren }),
      vat: found({ countryCode: "DE", searchBy: "VAT", value: newcomers.vat }),
      duns: found({ countryCode: "DE", searchBy: "DUNS", value: newcomers.duns }),
      localId: found({ countryCode: "DE", searchBy: "LOCAL_ID", value: "München HRB 998812" }),
    },
    "thirdparties.get": { success: one },
    "attributes.available": { success: {} },
    "attributes.list": { success: one },
    "attributes.set": {
      success: { ...one, body: { label: "Criticité", values: ["Medium"] } },
      multiple: { ...one, body: { label: "Business unit", values: ["Travaux", "Informatique"] } },
      amount: { ...one, body: { label: "Montant d'achat annuel", values: [250_000] } },
    },
    "indicators.list": { success: one },
    "dossiers.ofThirdparty": { success: one },
    "dossiers.create": {
      success: { ...one, body: { dossierTypeCode: cast.unopened, dossierReference: "CONFORMANCE-2", ...newDossier } },
      free: { ...one, body: { requiredDocuments: ["KBIS", "IBAN"], dossierReference: "CONFORMANCE-3", ...newDossier } },
    },
    "dossiers.list": { success: { query: dossiers } },
    "dossiers.search": { success: { query: dossiers } },
    "dossiers.require": {
      success: { params: { dossierId: cast.free.dossierId }, body: { newRequiredDocuments: ["ISO_27001"] } },
    },
    "dossiers.download": { success: { params: { dossierId: cast.free.dossierId } } },
    "documents.list": { success: { params: { dossierId: cast.free.dossierId } } },
    "documents.get": { success: { params: cast.file }, form: { params: cast.form }, missing: { params: cast.missing } },
    "documents.file": { success: { params: cast.file } },
    "documents.link": { success: { params: cast.file } },
    "documents.search": { success: { query: documents } },
    "responses.approve": { success: { ...response, body: { comment: "Conforme" } } },
    "responses.reject": {
      success: { ...response, body: { comment: "Document illisible", shareRejectionReason: true } },
      unshared: { ...response, body: { comment: "Garantie trop faible", shareRejectionReason: false } },
    },
  };
}

const isSuccess = (status: string) => status.startsWith("2");
const first = (media: Media) => Object.values(media.examples ?? {})[0]?.value;

/** The published document, with examples that are true of the prepared world; nothing else of it is touched. */
export function withLiveExamples(published: OpenApi, cast: Cast): OpenApi {
  const document = structuredClone(published);
  const cases = casesOf(cast);
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const named = Object.entries(cases[operation.operationId] ?? {});
    if (named.length === 0) throw new Error(`conformance/document.ts has no case of ${operation.operationId}`);
    for (const parameter of operation.parameters ?? []) {
      const valueIn = ({ params, query }: Case) =>
        (parameter.in === "path" ? { accountId: account, ...params } : query)?.[parameter.name];
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
