import type { OpenApi } from "./document.ts";
import { account } from "./sandbox.ts";
import { newcomers, type Prepared } from "./world.ts";

type Json = { [key: string]: unknown };
type Schema = Json & { properties: Record<string, Json>; anyOf?: unknown[] };

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: unknown;
  examples: Record<string, { value: unknown }>;
}

interface Content {
  content?: Record<string, { examples?: Record<string, unknown> }>;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/**
 * Specmatic tries every subset of the optional parameters, and eleven of them make thousands of requests. So each
 * parameter is tried at one of the operations that take it. The event filter is tried at the searches, which require
 * it: no schema says that its three parts go together.
 */
const filter = ["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate"];
const triedParameters: Record<string, string[]> = {
  "thirdparties.list": ["page", "size", "name", "siret"],
  "thirdparties.search": ["siren", "status", "countryCode", "archived", ...filter],
  "dossiers.list": ["page", "size", "statusCode"],
  "dossiers.search": ["dossierTypeCode", "thirdpartyId", ...filter],
  "documents.search": ["statusCode", "documentCode", ...filter],
};

const keepOnly = (kept: string, { parameters = [], requestBody, responses }: Operation) => {
  const media = [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));
  for (const { examples = {} } of [...parameters, ...media])
    for (const name of Object.keys(examples)) if (name !== kept) delete examples[name];
};
const oneOf = (...values: unknown[]) => ({ type: "string", enum: values });
const listOf = (maxItems: number, items: Json) => ({ type: "array", items, minItems: 1, maxItems });

/**
 * The document for a tool that makes requests up from schemas. Values that exist in this world, and that no schema can
 * describe, are enumerated. Only requests are narrowed and no response is widened, so a response that passes here also
 * passes by the published document.
 */
export function narrowed(published: OpenApi, prepared: Prepared): OpenApi {
  const document = structuredClone(published) as OpenApi & { components: { schemas: Record<string, Schema> } };
  const { schemas } = document.components;
  const set = (name: string, properties: Record<string, Json>) => {
    const known = schemas[name]?.properties ?? {};
    for (const property of Object.keys(properties))
      if (!(property in known)) throw new Error(`conformance/narrow.ts: there is no ${name}.${property} any more.`);
    Object.assign(known, properties);
  };
  const { siret, siren } = prepared.thirdparty;

  // Identifiers have check digits.
  set("NewThirdpartyBySiret", { companyIdValue: oneOf(newcomers.siret) });
  set("NewThirdpartyByVat", { companyIdValue: oneOf(newcomers.vat) });
  set("NewThirdpartyByDuns", { companyIdValue: oneOf(newcomers.duns) });
  set("SearchBySiret", { value: oneOf(siret) });
  set("SearchBySiren", { value: oneOf(siren) });
  set("SearchByVat", { value: oneOf(newcomers.vat) });
  set("SearchByDuns", { value: oneOf(newcomers.duns) });
  set("SearchByLocalId", { countryCode: oneOf("DE"), value: oneOf(newcomers.localId) });

  // The account knows certain codes and labels, an expiration is not in the past, and each attribute has its values.
  const piece = oneOf("KBIS", "IBAN");
  set("Requirements", { newRequiredDocuments: listOf(50, oneOf("ISO_27001")) });
  const day = oneOf("2027-01-15");
  set("NewTypedDossier", { dossierTypeCode: oneOf(prepared.unopened), expirationDate: day });
  set("NewFreeDossier", { requiredDocuments: listOf(50, piece), expirationDate: day });
  set("AttributeSetting", { label: oneOf("Business unit"), values: listOf(2, oneOf("Travaux", "Informatique")) });

  // The two kinds of dossier exclude each other, so that anyOf and oneOf mean the same.
  const { anyOf, ...dossier } = schemas.NewDossier as Schema;
  if (anyOf) (schemas as Record<string, Json>).NewDossier = { ...dossier, oneOf: anyOf };

  for (const operation of Object.values(document.paths).flatMap((path) =>
    Object.values(path),
  ) as unknown as Operation[]) {
    const { operationId, parameters = [] } = operation;
    if (operationId === "attributes.set") keepOnly("multiple", operation);
    const tried = triedParameters[operationId];
    if (tried)
      operation.parameters = parameters.filter(({ in: place, name }) => place === "path" || tried.includes(name));
    // Specmatic takes the range */* for a media type; the file of the examples is a PDF.
    for (const { content = {} } of Object.values(operation.responses))
      if ("application/pdf" in content) delete content["*/*"];
    // Any other account is refused before the rest of the request is read.
    for (const parameter of parameters.filter(({ name }) => name === "accountId")) parameter.schema = oneOf(account);
    // A list that is not exploded is one text in the URL.
    for (const parameter of parameters.filter(({ name }) => name === "eventNames")) {
      const [text] = Object.values(parameter.examples).map(({ value }) => String(value));
      parameter.schema = oneOf(text);
      for (const named of Object.values(parameter.examples)) named.value = text;
    }
  }
  return document;
}
