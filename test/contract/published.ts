import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Surface } from "../../contract/openapi.ts";
import { formats } from "./oracles.ts";

export type Json = { [key: string]: unknown };
export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: Json;
  examples?: Record<string, { value: unknown }>;
}
export interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Json> };
  responses: Record<string, Json>;
}

const escaped = (name: string) => name.replace(/~/g, "~0").replace(/\//g, "~1");
export const pointer = (...names: (string | number)[]) => names.map((name) => `/${escaped(String(name))}`).join("");

/** The committed documents; a test holds that the contract generates them. */
export const files = { service: "contract/openapi.json", control: "contract/control.openapi.json" } as const;

/** A published document with a validator that does not use zod. */
export function published(surface: Surface) {
  const document = JSON.parse(readFileSync(files[surface], "utf8")) as Json & {
    paths: Record<string, Record<string, Operation>>;
    components: Record<string, Record<string, Json>>;
  };
  const ajv = new Ajv2020({ strict: false, ownProperties: true, inlineRefs: false, code: { optimize: false } });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, { type: "string", validate });
  ajv.addSchema(document, surface);
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

  const at = (place: string) =>
    place
      .slice(1)
      .split("/")
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((node, name) => (node as Json)[name], document) as Json;
  const resolve = (schema: Json): Json => {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String(schema.$ref))?.[1];
    return name === undefined ? schema : resolve(document.components.schemas?.[name] as Json);
  };
  return {
    document,
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ place: pointer("paths", path, method), operation })),
    ),
    at,
    /** The verdict of the schema at a JSON pointer into the document. */
    validator: (place: string) => {
      const schema = at(place);
      // Compiling takes long, and most places only name one of the schemas.
      const named = Object.keys(schema).join() === "$ref" ? String(schema.$ref).slice(1) : place;
      const validate = compiled.get(named) ?? ajv.compile({ $ref: `${surface}#${encodeURI(named)}` });
      compiled.set(named, validate);
      return {
        accepts: (value: unknown) => validate(value) === true,
        complaint: () => ajv.errorsText(validate.errors),
      };
    },
    /** A raw parameter as its schema reads it: canonical numbers and booleans, lists between commas. */
    deserialise: (raw: string, schema: Json): unknown => {
      const { type } = resolve(schema);
      if (type === "integer") return String(Number(raw)) === raw ? Number(raw) : raw;
      if (type === "boolean") return raw === "true" || raw === "false" ? raw === "true" : raw;
      // The description says that spaces around a name are ignored; a schema cannot say so.
      if (type === "array") return raw.split(",").map((item) => item.trim());
      return raw;
    },
  };
}
