import type { z } from "zod";
import type { DocumentTypeEntry, FormFieldEntry } from "../../../contract/configuration.ts";
import { DocumentCode, FormEntryType, Issuer, Transmitter } from "../../../contract/documents.ts";
import { idOf, listIn, type Row } from "../exchange.ts";
import { monthsBetween } from "./months.ts";
import type { Names } from "./names.ts";
import type { Observations } from "./observations.ts";
import type { Part } from "./part.ts";
import { entryOf, Votes } from "./votes.ts";

type Entry = z.input<typeof DocumentTypeEntry>;
type Field = z.input<typeof FormFieldEntry>;
type Evidences = readonly Row[];

const isForm = (evidence: Row) => Array.isArray(evidence.formdata);
const statusesOf = (documents: readonly Row[]) => new Set(documents.map(({ statusCode }) => statusCode));

function most<T extends string>(schema: z.ZodType<T>, evidences: Evidences, name: string): T | undefined {
  const votes = new Votes<T>();
  for (const [at, row] of evidences.entries()) {
    const { data } = schema.safeParse(row[name]);
    if (data !== undefined) votes.add(data, at);
  }
  return votes.best;
}

/** The least that they can be: a piece was issued before it was uploaded, so that the longest time is the nearest. */
function monthsOf(evidences: Evidences): number | null | undefined {
  const dated = evidences.filter(({ expirationDate }) => typeof expirationDate === "string");
  if (dated.length === 0) return evidences.some(({ expirationDate }) => expirationDate === null) ? null : undefined;
  const spans = dated.map(({ uploadDate, expirationDate }) => monthsBetween(uploadDate, expirationDate));
  const known = spans.filter((span) => span !== undefined);
  return known.length === 0 ? undefined : Math.max(1, ...known.map((span) => Math.ceil(span - 0.05)));
}

const isBankChecked = ({ metadata }: Row) => typeof (metadata as Row | undefined)?.verified === "string";

function checkOf(kind: Entry["kind"], documents: readonly Row[], evidences: Evidences, { decided }: Observations) {
  if (evidences.some(isBankChecked) && kind === "FORM") return "bank";
  if (kind === "SOURCE") return "automatic";
  const isDecided = evidences.some((row) => decided.has(idOf(row, "responseId") ?? 0));
  return isDecided || statusesOf(documents).has("ACTION_REQUIRED") ? "client" : "automatic";
}

/** Nothing shows it before a piece is there; a source is told by the partner whose reports it has. */
function kindOf(evidences: Evidences): Entry["kind"] {
  if (evidences.length === 0) return undefined;
  if (evidences.some(isForm)) return "FORM";
  return most(Issuer, evidences, "issuer") === "PARTENAIRE" ? "SOURCE" : "FILE";
}

/** A name that documents of several third parties have in common is that of the type. */
function labelOf(code: string, documents: readonly Row[], names: Names): string {
  const votes = new Votes<string>();
  for (const [at, { documentName }] of documents.entries()) if (names.isName(documentName)) votes.add(documentName, at);
  const { best } = votes;
  return best !== undefined && (votes.values.length === 1 || votes.times(best) > 1) ? best : code;
}

/** A check of the bank needs a form that asks for an account. */
const asksForAccount = (evidences: Evidences) =>
  evidences.some((row) => listIn(row, "formdata").some(({ type }) => type === "iban"));

function typeOf(code: string, documents: readonly Row[], seen: Observations, names: Names): Entry {
  const evidences = [...(seen.evidences.get(code)?.values() ?? [])];
  const kind = kindOf(evidences);
  const months = monthsOf(evidences);
  const issuer = most(Issuer, evidences, "issuer");
  const transmitter = most(Transmitter, evidences, "transmitter");
  const found = checkOf(kind, documents, evidences, seen);
  const check = found === "bank" && !asksForAccount(evidences) ? "automatic" : found;
  return {
    label: labelOf(code, documents, names),
    ...(kind && { kind }),
    ...(typeof months === "number" && { months }),
    ...(evidences.length > 0 && { check }),
    ...(issuer && { issuer }),
    ...(transmitter && { transmitter }),
    ...(kind === "FILE" && transmitter === "PLATEFORME" && { collected: true }),
  };
}

