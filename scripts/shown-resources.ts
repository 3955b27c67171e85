import { z } from "zod";
import { isBinary, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";

/** The row of a list or a page, or else the answer itself. */
function resourceOf(schema: z.ZodType): z.ZodType {
  const content = schema instanceof z.ZodObject ? schema.shape.content : undefined;
  return content instanceof z.ZodArray ? (content.element as z.ZodType) : schema;
}

/** What the successes of the operations answer with; the documents that were added are a resource of their own. */
const answers = operationsOf(service).flatMap(({ operationId, endpoint: { method, responses } }) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) < 300)
    .flatMap(([, schema]) =>
      isBinary(schema) ? [] : [{ operationId, resource: method === "get" ? resourceOf(schema) : schema }],
    ),
);

/** The operations whose answer none of the given ones shows. */
export function notShown(operationIds: readonly string[]): string[] {
  const shown = new Set(
    answers
      .filter(({ operationId }) => operationIds.includes(operationId))
      .flatMap(({ resource }) => [resource, resourceOf(resource)]),
  );
  return answers.filter(({ resource }) => !shown.has(resource)).map(({ operationId }) => operationId);
}
