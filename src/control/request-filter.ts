import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { nearest } from "../../contract/nearest.ts";
import { service } from "../../contract/service.ts";
import { type Refusal, wrongParameter } from "../domain/refusal.ts";
import { parse } from "../domain/time.ts";
import type { RequestFilter } from "../sandbox/requests/request-log.ts";

type Query = z.output<typeof control.requests.list.query>;

const operationIds = operationsOf(service).map(({ operationId }) => operationId);

/** A second without milliseconds begins with the first and ends with the last of them. */
const momentOf = (text: string | undefined, milliseconds: string) =>
  text === undefined ? undefined : parse(text.includes(".") ? text : text + milliseconds);

export const filterOf = ({ accountId, operation, status, from, to }: Query): RequestFilter => ({
  accountId,
  operation,
  status,
  from: momentOf(from, ".000"),
  to: momentOf(to, ".999"),
});

/** A filter that no request can pass is refused, because an empty list would not say why. */
export function filterRefusal(query: Query): Refusal<400> | undefined {
  const { operation } = query;
  if (operation !== undefined && !operationIds.includes(operation)) {
    const near = nearest(operation, operationIds);
    const detail = `operation: ${operation} is no operation of the service${near ? `; did you mean ${near}?` : "."}`;
    return wrongParameter("operation", detail, "an operation id, such as thirdparties.list", operation);
  }
  const { from = -Infinity, to = Infinity } = filterOf(query);
  if (from <= to) return undefined;
  const detail = `from ${query.from} is after to ${query.to}: no request can lie between them; swap the two.`;
  return wrongParameter("from", detail, `at most ${query.to}`, query.from);
}