export function learnDocuments(seen: Observations, names: Names): Part<Entry> {
  const byCode = new Map<string, Row[]>();
  for (const row of seen.documents.values()) {
    const { data: code } = DocumentCode.safeParse(row.documentCode);
    if (code !== undefined) entryOf(byCode, code, () => []).push(row);
  }
  const entries = Object.fromEntries([...byCode].map(([code, rows]) => [code, typeOf(code, rows, seen, names)]));
  const codes = Object.keys(entries);
  const missing = codes.filter((code) => !seen.evidences.has(code));
  const unnamed = codes.filter((code) => entries[code]?.label === code);
  const ending = codes.filter((code) => typeof entries[code]?.months === "number");
  const endless = codes.filter((code) => !missing.includes(code) && entries[code]?.months === undefined);
  return {
    ...{ part: "documentTypes", entries, records: seen.documents.size, of: "documents" },
    unsure: [
      ...(codes.length > 0
        ? ["Whether the law asks for one, who cannot have it, and what stands in for it, is not shown."]
        : []),
      ...(codes.length > missing.length
        ? ["A check is client where a response waited for the client or was decided, else automatic: look at it."]
        : []),
      ...(ending.length > 0
        ? [`The months of ${ending.join(", ")} are the least that they can be, from upload to end: more may be right.`]
        : []),
      ...(codes.length > missing.length
        ? ["A FILE may be a SOURCE, which no supplier has to send: only a report of a partner shows it."]
        : []),
      ...(endless.length > 0 ? [`No end was seen of ${endless.join(", ")}: they have none.`] : []),
      ...(unnamed.length > 0 ? [`The label of ${unnamed.join(", ")} could not be told: it is the code.`] : []),
    ],
    record:
      codes.length === 0
        ? ["GET /dossiers/:dossierId/documents of some dossiers: the documents with their evidences."]
        : missing.length > 0
          ? [`A supplied piece of ${missing.join(", ")}: kind, validity, issuer and check are not known.`]
          : [],
  };
}

/** The questions of a form, as its evidences have them; never an answer. */
function fieldsOf(evidences: Evidences, names: Names): Field[] {
  const fields = new Map<string, Field>();
  for (const evidence of evidences)
    for (const { key, title, type, order, value } of listIn(evidence, "formdata")) {
      const known = FormEntryType.safeParse(type).data;
      if (!names.isName(key) || !names.isName(title) || known === undefined) continue;
      const before = fields.get(key);
      const place =
        typeof order === "number" && Number.isInteger(order) && order >= 1 && order <= 1000 ? order : undefined;
      const optional = before?.optional || value === "";
      fields.set(key, { key, title, type: known, ...(place && { order: place }), ...(optional && { optional }) });
    }
  const ordered = [...fields.values()].sort((a, b) => (a.order ?? 1000) - (b.order ?? 1000));
  const isPlain = ordered.every(({ order }, at) => order === undefined || order === at + 1);
  const isTwice = new Set(ordered.map(({ order }) => order)).size < ordered.length;
  return isPlain || isTwice ? ordered.map(({ order: _, ...field }) => field) : ordered;
}

export function learnForms(seen: Observations, names: Names): Part<Field[]> {
  const filled = [...seen.evidences].flatMap(([code, evidences]) => {
    const own = [...evidences.values()].filter(isForm);
    return own.length > 0 && DocumentCode.safeParse(code).success ? [{ code, own }] : [];
  });
  const read = filled.map(({ code, own }) => [code, fieldsOf(own, names)] as const);
  const forms = read.filter(([, fields]) => fields.length > 0);
  const single = filled.filter(({ own }) => own.length === 1).map(({ code }) => code);
  const count = filled.reduce((sum, { own }) => sum + own.length, 0);
  return {
    ...{ part: "forms", entries: Object.fromEntries(forms), records: count, of: "filled forms" },
    unsure: [
      ...(filled.length > 0
        ? ["How a plausible answer looks is not taken from answers: give draw where it matters."]
        : []),
      ...(single.length > 0
        ? [`One filled form alone was seen of ${single.join(", ")}: questions may be missing.`]
        : []),
    ],
    record: filled.length > 0 ? [] : ["A document that was answered by a form: GET /dossiers/:dossierId/documents."],
  };
}
