import { createHash } from "node:crypto";
import { openapiDocument } from "../../contract/openapi.ts";

/** The document without the parts that leave no trace in types, so that a new example does not make them stale. */
function typedPartsOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(typedPartsOf);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => !/^(?:examples?|links|x-.*)$/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, typedPartsOf(value)]));
}

type Surface = Parameters<typeof openapiDocument>[0];

export const typedDocument = (surface: Surface) => JSON.stringify(typedPartsOf(openapiDocument(surface)));
export const header = (document: string) => {
  const hash = createHash("sha256").update(document).digest("hex").slice(0, 16);
  return `/** Made from the contract by npm run generate; not to be edited. ${hash} */`;
};

/** The types can be checked without openapi-typescript: their first line holds a hash of the document. */
export const clientTypesAreCurrent = (surface: Surface) => (text: string) =>
  text.startsWith(header(typedDocument(surface)));
