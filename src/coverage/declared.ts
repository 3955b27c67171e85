import { createHash } from "node:crypto";
import type { Counted } from "../../contract/control-coverage.ts";
import { Fault } from "../../contract/control-shapes.ts";
import { EventName } from "../../contract/events.ts";
import { openapiDocument } from "../../contract/openapi.ts";
import type { Json } from "../../contract/publish.ts";

/** What the service's contract declares, by the names under which it is counted. */
export interface Declared {
  contract: string;
  operations: string[];
  statuses: string[];
  parameters: string[];
  values: string[];
  events: readonly EventName[];
  faults: readonly string[];
  /** The counts that show that an assumption was leaned on. */
  assumptions: Map<string, Place[]>;
}
interface Place {
  kind: keyof Counted & ("statuses" | "parameters");
  name: string;
  operation: string;
}

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Visits every node of a part of the document and, once, of what it refers to. */
function walk(document: Json, part: unknown, visit: (node: Json, component: string) => void): void {
  const seen = new Set<unknown>();
  const enter = (node: unknown, component = ""): void => {
    if (!isNode(node) || seen.has(node)) return;
    seen.add(node);
    visit(node, component);
    if (typeof node.$ref === "string") enter(...resolved(document, node.$ref));
    for (const [key, child] of Object.entries(node)) if (!key.startsWith("example")) enter(child);
  };
  enter(part);
}
function resolved(document: Json, reference: string): [node: unknown, component: string] {
  const path = reference.split("/").slice(1);
  const node = path.reduce<unknown>((at, key) => (at as Json)[key], document);
  return [node, path.at(-1) as string];
}

const operationsIn = (document: Json): [id: string, operation: Json][] =>
  Object.values(document.paths as Record<string, Json>).flatMap((path) =>
    Object.values(path)
      .filter((operation) => isNode(operation) && typeof operation.operationId === "string")
      .map((operation) => [(operation as Json).operationId as string, operation as Json] as [string, Json]),
  );

const isSuccess = (status: string) => Number(status) < 400;

/** The parts of an operation, each with the count that shows that it was used. */
function partsOf(document: Json, id: string, operation: Json): [place: Place, ...parts: unknown[]][] {
  const parameters = (operation.parameters ?? []) as Json[];
  const { securitySchemes } = document.components as Json;
  const always = [{ "x-assumed": operation["x-assumed"] }, operation.requestBody, securitySchemes];
  const ofPath = parameters.filter((parameter) => parameter.in === "path");
  const statuses = Object.entries(operation.responses as Json).map(([status, response]): [Place, ...unknown[]] => {
    const place: Place = { kind: "statuses", name: `${id} ${status}`, operation: id };
    return isSuccess(status) ? [place, response, ...always, ...ofPath] : [place, response];
  });
  const ofQuery = parameters.filter((parameter) => parameter.in === "query");
  return [
    ...statuses,
    ...ofQuery.map((parameter): [Place, unknown] => [
      { kind: "parameters", name: `${id} ${parameter.name}`, operation: id },
      parameter,
    ]),
  ];
}

/** The values of the enumerations that a success can hold. */
function valuesIn(document: Json, operation: Json): string[] {
  const found: string[] = [];
  for (const [status, response] of Object.entries(operation.responses as Json))
    if (isSuccess(status))
      walk(document, response, (node, component) => {
        // A single value is no component of its own, and has nothing to choose from.
        if (Array.isArray(node.enum) && component !== "")
          found.push(...node.enum.map((value) => `${component} ${value}`));
      });
  return found;
}

/** Reads a document of the service; its text decides the hash. */
export function declaredIn(document: Json): Declared {
  const operations = operationsIn(document);
  const assumptions = new Map<string, Place[]>();
  const places = operations.flatMap(([id, operation]) => partsOf(document, id, operation));
  for (const [place, ...parts] of places)
    walk(document, parts, (node) => {
      for (const key of [node["x-assumed"] ?? []].flat() as string[])
        assumptions.set(key, [...(assumptions.get(key) ?? []), place]);
    });
  const named = (kind: Place["kind"]) => places.flatMap(([place]) => (place.kind === kind ? place.name : []));
  return {
    contract: createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16),
    operations: operations.map(([id]) => id),
    statuses: named("statuses"),
    parameters: named("parameters"),
    values: [...new Set(operations.flatMap(([, operation]) => valuesIn(document, operation)))],
    events: EventName.options,
    faults: Fault.shape.kind.options,
    assumptions,
  };
}

let declared: Declared | undefined;
/** What this version's contract declares; making its document takes a while. */
export const declaredHere = (): Declared => (declared ??= declaredIn(openapiDocument("service")));
