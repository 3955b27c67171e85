import { control } from "../../../contract/control.ts";
import { operationsOf } from "../../../contract/endpoint.ts";
import { nearest } from "../../../contract/nearest.ts";
import { service } from "../../../contract/service.ts";
import { withoutSecrets } from "./redact.ts";
import type { Served } from "./request-log.ts";

const mostRemarks = 20;
/** In characters: no parameter has a name of half this length. */
const longestName = 60;
let parameters: Map<string, readonly string[]> | undefined;

/** The names of an operation's query parameters; undefined where there is no such operation. */
function parametersOf(operation: string): readonly string[] | undefined {
  parameters ??= new Map(
    [...operationsOf(service), ...operationsOf(control)].map(({ operationId, endpoint }) => [
      operationId,
      Object.keys(endpoint.query?.shape ?? {}),
    ]),
  );
  return parameters.get(operation);
}

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
  const known = at < 0 || operation === null ? undefined : parametersOf(operation);
  if (!known) return [];
  const isRefused = (name: string) => refused?.errors?.some((error) => error.in === "query" && error.name === name);
  const unknown = new Set<string>();
  for (const name of new URLSearchParams(path.slice(at)).keys()) {
    if (!known.includes(name) && !isRefused(name)) unknown.add(name);
    if (unknown.size === mostRemarks) break;
  }
  return [...unknown].map((name) => unknownParameter(name, known, " and was overlooked"));
}
