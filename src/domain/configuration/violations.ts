import { type Configuration, ConfigurationFile } from "../../../contract/configuration.ts";
import { nearest } from "../../../contract/nearest.ts";
import { mostViolations, type Violation } from "../../../contract/shared.ts";
import { check } from "../../../contract/violations.ts";
import { sentence } from "../../../contract/wording.ts";
import { bodyViolation } from "../refusal.ts";
import { attributeFaults } from "./attribute-faults.ts";
import { configurationOf } from "./default.ts";
import { documentFaults } from "./document-faults.ts";
import { anyEntry, type Fault, type Place } from "./fault.ts";
import { formFaults } from "./form-faults.ts";
import { type ParsedFile, type Part, parts } from "./merge.ts";
import { practiceFaults } from "./practice-faults.ts";
import { type Reference, references } from "./references.ts";
import { ruleFaults } from "./rule-faults.ts";

const nouns: Record<Place[0], string> = {
  attributes: "attribute",
  documentTypes: "document type",
  forms: "form",
  dossierTypes: "dossier type",
  rules: "rule",
  indicators: "indicator",
  practice: "term",
};

const escaped = (part: string | number) => String(part).replace(/~/g, "~0").replace(/\//g, "~1");
const pointerOf = (path: readonly (string | number)[]) => path.map((part) => `/${escaped(part)}`).join("");

function missing({ from, path, to, code }: Reference, known: readonly string[]): Fault {
  const name = path.length === 0 ? "is of" : "names";
  return {
    of: from,
    path,
    detail: () => {
      const near = nearest(code, known);
      const guess = near === undefined ? "" : `; did you mean ${near}?`;
      return `${name} ${code}, which is no ${nouns[to]} of the account${guess}`;
    },
    expected: `a ${nouns[to]} of the account: add it to ${to}, or leave this out`.replace(
      "a attribute",
      "an attribute",
    ),
    received: code,
    because: [to, code],
  };
}

function* missingReferences(configuration: Configuration): Generator<Fault> {
  const known = new Map<Part, readonly string[]>(parts.map((part) => [part, Object.keys(configuration[part])]));
  for (const reference of references(configuration))
    if (!Object.hasOwn(configuration[reference.to], reference.code))
      yield missing(reference, known.get(reference.to) as readonly string[]);
}

const checks = [missingReferences, attributeFaults, documentFaults, formFaults, ruleFaults, practiceFaults];

const holds = (file: ParsedFile, [part, code]: Place) => Object.hasOwn(file[part] ?? {}, code);

/** A fault of an entry that the file does not hold stands at what the file has changed under it. */
function placed({ of, path, detail: words, expected, received, because }: Fault, file: ParsedFile): Violation {
  const [part, code] = of;
  const detail = typeof words === "string" ? words : words();
  if (holds(file, of) || !because || !holds(file, because)) {
    const place = pointerOf([part, code, ...path]);
    const origin = holds(file, of) ? "" : " of the base";
    return bodyViolation(place, "WRONG_CONFIGURATION", sentence(`${place}${origin} ${detail}`), expected, received);
  }
  const place = pointerOf(because);
  const [entry] = [file[because[0]]?.[because[1] as never]];
  const what = `${place} ${entry === null ? "is removed" : "does not fit"}, but the ${nouns[part]} ${code} of the base`;
  const remedy = `to change or to remove the ${nouns[part]} ${code}, too, or to keep this one`;
  return bodyViolation(place, "WRONG_CONFIGURATION", sentence(`${what} ${detail}`), remedy, entry);
}

/** What is wrong with a file whose form is right, up to a number of places; `leftOut` are entries that it lacks. */
export function violationsOf(file: ParsedFile, most = mostViolations, leftOut?: Entries): Violation[] {
  const configuration = configurationOf(file);
  const once = new Map<string, Violation>();
  for (const check of checks)
    for (const fault of check(configuration)) {
      if (once.size >= most) return [...once.values()];
      if (leftOut && [fault.of, fault.because].some((place) => place && isIn(leftOut, place))) continue;
      const violation = placed(fault, file);
      once.set(`${violation.pointer}\n${violation.detail}`, violation);
    }
  return [...once.values()];
}

/** Entries by their part. */
type Entries = ReadonlyMap<string, ReadonlySet<string>>;
const isIn = (entries: Entries, [part, code]: Place) =>
  code === anyEntry ? entries.has(part) : (entries.get(part)?.has(code) ?? false);

/** The places of a name that a JavaScript object does not keep as its own. */
export function* strayNames(value: unknown, place = ""): Generator<Violation> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = `${place}${pointerOf([name])}`;
    if (name !== "__proto__") yield* strayNames(inner, at);
    else yield bodyViolation(at, "WRONG_CONFIGURATION", `${at} cannot be kept as a name.`, "another name", name);
  }
}

/** The entries of a file that are wrong by their form, and the rest of it; undefined where the whole has no form. */
function withoutWrong(json: object, wrong: readonly Violation[]): { rest: object; leftOut: Entries } | undefined {
  const leftOut = new Map<string, Set<string>>();
  for (const { pointer } of wrong) {
    const [, part = "", code] = (pointer ?? "")
      .split("/")
      .map((one) => one.replaceAll("~1", "/").replaceAll("~0", "~"));
    if (![...parts, "practice"].includes(part) || code === undefined) return undefined;
    leftOut.set(part, (leftOut.get(part) ?? new Set()).add(code));
  }
  const rest = Object.entries(json).map(([part, entries]) => [
    part,
    leftOut.has(part)
      ? Object.fromEntries(Object.entries(entries as object).filter(([code]) => !leftOut.get(part)?.has(code)))
      : entries,
  ]);
  return { rest: Object.fromEntries(rest), leftOut };
}

export type Read = { file: ParsedFile } | { violations: readonly Violation[]; further: number };

/** The end of a computation in steps, between which others might go on. */
export function finished<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export const readConfiguration = (json: unknown): Read => finished(readingOf(json));

/** The file that a JSON value is; or what is wrong with its form, and with what the rest of it says. */
export function* readingOf(json: unknown): Generator<void, Read> {
  const checked = check("body", ConfigurationFile, json);
  yield;
  const wrong = [...strayNames(json), ...checked.violations].slice(0, mostViolations);
  if (wrong.length === 0) {
    const violations = violationsOf(checked.data as ParsedFile);
    return violations.length > 0 ? { violations, further: 0 } : { file: checked.data as ParsedFile };
  }
  const { rest, leftOut } = withoutWrong(json as object, wrong) ?? {};
  const { data } = ConfigurationFile.safeParse(rest);
  const others = data ? violationsOf(data, mostViolations - wrong.length, leftOut) : [];
  return { violations: [...wrong, ...others], further: checked.further };
}
