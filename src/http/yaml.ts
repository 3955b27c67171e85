import { stringify } from "yaml";

/** A document as YAML, without anchors, which readers of OpenAPI do not expect. */
export const yamlOf = (document: unknown): string => stringify(document, { aliasDuplicateObjects: false });
