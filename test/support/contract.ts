import { expect } from "vitest";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { account } from "../../contract/endpoint-parts.ts";
import { service } from "../../contract/index.ts";

interface Operation {
  operationId: string;
  endpoint: Endpoint;
  shorthand: boolean;
}

const matcher = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
const table = operationsOf(service)
  .flatMap(({ operationId, endpoint }) => [
    { operationId, endpoint, path: endpoint.path as string, shorthand: false },
    { operationId, endpoint, path: endpoint.path.slice(account.length), shorthand: true },
  ])
  // A literal path segment comes before a parameter, as in the specification.
  .sort((a, b) => a.path.split(":").length - b.path.split(":").length)
  .map((row) => ({ ...row, pattern: matcher(row.path) }));

/** The operation of a request, found by the contract's paths alone. */
export function operationFor(method: string, url: string): Operation | undefined {
  const path = url.split("?")[0] ?? "";
  const wanted = method === "HEAD" ? "get" : method.toLowerCase();
  return table.find(({ endpoint, pattern }) => endpoint.method === wanted && pattern.test(path));
}

export interface Answered {
  status: number;
  type: string;
  body: unknown;
}

/** Statuses of refusals that any path may send, which the contract does not list per operation. */
const undeclared = [405, 500, 501];

/** The difference between a response and its contract, or undefined. A property that the schema lacks is one. */
function misfit({ endpoint, operationId }: Operation, { status, type, body }: Answered): string | undefined {
  const declared = endpoint.responses[status];
  if (declared === undefined) return undeclared.includes(status) ? undefined : `${operationId} declares no ${status}`;
  if (isBinary(declared))
    return declared.binary.includes(type) || declared.binary.includes("*/*")
      ? undefined
      : `${operationId} answers ${type}, not ${declared.binary.join(" or ")}`;
  const wanted = status >= 400 ? "application/problem+json" : "application/json";
  if (type !== wanted) return `${operationId} answers ${status} as ${type}, not ${wanted}`;
  const result = declared.safeParse(body);
  if (!result.success) return `${operationId} ${status}: ${result.error.message}`;
  if (JSON.stringify(result.data).length !== JSON.stringify(body).length)
    return `${operationId} ${status} has properties that the contract does not name: ${JSON.stringify(body)}`;
  return undefined;
}

export const expectFit = (operation: Operation, answered: Answered): void =>
  expect(misfit(operation, answered)).toBeUndefined();
