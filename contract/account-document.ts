import type { Configuration } from "./configuration.ts";
import { openapiDocument } from "./openapi.ts";
import type { Json } from "./publish.ts";

const list = (rows: readonly string[]) => rows.map((row) => `- ${row}`).join("\n");

/** A list that is empty refuses everything, and no document may have one. */
const closed = (values: readonly string[]) => (values.length > 0 ? { enum: values } : {});

/** The properties of examples that name a code. */
const named: Record<string, "documentTypes" | "dossierTypes"> = {
  documentCode: "documentTypes",
  requiredDocuments: "documentTypes",
  newRequiredDocuments: "documentTypes",
  dossierTypeCode: "dossierTypes",
};

/** Whether an example names only what the account has; attributes are named with their values or their options. */
export function isKnown(value: unknown, configuration: Configuration): boolean {
  if (Array.isArray(value)) return value.every((one) => isKnown(one, configuration));
  if (typeof value !== "object" || value === null) return true;
  const { label, values, options } = value as Json;
  const isAttribute = typeof label === "string" && (Array.isArray(values) || options !== undefined);
  if (isAttribute && !Object.hasOwn(configuration.attributes, label)) return false;
  return Object.entries(value).every(([name, one]) => {
    const part = Object.hasOwn(named, name) ? named[name] : undefined;
    if (part === undefined) return isKnown(one, configuration);
    return [one].flat().every((code) => typeof code !== "string" || Object.hasOwn(configuration[part], code));
  });
}

/** Leaves out the examples that name what the account does not have. */
function withoutStrangers(node: unknown, configuration: Configuration): unknown {
  if (Array.isArray(node)) return node.map((one) => withoutStrangers(one, configuration));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).flatMap(([name, value]): [string, unknown][] => {
    if (name === "example") return isKnown(value, configuration) ? [[name, value]] : [];
    if (name !== "examples" || Array.isArray(value)) return [[name, withoutStrangers(value, configuration)]];
    const kept = Object.entries(value as Json).filter(([, one]) => isKnown((one as Json).value, configuration));
    return kept.length > 0 ? [[name, Object.fromEntries(kept)]] : [];
  });
  return Object.fromEntries(entries);
}

type Value = string | number | boolean;
const sample: Record<Configuration["attributes"][string]["type"], Value> = {
  ...{ string: "A-1042", boolean: true, date: "2026-01-15", decimal: 12_500, percentage: 35 },
  ...{ list_unique: "", list_multiple: "" },
};

/** The codes of documents, first those that every company can have. */
export const commonCodes = (documentTypes: Configuration["documentTypes"]): string[] =>
  Object.entries(documentTypes)
    .sort(([, a], [, b]) => a.unfit.length - b.unfit.length)
    .map(([code]) => code);

/** What the requests that name a code or an attribute send, where the account has one. */
export function ownRequests({ attributes, documentTypes, dossierTypes }: Configuration): Record<string, unknown> {
  const [label, attribute] = Object.entries(attributes).find(([, { calculated }]) => !calculated) ?? [];
  const [documentCode] = commonCodes(documentTypes);
  const [dossierTypeCode] = Object.keys(dossierTypes);
  const free = documentCode && { requiredDocuments: [documentCode] };
  return {
    "attributes.set": attribute && { label, values: [attribute.options?.[0] ?? sample[attribute.type]] },
    "dossiers.create": dossierTypeCode ? { dossierTypeCode } : free,
    "dossiers.require": documentCode && { newRequiredDocuments: [documentCode] },
  };
}

interface Operation {
  operationId: string;
  parameters?: { schema: { $ref?: string }; description?: string }[];
  requestBody?: { content: Record<string, { examples?: Json }> };
}

/**
 * Gives an example of the account's own to each request whose examples were of other accounts, and a
 * description without codes to the filters by one.
 */
function ownOperations(document: Json, configuration: Configuration): void {
  const own = ownRequests(configuration);
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>);
  for (const { operationId, parameters, requestBody } of operations.flatMap((path) => Object.values(path))) {
    for (const parameter of parameters ?? [])
      if (/\/(?:DocumentCode|DossierTypeCode)$/.test(parameter.schema.$ref ?? ""))
        parameter.description = parameter.description?.replace(
          /^.*?(?=(?:\n\n_Assumed.*)?$)/s,
          "A code of the account.",
        );
    const media = requestBody?.content["application/json"];
    if (media && !media.examples?.success && own[operationId] !== undefined)
      media.examples = { success: { summary: "What the account has", value: own[operationId] }, ...media.examples };
  }
}

