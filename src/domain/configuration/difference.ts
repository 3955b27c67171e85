import { z } from "zod";
import {
  AttributeEntry,
  type Configuration,
  type ConfigurationFile,
  configurationFormat,
  DocumentTypeEntry,
  DossierTypeEntry,
  FormFieldEntry,
  RuleEntry,
} from "../../../contract/configuration.ts";
import { bases } from "./default.ts";
import { type ParsedFile, type Part, parts } from "./merge.ts";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const namesIn = (value: Record<string, unknown>) => Object.keys(value).filter((name) => value[name] !== undefined);

/** Two values are the same whatever the order of their properties. */
function same(a: unknown, b: unknown): boolean {
  if (a === b || !isObject(a) || !isObject(b)) return a === b;
  const names = namesIn(a);
  const isAlike = Array.isArray(a) === Array.isArray(b) && names.length === namesIn(b).length;
  return isAlike && names.every((name) => same(a[name], b[name]));
}

const isUsual = (schema: z.ZodType | undefined, value: unknown): boolean =>
  schema instanceof z.ZodDefault && same(value, schema.def.defaultValue);

/** An entry without what its schema adds. */
const brief = (schema: z.ZodObject, entry: object): object =>
  Object.fromEntries(Object.entries(entry).filter(([name, value]) => !isUsual(schema.shape[name], value)));

const briefForm = (fields: Configuration["forms"][string]) =>
  fields.map((field, at) => {
    const { order, ...rest } = brief(FormFieldEntry, field) as { order?: number };
    return order === at + 1 || order === undefined ? rest : { order, ...rest };
  });

const writers: Record<Part, (entry: never) => unknown> = {
  attributes: (entry: object) => brief(AttributeEntry, entry),
  documentTypes: (entry: object) => brief(DocumentTypeEntry, entry),
  forms: briefForm,
  dossierTypes: (entry: object) => brief(DossierTypeEntry, entry),
  rules: (entry: object) => brief(RuleEntry, entry),
  indicators: (entry: object) => entry,
};

/** What differs in a part: the entries that were added or changed, and null for those that are gone. */
function changesOf(part: Part, of: Configuration, base: Configuration): Record<string, unknown> {
  const before = Object.entries<unknown>(base[part]);
  const now = new Map(Object.entries<unknown>(of[part]));
  const added = [...now].filter(([code, entry]) => !same(entry, (base[part] as Record<string, unknown>)[code]));
  const gone = before.filter(
    ([code]) => !now.has(code) && !(part === "forms" && !Object.hasOwn(of.documentTypes, code)),
  );
  return Object.fromEntries([
    ...added.map(([code, entry]) => [code, writers[part](entry as never)] as const),
    ...gone.map(([code]) => [code, null] as const),
  ]);
}

/** The shortest file that means a configuration; its parts that equal the base are left out. */
export function difference(of: Configuration, base: ParsedFile["base"] = "default"): ConfigurationFile {
  const changes = parts.map((part) => [part, changesOf(part, of, bases[base])] as const);
  const terms = Object.entries(of.practice).filter(
    ([name, value]) => !same(value, bases[base].practice[name as "linkSeconds"]),
  );
  return {
    format: configurationFormat,
    base,
    ...Object.fromEntries(changes.filter(([, entries]) => Object.keys(entries).length > 0)),
    ...(terms.length > 0 && { practice: Object.fromEntries(terms) }),
  };
}

/** The file that holds all of a configuration: of base `empty`, with every indicator and every term. */
export function whole(of: Configuration): ConfigurationFile {
  const file = difference(of, "empty");
  return { ...file, indicators: { ...file.indicators, ...of.indicators }, practice: of.practice };
}
