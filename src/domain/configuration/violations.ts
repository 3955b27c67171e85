import type { Configuration } from "../../../contract/configuration.ts";
import { nearest } from "../../../contract/nearest.ts";
import type { Violation } from "../../../contract/shared.ts";
import { sentence } from "../../../contract/wording.ts";
import { bodyViolation } from "../refusal.ts";
import { attributeFaults } from "./attribute-faults.ts";
import { configurationOf } from "./default.ts";
import { documentFaults } from "./document-faults.ts";
import type { Fault } from "./fault.ts";
import { formFaults } from "./form-faults.ts";
import type { ParsedFile, Part } from "./merge.ts";
import { type Reference, references } from "./references.ts";
import { ruleFaults } from "./rule-faults.ts";

const nouns: Record<Part, string> = {
  attributes: "attribute",
  documentTypes: "document type",
  forms: "form",
  dossierTypes: "dossier type",
  rules: "rule",
  indicators: "indicator",
};

const escaped = (part: string | number) => String(part).replace(/~/g, "~0").replace(/\//g, "~1");
const pointerOf = (path: readonly (string | number)[]) => path.map((part) => `/${escaped(part)}`).join("");

function missing({ from, path, to, code }: Reference, known: readonly string[]): Fault {
  const near = nearest(code, known);
  const guess = near === undefined ? "" : `; did you mean ${near}?`;
  const [part] = from;
  const isOwn = part === to && path.length === 0;
  const name = isOwn || part === "forms" ? "is of" : "names";
  return {
    of: from,
    path,
    detail: `${name} ${code}, which is no ${nouns[to]} of the account${guess}`,
    expected: `a ${nouns[to]} of the account: add it to ${to}, or leave this out`.replace(
      "a attribute",
      "an attribute",
    ),
    received: code,
    because: [to, code],
  };
}

function* missingReferences(configuration: Configuration): Generator<Fault> {
  for (const reference of references(configuration)) {
    const known = configuration[reference.to];
    if (!Object.hasOwn(known, reference.code)) yield missing(reference, Object.keys(known));
  }
}

const checks = [missingReferences, attributeFaults, documentFaults, formFaults, ruleFaults];

/** A fault of an entry that the file does not hold stands at what the file has changed under it. */
function placed({ of, path, detail, expected, received, because }: Fault, file: ParsedFile): Violation {
  const holds = ([part, code]: readonly [Part, string]) => Object.hasOwn(file[part] ?? {}, code);
  const [part, code] = of;
  if (holds(of) || !because || !holds(because)) {
    const place = pointerOf([part, code, ...path]);
    const origin = holds(of) ? "" : " of the base";
    return bodyViolation(place, "WRONG_CONFIGURATION", sentence(`${place}${origin} ${detail}`), expected, received);
  }
  const place = pointerOf(because);
  const [entry] = [file[because[0]]?.[because[1] as never]];
  const what = `${place} ${entry === null ? "is removed" : "does not fit"}, but the ${nouns[part]} ${code} of the base`;
  const remedy = `to change or to remove the ${nouns[part]} ${code}, too, or to keep this one`;
  return bodyViolation(place, "WRONG_CONFIGURATION", sentence(`${what} ${detail}`), remedy, entry);
}

/** All that is wrong with a file whose form is right. */
export function violationsOf(file: ParsedFile): Violation[] {
  const configuration = configurationOf(file);
  const found = checks.flatMap((check) => [...check(configuration)]).map((fault) => placed(fault, file));
  const once = new Map(found.map((violation) => [`${violation.pointer}\n${violation.detail}`, violation]));
  return [...once.values()];
}
