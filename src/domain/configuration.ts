import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type * as file from "../../contract/configuration.ts";
import { ConfigurationFile } from "../../contract/configuration.ts";
import type { Indicator } from "../../contract/indicators.ts";
import type { Change, State } from "./change.ts";
import { configurationOf, defaultConfiguration as ownDefault } from "./configuration/default.ts";
import { difference } from "./configuration/difference.ts";
import { dictionary } from "./configuration/merge.ts";
import { type Retired, readRetired } from "./configuration/stored.ts";
import type { DossierTypeRow, WorldRow } from "./rows.ts";

export type Role = file.Role;
export type CompanyKind = NonNullable<file.DocumentTypeEntry["unfit"][number]["for"]>;
export type Objection = file.DocumentTypeEntry["objections"][number];
export type Risk = file.IndicatorEntry["bands"][number]["risk"];
export type IndicatorName = file.IndicatorName;
export type Practice = file.Practice;
export type Colleague = file.Colleague;
export type FormField = file.FormFieldEntry & { order: number };
export type Draw = FormField["draw"];
export type Attribute = Omit<file.AttributeEntry, "id"> & { id: number; label: string };
export type DocumentType = file.DocumentTypeEntry & { code: string };
export type DossierType = file.DossierTypeEntry & { code: string; prefix: string };
export type Rule = file.RuleEntry & { ruleId: string };
/** The points that a document type gives to an indicator. */
export type Reading = NonNullable<DocumentType["indicator"]> & { code: string };

/** What an account has configured, as rules read it. */
export interface Configuration {
  /** What the account's file means. */
  source: file.Configuration;
  base: ConfigurationBase;
  retired: Retired;
  attributes: readonly Attribute[];
  roles: Readonly<Partial<Record<Role, Attribute>>>;
  documentTypes: ReadonlyMap<string, DocumentType>;
  /** The questions of the documents that are answered by a form. */
  forms: ReadonlyMap<string, readonly FormField[]>;
  dossierTypes: readonly DossierType[];
  rules: readonly Rule[];
  indicators: readonly {
    named: { calculationId: number; name: IndicatorName; theme: Theme };
    bands: file.IndicatorEntry["bands"];
    readings: readonly Reading[];
  }[];
  practice: Practice;
}
type Theme = z.output<typeof Indicator>["theme"];
type ConfigurationBase = ReturnType<typeof ConfigurationFile.parse>["base"];

export const indicatorKinds: Record<IndicatorName, { calculationId: number; theme: Theme }> = {
  "Legal compliance": { calculationId: 101, theme: "LEGAL" },
  "Financial risk": { calculationId: 102, theme: "FINANCE" },
  "Cybersecurity score": { calculationId: 103, theme: "CYBERSECURITY" },
  "Environmental impact": { calculationId: 104, theme: "ENVIRONMENT" },
};

const documentTypeOf = (code: string, entry: file.DocumentTypeEntry): DocumentType => ({ code, ...entry });

/** The configuration that a merged file means, with its tables. */
export function compiled(source: file.Configuration, base: ConfigurationBase, retired: Retired = {}): Configuration {
  const attributes = Object.entries(source.attributes).map(([label, entry]) => ({ ...entry, label }));
  const types = Object.entries(source.documentTypes).map(([code, entry]) => documentTypeOf(code, entry));
  const dossierTypes = Object.entries(source.dossierTypes).map(([code, entry]) => ({
    ...entry,
    code,
    prefix: entry.prefix ?? code.slice(0, 3),
  }));
  const rules = Object.entries(source.rules).map(([ruleId, entry]) => ({ ...entry, ruleId }));
  return {
    source,
    base,
    retired,
    attributes,
    roles: Object.fromEntries(attributes.flatMap((one) => (one.role ? [[one.role, one]] : []))),
    documentTypes: new Map(types.map((type) => [type.code, type])),
    forms: new Map(Object.entries(source.forms) as [string, FormField[]][]),
    dossierTypes: dossierTypes.sort((a, b) => (a.code < b.code ? -1 : 1)),
    rules: rules.sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1)),
    indicators: Object.entries(source.indicators).map(([key, { bands }]) => {
      const name = key as IndicatorName;
      const points = types.flatMap(({ code, indicator }) => (indicator?.name === name ? { code, ...indicator } : []));
      const { calculationId, theme } = indicatorKinds[name];
      return { named: { calculationId, name, theme }, bands, readings: points };
    }),
    practice: source.practice,
  };
}

/** The configuration of an account that has none of its own. */
export const defaultConfiguration = compiled(ownDefault, "default");

/** A document type of the account, or one that it had. */
export function documentType({ documentTypes, retired }: Configuration, code: string): DocumentType {
  const type = documentTypes.get(code);
  if (type) return type;
  const had = retired.documentTypes?.[code];
  if (!had) throw new Error(`no document type ${code}`);
  return documentTypeOf(code, had);
}
export const isDocumentCode = ({ documentTypes, retired }: Configuration, code: string): boolean =>
  documentTypes.has(code) || Object.hasOwn(retired.documentTypes ?? {}, code);
export const isDossierCode = ({ dossierTypes, retired }: Configuration, code: string): boolean =>
  dossierTypes.some((type) => type.code === code) || Object.hasOwn(retired.dossierTypes ?? {}, code);

export function dossierType({ dossierTypes }: Configuration, code: string): DossierType {
  const type = dossierTypes.find((one) => one.code === code);
  if (!type) throw new Error(`no dossier type ${code}`);
  return type;
}
export const isRuleId = ({ source, retired }: Configuration, ruleId: string): boolean =>
  Object.hasOwn(source.rules, ruleId) || Object.hasOwn(retired.rules ?? {}, ruleId);

