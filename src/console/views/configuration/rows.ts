import { figure } from "../../parts/words.ts";

/** A file of the form tiers-sandbox/configuration@1. */
export type File = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: an entry is what a file holds, of any form
type Entry = any;

const joined = (...texts: (string | false | undefined)[]) => texts.filter(Boolean).join(", ");
const months = (entry: Entry) => entry.months && `${entry.months} months`;
const counted = (list: readonly unknown[] | undefined, word: string) =>
  list && `${figure(list.length)} ${word}${list.length === 1 ? "" : "s"}`;

/** Each part with its title, and an entry of it in words. */
export const parts: readonly (readonly [name: string, title: string, words: (entry: Entry) => string])[] = [
  [
    "attributes",
    "Attributes",
    ({ type, role, required, calculated, options }) =>
      joined(
        type,
        role && `the ${role}`,
        counted(options ?? undefined, "option"),
        required && "required",
        calculated && "calculated",
      ),
  ],
  [
    "documentTypes",
    "Documents",
    (entry) => joined(entry.kind ?? "FILE", months(entry), `check: ${entry.check ?? "client"}`),
  ],
  ["forms", "Forms", (fields) => counted(fields, "question") ?? ""],
  ["dossierTypes", "Dossier types", (entry) => joined(counted(entry.documents, "document"), months(entry))],
  ["rules", "Rules", ({ create, enabled }) => joined(`opens ${create}`, enabled === false && "off")],
  ["indicators", "Indicators", ({ bands }) => bands.map((band: Entry) => `${band.from}: ${band.value}`).join(", ")],
  ["practice", "Practice", (value) => JSON.stringify(value).replace(/,/g, ", ")],
];

export interface Row {
  name: string;
  label: string | undefined;
  text: string;
  origin: "default" | "own" | "removed";
}

/** The entries of a part, each with where it comes from; those that were removed last. */
export function rowsOf(part: string, whole: File, difference: File): Row[] {
  const words = parts.find(([name]) => name === part)?.[2] ?? (() => "");
  const changed = (difference[part] ?? {}) as Record<string, Entry>;
  const entries = Object.entries((whole[part] ?? {}) as Record<string, Entry>);
  const rows = entries.map(([name, entry]) => ({
    name,
    label: entry?.label,
    text: words(entry),
    origin: Object.hasOwn(changed, name) ? ("own" as const) : ("default" as const),
  }));
  const gone = Object.entries(changed).filter(([, entry]) => entry === null);
  return [...rows, ...gone.map(([name]) => ({ name, label: undefined, text: "", origin: "removed" as const }))];
}

export const isSame = (difference: File): boolean => !parts.some(([name]) => Object.hasOwn(difference, name));
