import { casesOf, type OpenApi } from "./document.ts";
import { account } from "./sandbox.ts";
import { identifiers, type Prepared } from "./world.ts";

type Json = { [key: string]: unknown };
interface Wish {
  accountId?: string;
  token?: false;
  headers?: Record<string, string>;
  path?: Json;
  query?: Json;
  body?: unknown;
}

const megabyte = "x".repeat(1_100_000);

/** Refusals whose cause differs from operation to operation. */
function particular({ thirdparty, typed, file }: Prepared): Record<string, Record<string, Wish>> {
  const { thirdpartyId: id, siret } = thirdparty;
  const bySiret = (companyIdValue: string | null): Wish => ({ body: { companyIdType: "CIT001", companyIdValue } });
  const searched = (value: string): Wish => ({ body: { countryCode: "FR", searchBy: "SIRET", value } });
  const decided = { path: { responseId: file.evidences[0]?.responseId } };
  return {
    "thirdparties.create": {
      404: bySiret(identifiers.unknown),
      409: bySiret(siret),
      503: bySiret(identifiers.down),
      504: bySiret(identifiers.timeout),
    },
    "thirdparties.find": { 503: searched(identifiers.down), 504: searched(identifiers.timeout) },
    "attributes.set": { 409: { path: { id }, body: { label: "Risque global", values: ["High"] } } },
    "dossiers.create": { 409: { path: { id }, body: { dossierTypeCode: typed.dossierTypeCode } } },
    "dossiers.require": { 409: { path: { dossierId: typed.dossierId } } },
    "responses.approve": { 409: decided },
    "responses.reject": { 409: decided },
  };
}

/** 404 comes of an id that nothing has, in the last place of the path. */
const unknown = (path: Json): Wish => {
  const [last] = Object.keys(path).slice(-1);
  return last === undefined ? {} : { path: { ...path, [last]: 999_999_999 } };
};

/** Refusals that have the same cause at every operation. */
const general: Record<string, Wish> = {
  400: { headers: { Prefer: "handling=strict" }, query: { unknownParameter: "1" } },
  401: { token: false },
  403: { accountId: "another-account" },
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

/** An Arazzo document with one step for each refusal that the OpenAPI document declares. */
export function refusals(document: OpenApi, prepared: Prepared): Json {
  const wishes = particular(prepared);
  const cases = casesOf(prepared);
  const workflows = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, parameters = [], responses }) => {
      const name = operationId.replace("-", ".");
      // Everything but the cause of the refusal is right.
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
        const wish = wishes[name]?.[status] ?? (status === "404" ? unknown(path) : general[status]);
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
