import { type Configuration, type DocumentTypeEntry, mostEntries } from "../../../contract/configuration.ts";
import type { Fault } from "./fault.ts";

type Rule = (type: DocumentTypeEntry, form: Configuration["forms"][string] | undefined) => Omit<Fault, "of"> | false;

const companies = ["for", "countries", "countriesNot", "nafPrefixes", "nafPrefixesNot", "legalForms"] as const;
const repeats = (codes: readonly string[]) => codes.filter((code, at) => codes.indexOf(code) !== at);

/** The bank check reads an IBAN, or the number of an account with the number of its bank. */
function isBankForm(form: Configuration["forms"][string]): boolean {
  const keys = form.map(({ key }) => key);
  return form.some(({ type }) => type === "iban") || (keys.includes("numero_compte") && keys.includes("code_routage"));
}

/** What no document type may be. */
const rules: readonly Rule[] = [
  ({ kind }, form) =>
    kind === "FORM" &&
    !form && {
      path: ["kind"],
      detail: "is FORM, and it has no questions",
      expected: "FILE, or its questions in forms",
    },
  ({ kind }, form) =>
    kind === "SOURCE" &&
    form !== undefined && {
      path: ["kind"],
      detail: "is SOURCE, and it has questions",
      expected: "FORM, or no entry in forms",
    },
  ({ kind, collected }) =>
    collected &&
    kind !== "FILE" && {
      path: ["collected"],
      detail: `must be false: registers deliver files, and this is a ${kind}`,
      expected: "false",
      received: true,
    },
  ({ kind, screening }) =>
    screening !== undefined &&
    kind !== "SOURCE" && {
      path: ["screening"],
      detail: `is of reports, and this is a ${kind}`,
      expected: "kind SOURCE, or no screening",
    },
  ({ kind, scorecardOf }) =>
    scorecardOf !== undefined &&
    kind !== "SOURCE" && {
      path: ["scorecardOf"],
      detail: `is of reports, and this is a ${kind}`,
      expected: "kind SOURCE, or no scorecard",
    },
  ({ kind, check }) =>
    kind === "SOURCE" &&
    check !== "automatic" && {
      path: ["check"],
      detail: "must be automatic: a report arrives checked",
      expected: "automatic",
      received: check,
    },
  ({ check }, form) =>
    check === "bank" &&
    !isBankForm(form ?? []) && {
      path: ["check"],
      detail: "is bank, and its form asks for no account",
      expected: "a field of type iban in its form, or fields numero_compte and code_routage",
    },
  ({ file: { kilobytes } }) =>
    kilobytes[0] > kilobytes[1] && {
      path: ["file", "kilobytes"],
      detail: "has the most before the least",
      expected: "the least first",
      received: kilobytes,
    },
];

function* ofOne(code: string, type: DocumentTypeEntry, forms: Configuration["forms"]): Generator<Fault> {
  const of = ["documentTypes", code] as const;
  const form = forms[code];
  const because = ["forms", code] as const;
  for (const rule of rules) {
    const fault = rule(type, form);
    if (fault) yield { of, because, ...fault };
  }
  for (const [at, misfit] of type.unfit.entries()) {
    if (companies.every((name) => misfit[name] === undefined))
      yield {
        of,
        path: ["unfit", at],
        detail: "says of no company that it is unfit",
        expected: `one of ${companies.join(", ")}`,
      };
    if (misfit.instead === code)
      yield {
        of,
        path: ["unfit", at, "instead"],
        detail: "is the document itself",
        expected: "another document, or none",
        received: code,
      };
  }
  yield* unknownKeys(code, type, forms);
}

/** Answers that a document type names, and that the form does not ask for. */
function* unknownKeys(code: string, { deniedBy, indicator }: DocumentTypeEntry, forms: Configuration["forms"]) {
  const of = ["documentTypes", code] as const;
  const asks = (form: string, key: string) => (forms[form] ?? []).some((field) => field.key === key);
  const expected = "a key of the form";
  if (deniedBy?.answer !== undefined && forms[deniedBy.form] && !asks(deniedBy.form, deniedBy.answer))
    yield {
      ...{ of, path: ["deniedBy", "answer"], expected, received: deniedBy.answer },
      because: ["forms", deniedBy.form] as const,
      detail: `names ${deniedBy.answer}, which the form ${deniedBy.form} does not ask for`,
    };
  for (const key of Object.keys(indicator?.answers ?? {}))
    if (!asks(code, key))
      yield {
        ...{ of, path: ["indicator", "answers", key], expected, received: key },
        because: ["forms", code] as const,
        detail: `names ${key}, which its form does not ask for`,
      };
}

/** A document that a dossier type asks for twice, and more documents than one third party may have to supply. */
function* ofDossierTypes({ dossierTypes }: Configuration): Generator<Fault> {
  let asked = 0;
  for (const [code, { documents, also }] of Object.entries(dossierTypes)) {
    const before = asked;
    asked += documents.length + also.length;
    if (before <= mostEntries && asked > mostEntries)
      yield {
        of: ["dossierTypes", code],
        path: ["documents"],
        detail: `and the types before it ask for more than ${mostEntries} documents in all`,
        expected: `at most ${mostEntries} documents in all dossier types`,
        received: asked,
      };
    const twice = [...new Set(repeats([...documents, ...also]))];
    if (twice.length > 0)
      yield {
        of: ["dossierTypes", code],
        path: ["documents"],
        detail: `asks twice for ${twice.join(", ")}`,
        expected: "each document once, in documents or in also",
      };
  }
}

/** Bands of an indicator that leave a score without a name. */
function* ofIndicators({ indicators }: Configuration): Generator<Fault> {
  for (const [name, entry] of Object.entries(indicators)) {
    const starts = (entry?.bands ?? []).map(({ from }) => from);
    const falls = starts.every((from, at) => at === 0 || (starts[at - 1] as number) > from);
    if (!falls || starts.at(-1) !== 0)
      yield {
        of: ["indicators", name],
        path: ["bands"],
        detail: "must go down to 0",
        expected: "bands from the highest to the one from 0",
        received: starts,
      };
  }
}

export function* documentFaults(configuration: Configuration): Generator<Fault> {
  for (const [code, type] of Object.entries(configuration.documentTypes)) yield* ofOne(code, type, configuration.forms);
  yield* ofDossierTypes(configuration);
  yield* ofIndicators(configuration);
}
