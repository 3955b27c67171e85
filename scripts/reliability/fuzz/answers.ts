import { isBinary } from "../../../contract/endpoint.ts";
import type { Surface } from "../../../contract/openapi.ts";
import { type Json, pointer, published } from "../../../test/contract/published.ts";
import type { Answer } from "../client.ts";
import type { Drawn, Operation } from "./requests.ts";

const documents = { service: published("service"), control: published("control") };
type Validator = ReturnType<(typeof documents)["service"]["validator"]>;
const validators = new Map<string, Validator>();

/** Statuses of any path: an empty parameter makes another path, and a long one too large a head. */
const ofAnyPath = [404, 405, 431];
/** Of a file that is asked for in part, or with a condition. */
const ofFiles = [206, 304, 412, 416];

/** What the published document says against an answer, or undefined. */
export function complaint({ operation, method }: Drawn, answer: Answer): string | undefined {
  const { endpoint } = operation;
  const { status, headers, bytes } = answer;
  const declared = endpoint.responses[status];
  if (status >= 500 && (declared === undefined || ![503, 504, 507].includes(status))) return bytes.toString();
  const file = Object.values(endpoint.responses).some(isBinary);
  if (declared === undefined && !ofAnyPath.includes(status) && !(file && ofFiles.includes(status)))
    return "the status is not declared";
  const type = headers["content-type"]?.split(";")[0] ?? "";
  if (method === "HEAD" || status === 304 || status === 204) return bytes.length > 0 ? "it has a body" : undefined;
  if (status < 300 && declared && isBinary(declared))
    return declared.binary.some((each) => each === type || each === "*/*") ? undefined : `it is of type ${type}`;
  if (status === 206) return undefined;
  const schema = declared ? responseSchema(operation, status, type) : pointer("components", "schemas", "Problem");
  if (schema === undefined) return `the type ${type} is not declared`;
  const validator = validatorOf(operation.surface, schema);
  return validator.accepts(answer.body) ? undefined : validator.complaint();
}

function responseSchema({ surface, operationId }: Operation, status: number, type: string): string | undefined {
  const { operations, document } = documents[surface];
  const { place, operation } = operations.find((each) => each.operation.operationId === operationId) ?? {};
  const response = operation?.responses[status] as Json | undefined;
  const shared = /^#\/components\/responses\/(\w+)$/.exec(String(response?.$ref))?.[1];
  const [at, found] = shared
    ? [pointer("components", "responses", shared), document.components.responses?.[shared]]
    : [`${place}${pointer("responses", status)}`, response];
  return (found?.content as Json | undefined)?.[type] ? `${at}${pointer("content", type, "schema")}` : undefined;
}

function validatorOf(surface: Surface, place: string): Validator {
  const key = `${surface}${place}`;
  const known = validators.get(key) ?? documents[surface].validator(place);
  validators.set(key, known);
  return known;
}
