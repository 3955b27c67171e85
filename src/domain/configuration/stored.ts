import { z } from "zod";
import {
  AttributeEntry,
  type Configuration,
  DocumentTypeEntry,
  DossierTypeEntry,
  mostEntries,
  RuleEntry,
} from "../../../contract/configuration.ts";
import { DocumentCode } from "../../../contract/documents.ts";
import { DossierTypeCode } from "../../../contract/dossiers.ts";
import { Id, mostViolations, ShortText, type Violation } from "../../../contract/shared.ts";
import { check } from "../../../contract/violations.ts";
import { wrongValue } from "../refusal.ts";
import { configurationOf } from "./default.ts";
import { dictionary } from "./merge.ts";
import { readConfiguration, strayNames } from "./violations.ts";

const byCode = <K extends z.ZodType<string, string>, V extends z.ZodType>(code: K, entry: V) =>
  z
    .record(code, entry)
    .refine((all) => Object.keys(all).length <= mostEntries, { error: `must have at most ${mostEntries} entries` })
    .optional();

/** Entries that are removed: rows of before may name them, and requests may not. */
const Retired = z.strictObject({
  attributes: byCode(ShortText, AttributeEntry.extend({ id: Id })),
  documentTypes: byCode(DocumentCode, DocumentTypeEntry),
  dossierTypes: byCode(DossierTypeCode, DossierTypeEntry),
  rules: byCode(ShortText, RuleEntry),
});
export const retirable = Retired.keyof().options;
export type Retired = Partial<Pick<Configuration, (typeof retirable)[number]>>;

/** The entries as a world keeps them; throws a ZodError for what is none. */
export function readRetired(json: unknown): Retired {
  const entries = Object.entries(Retired.parse(json ?? {}));
  return Object.fromEntries(entries.map(([part, all]) => [part, dictionary(Object.entries(all))]));
}

/** What is wrong with the entries that a world has retired, beside its configuration. */
function* retiredFaults(json: unknown, { attributes, ...live }: Configuration): Generator<Violation> {
  yield* strayNames(json);
  const { data, violations } = check("body", Retired, json);
  yield* violations;
  if (violations.length > 0) return;
  const retired = data as z.output<typeof Retired>;
  for (const part of retirable)
    for (const code of Object.keys(retired[part] ?? {}))
      if (Object.hasOwn({ attributes, ...live }[part], code))
        yield wrongValue(`/${part}/${code}`, "an entry that the configuration does not have", code);
  const ids = new Set(Object.values(attributes).map(({ id }) => id));
  for (const [label, { id }] of Object.entries(retired.attributes ?? {})) {
    if (ids.has(id)) yield wrongValue(`/attributes/${label}/id`, "an id that no other attribute has", id);
    ids.add(id);
  }
}

interface Stored {
  configuration?: unknown;
  retired?: unknown;
}

/** A violation of a file that stands at a place of something larger. */
export const at =
  (place: string) =>
  (violation: Violation): Violation => ({
    ...violation,
    pointer: `${place}${violation.pointer}`,
    detail: violation.detail.replace(`${violation.pointer} `, `${place}${violation.pointer} `),
  });

/** All that is wrong with what the row of a world says of its configuration, up to a number of places. */
export function storedFaults({ configuration, retired }: Stored): Violation[] {
  const read = readConfiguration(configuration ?? { format: "tiers-sandbox/configuration@1" });
  if ("violations" in read) return read.violations.map(at("/configuration"));
  const wrong = retired === undefined ? [] : [...retiredFaults(retired, configurationOf(read.file))];
  return wrong.slice(0, mostViolations).map(at("/retired"));
}