type Codes = Partial<Pick<Configuration, "documentTypes" | "dossierTypes">>;

const questionsOf = (form: Configuration["forms"][string] = []) =>
  form.length > 0 ? `; asks ${form.map(({ title, type }) => `${title} (${type})`).join(", ")}` : "";
function rulesOf({ rules }: Configuration, dossierTypeCode: string): string {
  const own = Object.entries(rules).filter(([, { create }]) => create === dossierTypeCode);
  const named = own.map(([ruleId, { label, enabled }]) => `${ruleId} (${label}${enabled ? "" : ", disabled"})`);
  return named.length > 0 ? `; opened by ${named.join(", ")}` : "";
}

/** Where a request names a code: those that are removed are for rows of before alone. */
function closeRequests(schemas: Record<string, Json>, { documentTypes, dossierTypes }: Required<Codes>): void {
  const at = (schema: string, property: string) =>
    (schemas[schema] as { properties: Record<string, Json> }).properties[property] as Json;
  const documents = { type: "string", ...closed(Object.keys(documentTypes)) };
  at("NewFreeDossier", "requiredDocuments").items = documents;
  at("Requirements", "newRequiredDocuments").items = documents;
  const [properties, type] = [schemas.NewTypedDossier?.properties as Json, closed(Object.keys(dossierTypes))];
  properties.dossierTypeCode = { type: "string", ...type };
}

/**
 * The description of the service as one account has it: its codes, its dossier types and its attributes. What it has
 * removed may still stand in answers.
 */
export function accountDocument(configuration: Configuration, removed: Codes = {}): Json {
  const { attributes } = configuration;
  const documentTypes = { ...configuration.documentTypes, ...removed.documentTypes };
  const dossierTypes = { ...configuration.dossierTypes, ...removed.dossierTypes };
  const suffix = (part: "documentTypes" | "dossierTypes", code: string) =>
    Object.hasOwn(configuration[part], code) ? "" : " (removed)";
  const document = withoutStrangers(openapiDocument("service"), configuration) as Json & {
    components: { schemas: Record<string, Json & { properties: Record<string, Json> }> };
  };
  const { schemas } = document.components;
  const codes = Object.entries(documentTypes);
  const labels = codes.map(
    ([code, { label }]) =>
      `\`${code}\` ${label}${suffix("documentTypes", code)}${questionsOf(configuration.forms[code])}`,
  );
  Object.assign(schemas.DocumentCode as Json, {
    ...closed(codes.map(([code]) => code)),
    description: `Code of a document type of the account:\n\n${list(labels)}`,
    examples: codes.slice(0, 1).map(([code]) => code),
  });
  const types = Object.entries(dossierTypes);
  const asks = types.map(
    ([code, { label, documents }]) =>
      `\`${code}\` ${label}${suffix("dossierTypes", code)}: ${documents.join(", ")}${rulesOf(configuration, code)}`,
  );
  Object.assign(schemas.DossierTypeCode as Json, {
    ...closed(types.map(([code]) => code)),
    description:
      "Code of a dossier type of the account, with the documents that it asks for and the rules that open it:\n\n" +
      list(asks),
    examples: types.slice(0, 1).map(([code]) => code),
  });
  const settable = Object.entries(attributes).filter(([, { calculated }]) => !calculated);
  const values = settable.map(([label, { type, options }]) =>
    options ? `${label} (${type}): ${options.join(", ")}` : `${label} (${type})`,
  );
  const { properties } = schemas.AttributeSetting as { properties: Record<string, Json> };
  properties.label = {
    type: "string",
    ...closed(settable.map(([label]) => label)),
    description: `Name of an attribute of the account:\n\n${list(values)}`,
  };
  if (removed.documentTypes || removed.dossierTypes) closeRequests(schemas, configuration);
  ownOperations(document, configuration);
  return document;
}
