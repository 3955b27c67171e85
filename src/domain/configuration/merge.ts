import type { z } from "zod";
import type { AttributeEntry, Configuration, ConfigurationFile } from "../../../contract/configuration.ts";

/** A file as its schema leaves it. */
export type ParsedFile = z.output<typeof ConfigurationFile>;
type ByCode<T> = Readonly<Record<string, T>>;

/** An object without the names that every object has, as "constructor", for what is looked up by a name. */
export const dictionary = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, Object.fromEntries(entries));

/** The parts whose entries have a code. */
export const parts = ["attributes", "documentTypes", "forms", "dossierTypes", "rules", "indicators"] as const;
export type Part = (typeof parts)[number];

function replaced<T>(base: ByCode<T>, changes: ByCode<T | null | undefined> = {}): Record<string, T> {
  const all = new Map<string, T>(Object.entries(base));
  for (const [code, entry] of Object.entries(changes))
    if (entry === null) all.delete(code);
    else if (entry !== undefined) all.set(code, entry);
  return dictionary(all);
}

const firstId = 41;

/** Gives an id to each attribute that has none: the one that its label has had, else the next that is free. */
function numbered(entries: ByCode<AttributeEntry>, ids: Ids) {
  const taken = new Set(Object.values(entries).flatMap(({ id }) => id ?? []));
  let last = Math.max(firstId - 1, ...taken, ...ids.values());
  return dictionary(
    Object.entries(entries).map(([label, entry]) => {
      if (entry.id !== undefined) return [label, entry as AttributeEntry & { id: number }] as const;
      const known = ids.get(label);
      const own = known !== undefined && !taken.has(known) ? known : undefined;
      return [label, { ...entry, id: own ?? ++last }] as const;
    }),
  );
}

type Form = Configuration["forms"][string];
function ordered(fields: Form, usual: Form | undefined): Form {
  if (fields === usual) return fields;
  return fields.map((field, at) => ({ ...field, order: field.order ?? at + 1 })).sort((a, b) => a.order - b.order);
}

type Ids = ReadonlyMap<string, number>;

/** The base takes no id of another label: a file alone may give an attribute another one, by its id. */
function withoutTaken(attributes: Configuration["attributes"], ids: Ids): ByCode<AttributeEntry> {
  const labels = new Map([...ids].map(([label, id]) => [id, label]));
  const isTaken = (label: string, id: number) => (labels.get(id) ?? label) !== label;
  return dictionary(
    Object.entries(attributes).map(([label, entry]): [string, AttributeEntry] => {
      const { id, ...others } = entry;
      return [label, isTaken(label, id) ? others : entry];
    }),
  );
}

/**
 * A file on its base. `ids` has the ids of attributes that the account has or had, by label, which no other attribute
 * gets. A document type that is removed takes its form along.
 */
export function merged(file: ParsedFile, base: Configuration, ids: Ids = new Map()): Configuration {
  const usual = withoutTaken(base.attributes, ids);
  const known = new Map([
    ...Object.entries(usual).flatMap(([label, { id }]) => (id ? [[label, id] as const] : [])),
    ...ids,
  ]);
  const documentTypes = replaced(base.documentTypes, file.documentTypes);
  const forms = Object.entries(replaced(base.forms, file.forms))
    .filter(([code]) => Object.hasOwn(documentTypes, code) || Object.hasOwn(file.forms ?? {}, code))
    .map(([code, fields]) => [code, ordered(fields, base.forms[code])] as const);
  return {
    attributes: numbered(replaced<AttributeEntry>(usual, file.attributes), known),
    documentTypes,
    forms: dictionary(forms),
    dossierTypes: replaced(base.dossierTypes, file.dossierTypes),
    rules: replaced(base.rules, file.rules),
    indicators: replaced(base.indicators, file.indicators),
    practice: { ...base.practice, ...file.practice },
  };
}
