import type { z } from "zod";
import type {
  AttributeEntry,
  Configuration,
  ConfigurationFile,
  FormFieldEntry,
} from "../../../contract/configuration.ts";

/** A file as its schema leaves it. */
export type ParsedFile = z.output<typeof ConfigurationFile>;
type ByCode<T> = Readonly<Record<string, T>>;

/** The parts whose entries have a code. */
export const parts = ["attributes", "documentTypes", "forms", "dossierTypes", "rules", "indicators"] as const;
export type Part = (typeof parts)[number];

function replaced<T>(base: ByCode<T>, changes: ByCode<T | null | undefined> = {}): Record<string, T> {
  const all = new Map<string, T>(Object.entries(base));
  for (const [code, entry] of Object.entries(changes))
    if (entry === null) all.delete(code);
    else if (entry !== undefined) all.set(code, entry);
  return Object.fromEntries(all);
}

const firstId = 41;

/** Gives an id to each attribute that has none: the one that its label has had, else the next that is free. */
function numbered(entries: ByCode<AttributeEntry>, ids: Ids) {
  const taken = Object.values(entries).flatMap(({ id }) => id ?? []);
  let last = Math.max(firstId - 1, ...taken, ...ids.values());
  return Object.fromEntries(
    Object.entries(entries).map(([label, entry]) => {
      const known = ids.get(label);
      const own = known !== undefined && !taken.includes(known) ? known : undefined;
      return [label, { ...entry, id: entry.id ?? own ?? ++last }];
    }),
  );
}

const ordered = (fields: readonly FormFieldEntry[]) =>
  fields.map((field, at) => ({ ...field, order: field.order ?? at + 1 })).sort((a, b) => a.order - b.order);

type Ids = ReadonlyMap<string, number>;

/**
 * A file on its base. `ids` has the ids of attributes that the account has or had, by label, which no other attribute
 * gets. A document type that is removed takes its form along.
 */
export function merged(file: ParsedFile, base: Configuration, ids: Ids = new Map()): Configuration {
  const known = new Map([...Object.entries(base.attributes).map(([label, { id }]) => [label, id] as const), ...ids]);
  const documentTypes = replaced(base.documentTypes, file.documentTypes);
  const forms = Object.entries(replaced(base.forms, file.forms))
    .filter(([code]) => Object.hasOwn(documentTypes, code) || Object.hasOwn(file.forms ?? {}, code))
    .map(([code, fields]) => [code, ordered(fields)] as const);
  return {
    attributes: numbered(replaced<AttributeEntry>(base.attributes, file.attributes), known),
    documentTypes,
    forms: Object.fromEntries(forms),
    dossierTypes: replaced(base.dossierTypes, file.dossierTypes),
    rules: replaced(base.rules, file.rules),
    indicators: replaced(base.indicators, file.indicators),
    practice: { ...base.practice, ...file.practice },
  };
}
