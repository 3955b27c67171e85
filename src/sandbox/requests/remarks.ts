import type { Endpoint } from "../../../contract/endpoint.ts";
import { nearest } from "../../../contract/nearest.ts";
import { withoutSecrets } from "./redact.ts";
import type { Served } from "./request-log.ts";

const mostRemarks = 20;
/** In characters: no parameter has a name of half this length. */
const longestName = 60;
/** The query parameters of each operation that was bound: the control plane is loaded when it is first asked for. */
const parameters = new Map<string, readonly string[]>();

export const parametersOf = ({ query }: Pick<Endpoint, "query">): string[] => Object.keys(query?.shape ?? {});
export const noteParameters = (operationId: string, endpoint: Endpoint): unknown =>
  parameters.set(operationId, parametersOf(endpoint));

/** That a query parameter is unknown, and which may be meant: the most similar one, or else any. */
export function unknownParameter(name: string, known: readonly string[], more = ""): string {
  const near = name.length > longestName ? undefined : nearest(name, known);
  const those = known.length > 0 ? `. It knows ${known.join(", ")}.` : ". It has none.";
  const shown = withoutSecrets(name.slice(0, 2 * longestName), longestName);
  return `${shown} is no parameter of this operation${more}${near ? `; did you mean ${near}?` : those}`;
}

/** Unknown query parameters: the service overlooks them, so that no status tells of a mistyped name. */
export function remarksOf({ operation, path, refused }: Pick<Served, "operation" | "path" | "refused">): string[] {
  const at = path.indexOf("?");
  const known = at < 0 || operation === null ? undefined : parameters.get(operation);
  if (!known) return [];
  const isRefused = (name: string) => refused?.errors?.some((error) => error.in === "query" && error.name === name);
  const unknown = new Set<string>();
  for (const name of new URLSearchParams(path.slice(at)).keys()) {
    if (!known.includes(name) && !isRefused(name)) unknown.add(name);
    if (unknown.size === mostRemarks) break;
  }
  return [...unknown].map((name) => unknownParameter(name, known, " and was overlooked"));
}
