import { assumptions } from "../../contract/assumptions.ts";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { nearest } from "../../contract/nearest.ts";
import { service } from "../../contract/service.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { Refused } from "./session.ts";

const scheme = "tiers-sandbox:";
export const contractUri = (operation: string) => `${scheme}//contract/${operation}`;
export const assumptionsUri = `${scheme}//assumptions`;

const operations = operationsOf(service);
export const operationIds = operations.map(({ operationId }) => operationId);

/** One operation of the service: what it takes, what it answers, examples, and what it assumes. */
export function contractOf(operationId: string): string {
  const found = operations.find((each) => each.operationId === operationId);
  if (found) return JSON.stringify({ operationId, ...written(found.endpoint) });
  const near = nearest(operationId, operationIds);
  const advice = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new Refused(`There is no operation ${operationId}.${advice} There are ${operationIds.join(", ")}.`);
}

function written({ method, path, summary, description, params, query, body, responses, examples, assumes }: Endpoint) {
  const answers = Object.entries(responses).map(([status, schema]) => {
    // Refusals are all of one shape.
    if (Number(status) >= 300) return [status, "a problem document"];
    return [status, isBinary(schema) ? schema.description : jsonSchemaOf(schema)];
  });
  return {
    ...{ method: method.toUpperCase(), path, summary, description },
    path_parameters: jsonSchemaOf(params),
    ...(query && { query: jsonSchemaOf(query) }),
    ...(body && { body: jsonSchemaOf(body) }),
    responses: Object.fromEntries(answers),
    examples,
    assumes: (assumes ?? []).map((key) => ({ key, ...assumptions[key] })),
  };
}

/** What the specification leaves open, and what was chosen. */
export const assumptionsText = () =>
  Object.entries(assumptions)
    .map(([key, { gap, chosen }]) => `${key}\n  Open: ${gap}\n  Chosen: ${chosen}\n`)
    .join("\n");
