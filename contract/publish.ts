import type { AssumptionKey } from "./assumptions.ts";
import type { Name } from "./named.ts";

export type Json = { [key: string]: unknown };

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Rewrites every object of a document, innermost first. */
function rewrite(node: unknown, change: (node: Json) => Json): unknown {
  if (Array.isArray(node)) return node.map((child) => rewrite(child, change));
  if (!isNode(node)) return node;
  return change(
    Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, key === "x-name" ? child : rewrite(child, change)]),
    ),
  );
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const defined = (node: Json): Json =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));

const isNullable = ({ type }: Json) => [type].flat().includes("null");
const withoutNull = (schema: Json): Json => {
  const rest = (values: unknown) => [values].flat().filter((value) => value !== null && value !== "null");
  const types = rest(schema.type);
  return { ...schema, type: types.length > 1 ? types : types[0], ...(schema.enum ? { enum: rest(schema.enum) } : {}) };
};

/** Separates a named schema into the component and a reference, which keeps what this place says differently. */
function separate(node: Json): { name: string; component: Json; reference: Json } {
  const { "x-name": given, "x-assumed": assumed, description, examples, default: fallback, ...schema } = node;
  const { name, description: own, examples: ownExamples, assumed: assumes } = given as unknown as Name;
  const reference = { $ref: `#/components/schemas/${name}` };
  return {
    name,
    component: {
      ...(isNullable(schema) ? withoutNull(schema) : schema),
      description: own,
      examples: ownExamples,
      ...(assumes.length > 0 ? { "x-assumed": assumes.length === 1 ? assumes[0] : assumes } : {}),
    },
    reference: {
      ...(isNullable(schema) ? { anyOf: [reference, { type: "null" }] } : reference),
      ...defined({
        description: description === own ? undefined : description,
        examples: same(examples, ownExamples) ? undefined : examples,
        default: fallback,
        "x-assumed": assumed,
      }),
    },
  };
}

/** Moves each named enumeration and scalar to the components and leaves a reference in its place. */
function liftNamed(document: Json): Json {
  const lifted: Record<string, Json> = {};
  const result = rewrite(document, (node) => {
    if (!isNode(node["x-name"])) return node;
    const { name, component, reference } = separate(node);
    if (lifted[name] && !same(lifted[name], component))
      throw new Error(`${name} names two schemas: ${JSON.stringify(lifted[name])} and ${JSON.stringify(component)}`);
    lifted[name] = component;
    return reference;
  }) as { components: { schemas: Record<string, Json> } };
  const schemas = Object.entries({ ...result.components.schemas, ...lifted }).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...result, components: { ...result.components, schemas: Object.fromEntries(schemas) } };
}

/** Writes a forbidden property as a forbidden name, because client generators would make a property of it. */
const forbidNames = (node: Json): Json => {
  if (!isNode(node.properties)) return node;
  const entries = Object.entries(node.properties);
  const never = entries.filter(([, schema]) => (schema as Json)["x-never"]).map(([name]) => name);
  if (never.length === 0) return node;
  return {
    ...node,
    properties: Object.fromEntries(entries.filter(([name]) => !never.includes(name))),
    propertyNames: { not: { enum: never } },
  };
};

/** Description and assumptions of a parameter stand on the parameter, not on its schema as well. */
const tidyParameter = (node: Json): Json => {
  if (!isNode(node.schema) || !("in" in node)) return node;
  const { "x-assumed": assumed, description, ...schema } = node.schema;
  return { ...node, description: node.description ?? description, schema, ...defined({ "x-assumed": assumed }) };
};

const keysOf = (node: Json) => [node["x-assumed"] ?? []].flat() as AssumptionKey[];

/** Tools show descriptions and hide extensions, so the assumptions are in both. */
const describeAssumptions = (node: Json): Json => {
  const keys = keysOf(node);
  if (keys.length === 0) return node;
  return { ...node, description: `${node.description ? `${node.description}\n\n` : ""}_Assumed: ${keys.join(", ")}._` };
};

/** The published form of a generated document. The round trips through JSON drop undefined properties. */
export function publish(generated: unknown): Json {
  const plain = JSON.parse(JSON.stringify(generated)) as Json;
  const lifted = liftNamed(rewrite(plain, (node) => tidyParameter(forbidNames(node))) as Json);
  return JSON.parse(JSON.stringify(rewrite(lifted, describeAssumptions))) as Json;
}

/** The places of a document that carry each assumption, as JSON pointers. */
export function placesOfAssumptions(document: Json): Map<AssumptionKey, string[]> {
  const places = new Map<AssumptionKey, string[]>();
  const walk = (node: unknown, place: string): void => {
    if (!isNode(node)) return;
    for (const key of keysOf(node)) places.set(key, [...(places.get(key) ?? []), place]);
    for (const [name, child] of Object.entries(node))
      if (name !== "x-assumed") walk(child, `${place}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`);
  };
  walk(document.paths, "/paths");
  walk(document.components, "/components");
  return places;
}
