import { createHash } from "node:crypto";
import { configurationSchema } from "../../contract/configuration-schema.ts";
import { openapiDocument } from "../../contract/openapi.ts";

/** The document without the parts that leave no trace in types, so that a new example does not make them stale. */
function typedPartsOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(typedPartsOf);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !/^(?:examples?|links|x-.*)$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, typedPartsOf(value)]));
}

/** The generator makes what has a default required, and a file that is written may leave it out. */
const withoutDefaults = (schema: object): object =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === "default" ? undefined : value)));

type Surface = Parameters<typeof openapiDocument>[0];

/** The document says of a configuration where its schema is; the types have what the schema says. */
export function typedDocument(surface: Surface): string {
  const { components, ...document } = openapiDocument(surface) as { components: { schemas: Record<string, object> } };
  const { ConfigurationFile } = configurationSchema().$defs;
  const own = components.schemas.Configuration && { Configuration: withoutDefaults(ConfigurationFile) };
  return JSON.stringify(
    typedPartsOf({ ...document, components: { ...components, schemas: { ...components.schemas, ...own } } }),
  );
}
export const header = (document: string) => {
  const hash = createHash("sha256").update(document).digest("hex").slice(0, 16);
  return `/** Made from the contract by npm run generate; not to be edited. ${hash} */`;
};

/** The types can be checked without openapi-typescript: their first line holds a hash of the document. */
export const clientTypesAreCurrent = (surface: Surface) => (text: string) =>
  text.startsWith(header(typedDocument(surface)));
