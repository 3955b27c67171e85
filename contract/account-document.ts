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

/** Whether an example names only what the account has; attributes are named by a body with their values. */
export function isKnown(value: unknown, configuration: Configuration): boolean {
  if (Array.isArray(value)) return value.every((one) => isKnown(one, configuration));
  if (typeof value !== "object" || value === null) return true;
  const { label, values } = value as Json;
  if (Array.isArray(values) && typeof label === "string" && !Object.hasOwn(configuration.attributes, label))
    return false;
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
  return document;
}
