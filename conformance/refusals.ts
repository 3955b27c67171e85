import { casesOf, type OpenApi } from "./document.ts";
import { account } from "./sandbox.ts";
import { type Cast, identifiers } from "./world.ts";

type Json = { [key: string]: unknown };
interface Wish {
  accountId?: string;
  token?: false;
  headers?: Record<string, string>;
  path?: Json;
  query?: Json;
  body?: unknown;
}

const nobody = 999_999_999;
const megabyte = "x".repeat(1_100_000);

/** What brings each status about that is not brought about in the same way everywhere. */
function particular(cast: Cast): Record<string, Record<string, Wish>> {
  const { thirdpartyId: id, siret } = cast.thirdparty;
  const { dossierId } = cast.file;
  const bySiret = (companyIdValue: string): Wish => ({ body: { companyIdType: "CIT001", companyIdValue } });
  const searched = (value: string): Wish => ({ body: { countryCode: "FR", searchBy: "SIRET", value } });
  return {
    "thirdparties.create": {
      404: bySiret(identifiers.unknown),
      409: bySiret(siret),
      503: bySiret(identifiers.down),
      504: bySiret(identifiers.timeout),
    },
    "thirdparties.find": { 503: searched(identifiers.down), 504: searched(identifiers.timeout) },
    "thirdparties.get": { 404: { path: { id: nobody } } },
    "attributes.list": { 404: { path: { id: nobody } } },
    "attributes.set": {
      404: { path: { id: nobody } },
      409: { path: { id }, body: { label: "Risque global", values: ["High"] } },
    },
    "indicators.list": { 404: { path: { id: nobody } } },
    "dossiers.ofThirdparty": { 404: { path: { id: nobody } } },
    "dossiers.create": {
      404: { path: { id: nobody } },
      409: { path: { id }, body: { dossierTypeCode: cast.typed.dossierTypeCode } },
    },
    "dossiers.require": { 404: { path: { dossierId: nobody } }, 409: { path: { dossierId: cast.typed.dossierId } } },
    "dossiers.download": { 404: { path: { dossierId: nobody } } },
    "documents.list": { 404: { path: { dossierId: nobody } } },
    "documents.get": { 404: { path: { dossierId, documentId: nobody } } },
    "documents.file": { 404: { path: { ...cast.file, fileId: nobody } } },
    "documents.link": { 404: { path: { ...cast.file, fileId: nobody } } },
    // A decided answer: that of the valid document.
    "responses.approve": { 404: { path: { responseId: nobody } }, 409: { path: { responseId: cast.decided } } },
    "responses.reject": { 404: { path: { responseId: nobody } }, 409: { path: { responseId: cast.decided } } },
  };
}

/** What brings a status about at any operation. */
const general: Record<string, Wish> = {
  400: { headers: { Prefer: "handling=strict" }, query: { unheardOf: "1" } },
  401: { token: false },
  403: { accountId: "somebody-else" },
  406: { headers: { Accept: "text/csv" } },
  413: { body: { megabyte } },
  415: { headers: { "Content-Type": "text/plain" } },
};

const stepOf = (operationId: string, status: string, wish: Wish): Json => {
  const { accountId = account, token, headers = {}, path = {}, query = {}, body } = wish;
  const authorised = token === false ? headers : { Authorization: "Bearer {$inputs.bearerAuth}", ...headers };
  const { "Content-Type": contentType = "application/json", ...others } = authorised as Record<string, string>;
  const of = (place: string, values: Json) =>
    Object.entries(values).map(([name, value]) => ({ in: place, name, value }));
  return {
    stepId: `${operationId}-${status}`,
    operationId: `$sourceDescriptions.service.${operationId}`,
    parameters: [...of("path", { accountId, ...path }), ...of("query", query), ...of("header", others)],
    ...(body === undefined && contentType === "application/json"
      ? {}
      : { requestBody: { contentType, payload: body ?? "text" } }),
    successCriteria: [{ condition: `$statusCode == ${status}` }, { condition: `$response.body#/status == ${status}` }],
  };
};

const given = (parameters: { name: string }[], values: Json): Json =>
  Object.fromEntries(parameters.filter(({ name }) => name in values).map(({ name }) => [name, String(values[name])]));

/** An Arazzo document with one step for each refusal that the document declares, each brought about by its own cause. */
export function refusals(document: OpenApi, cast: Cast): Json {
  const wishes = particular(cast);
  const cases = casesOf(cast);
  const workflows = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, parameters = [], responses }) => {
      const name = operationId.replace("-", ".");
      // Right but for what is wrong.
      const { params = {}, query: filters = {} } = cases[name]?.success ?? {};
      const path = given(
        parameters.filter((parameter) => parameter.in === "path"),
        params,
      );
      const query = given(
        parameters.filter((parameter) => parameter.in === "query" && parameter.required),
        filters,
      );
      const statuses = Object.keys(responses).filter((status) => !status.startsWith("2"));
      const steps = statuses.map((status) => {
        const wish = wishes[name]?.[status] ?? general[status];
        if (!wish) throw new Error(`conformance/refusals.ts does not know how ${operationId} comes to ${status}`);
        return stepOf(operationId, status, {
          ...wish,
          path: { ...path, ...wish.path },
          query: { ...query, ...wish.query },
        });
      });
      return {
        workflowId: `refusals-of-${operationId}`,
        summary: `Every refusal that ${operationId} declares`,
        inputs: { $ref: "#/components/inputs/run" },
        steps,
      };
    });
  return {
    arazzo: "1.0.1",
    info: { title: "Refusals", version: "1.0.0" },
    sourceDescriptions: [{ name: "service", type: "openapi", url: "./service.json" }],
    components: {
      inputs: { run: { type: "object", properties: { bearerAuth: { type: "string", format: "password" } } } },
    },
    workflows,
  };
}