/** The definition of a stored value; undefined for an id that the account has never had. */
export function attributeOfId({ attributes, retired }: Configuration, id: number): Attribute | undefined {
  const had = Object.entries(retired.attributes ?? {}).map(([label, entry]) => ({ ...entry, label }));
  return [...attributes, ...had].find((one) => one.id === id);
}

/** The stored row of a dossier type. */
export const rowOf = ({ code, label, months, documents }: DossierType): DossierTypeRow => ({
  code,
  label,
  months,
  documents,
});

/** The ids of the attributes that an account has or had, by label. */
export const idsOf = ({ attributes, retired }: Configuration): Map<string, number> =>
  new Map([
    ...Object.entries(retired.attributes ?? {}).map(([label, { id }]) => [label, id] as const),
    ...attributes.map(({ label, id }) => [label, id] as const),
  ]);

/** The fields of a world's row that keep its configuration: nothing where its dossier types say all that differs. */
export function storedForm(configuration: Configuration): Pick<WorldRow, "configuration" | "retired"> {
  const { source, base, retired, dossierTypes } = configuration;
  const usual = storedConfiguration({}, dossierTypes.map(rowOf));
  if (base === "default" && isDeepStrictEqual([usual.source, usual.retired], [source, retired])) return {};
  const written = difference(source, base);
  const isOwn = base !== "default" || Object.keys(written).length > 2;
  return {
    ...(isOwn && { configuration: written }),
    ...(Object.keys(retired).length > 0 && { retired: retired as Record<string, unknown> }),
  };
}

/** The row of a world that has the configuration from now on. */
export function withConfiguration(before: WorldRow, next: Configuration): WorldRow {
  const { configuration = null, retired: _, startsConfigured = configuration, ...row } = before;
  const stored = storedForm(next);
  const isTold = startsConfigured !== null || stored.configuration !== undefined;
  return { ...row, ...stored, ...(isTold && { startsConfigured }) };
}

/** The configuration that a world was made with. */
export function firstConfiguration({ configuration, startsConfigured = configuration }: WorldRow): Configuration {
  return storedConfiguration({ configuration: startsConfigured ?? undefined });
}

/** The changes of the stored dossier types, which follow from the configuration. */
export function dossierTypeChanges(before: Configuration, next: Configuration): Pick<Change, "put" | "remove"> {
  const known = new Map(before.dossierTypes.map((type) => [type.code, JSON.stringify(rowOf(type))]));
  const changed = next.dossierTypes.filter((type) => known.get(type.code) !== JSON.stringify(rowOf(type)));
  const gone = [...known.keys()].filter((code) => !next.dossierTypes.some((type) => type.code === code));
  return {
    put: changed.map((type) => ({ collection: "dossierTypes", row: rowOf(type) })),
    remove: gone.map((key) => ({ collection: "dossierTypes", key })),
  };
}

type Stored = Pick<WorldRow, "configuration" | "retired">;

/** Worlds of equal configurations share one. */
const shared = new Map<string, WeakRef<Configuration>>();
const ended = new FinalizationRegistry<string>((key) => {
  if (!shared.get(key)?.deref()) shared.delete(key);
});
function sharedAs(key: string, make: () => Configuration): Configuration {
  const known = shared.get(key)?.deref();
  if (known) return known;
  const made = make();
  shared.set(key, new WeakRef(made));
  ended.register(made, key);
  return made;
}

const ownRows = defaultConfiguration.dossierTypes.map(rowOf);
const ownText = JSON.stringify(ownRows);

/** A world that keeps no configuration may have other dossier types; rules that open what is missing go with it. */
function withRows(rows: readonly DossierTypeRow[]): Configuration {
  const source = configurationOf(ConfigurationFile.parse({ format: "tiers-sandbox/configuration@1" }));
  const dossierTypes = rows.flatMap(({ code, label, months, documents }) => {
    const entry = source.dossierTypes[code];
    return entry ? [[code, { ...entry, label, months, documents }] as const] : [];
  });
  const known = new Set(rows.map(({ code }) => code));
  const rules = Object.entries(source.rules).filter(([, { create }]) => known.has(create));
  const lost = Object.entries(source.rules).filter(([, { create }]) => !known.has(create));
  const changed = { ...source, dossierTypes: dictionary(dossierTypes), rules: dictionary(rules) };
  const gone = Object.entries(source.dossierTypes).filter(([code]) => !known.has(code));
  const retired = { dossierTypes: dictionary(gone), rules: dictionary(lost) };
  return compiled(changed, "default", gone.length > 0 ? retired : {});
}

/** The configuration of a stored world; one that keeps none has the default, with the dossier types that it has. */
export function storedConfiguration(
  { configuration, retired }: Stored,
  rows: readonly DossierTypeRow[] = ownRows,
): Configuration {
  if (configuration === undefined && retired === undefined) {
    const text = JSON.stringify(rows);
    return text === ownText ? defaultConfiguration : sharedAs(text, () => withRows(rows));
  }
  return sharedAs(JSON.stringify([configuration, retired]), () => {
    const parsed = ConfigurationFile.parse(configuration ?? { format: "tiers-sandbox/configuration@1" });
    return compiled(configurationOf(parsed), parsed.base, readRetired(retired));
  });
}

/** The configuration of a whole world; throws a ZodError for one that is none. */
export const configurationIn = ({ world, dossierTypes }: Pick<State, "world" | "dossierTypes">): Configuration =>
  world[0] ? storedConfiguration(world[0], dossierTypes) : defaultConfiguration;
