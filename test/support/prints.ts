import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import type { DocumentRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import { compositionOf } from "../../src/files/composition.ts";
import type { Sheet } from "../../src/files/sheet.ts";
import { spaced, grouped as thousands } from "../../src/files/wording.ts";
import { printedSubject } from "../../src/service/files.ts";
import { acceptedPieces, type Check, grouped, type Look, type Piece } from "./look.ts";

/** The invariants of what the PDFs print, read from their composition. */

export interface Print {
  texts: readonly string[];
  text: string;
  /** The values that stand beside a label. */
  labelled: ReadonlyMap<string, string[]>;
}

/** Every text of a sheet, in order. */
function textsOf({ title, subtitle = "", authority, aside = [], body, ...end }: Sheet): string[] {
  const { signature = [], mentions = "" } = end;
  const blocks = body.flatMap((block) => ("text" in block ? block.text : block.rows.flat()));
  return [...authority, ...aside, title, subtitle, ...blocks, ...signature, mentions].filter(Boolean);
}

/** An evidence never changes, and neither does its print. */
const prints = new WeakMap<EvidenceRow, Print>();

/** What the PDF of an evidence prints; undefined for bytes that a user supplied. */
export function printOf({
  configuration,
  document,
  evidence,
}: Omit<Piece, "company" | "suppliedAt">): Print | undefined {
  const known = prints.get(evidence);
  if (known) return known;
  const subject = printedSubject(configuration, document, evidence);
  if (!subject) return undefined;
  const { sheet } = compositionOf(subject);
  const rows = sheet.body.flatMap((block) => ("rows" in block ? block.rows : []));
  const pairs = rows.map((row) => row.slice(-2) as [string, string]);
  const labelled = new Map(
    [...grouped(pairs, ([label]) => label)].map(([label, all]) => [label, all.map(([, value]) => value)]),
  );
  const texts = textsOf(sheet);
  const print = { texts, text: texts.join("\n"), labelled };
  prints.set(evidence, print);
  return print;
}

const seatLabel = /si[eè]ge|Adresse de l'(?:entreprise|établissement)/i;
const numberLabel = /SIREN|RCS/;
const staffLabel = /^Effectif|^Salariés détachés/;
const placeFields = ["siret", "establishments", "addressLine1", "addressPostCode", "addressCity"] as const;

function seatIn({ establishments }: ThirdpartyRow): string {
  const [head] = establishments;
  return [head?.addressLine1, [head?.addressPostCode, head?.addressCity].filter(Boolean).join(" ")].join(", ");
}

function* labelledAs(print: Print, label: RegExp) {
  for (const [name, values] of print.labelled)
    if (label.test(name)) for (const value of values) yield [name, value] as const;
}

function* wrongPlace(print: Print, company: ThirdpartyRow) {
  const seat = seatIn(company);
  for (const [label, value] of labelledAs(print, seatLabel))
    if (!value.startsWith(seat) && !value.includes(`: ${seat}.`)) yield `${label} ${value}, and the seat is ${seat}`;
  const lines = print.text.split("\n").filter((line) => line.startsWith("Siège social : "));
  for (const line of lines) if (!line.includes(seat)) yield `${line}, and the seat is ${seat}`;
  const numbers = company.establishments.map(({ siret }) => siret);
  const own = [company.siret, company.establishments[0]?.siret];
  for (const [number] of print.text.matchAll(/(?<!\d)\d{14}(?!\d)/g))
    if (!own.includes(number)) yield `SIRET ${number}${numbers.includes(number) ? " of another establishment" : ""}`;
}

function* wrongNumber(print: Print, company: ThirdpartyRow) {
  const { siren, siret, localId, duns } = company;
  for (const [label, value] of labelledAs(print, numberLabel))
    if (siren && !value.startsWith(spaced(siren, 3))) yield `${label} ${value}, and the SIREN is ${siren}`;
  const numbers = [spaced(siren, 3), siret, company.establishments[0]?.siret, localId, duns];
  if (!numbers.some((number) => number && print.text.includes(number))) yield "no number of the company";
}

function* wrongBank({ documentCode }: DocumentRow, print: Print, { internal }: ThirdpartyRow) {
  if (documentCode !== "RIB" || !internal.bank) return;
  const { iban, bic, bankName } = internal.bank;
  for (const part of [spaced(iban, 4), bic, bankName])
    if (part && !print.text.includes(part)) yield `the account is not ${part}`;
}

function* wrongPrint(piece: Piece, look: Look) {
  const { document, company, suppliedAt } = piece;
  const print = printOf(piece);
  if (!print) return;
  const unchanged = (fields: readonly (keyof ThirdpartyRow)[]) =>
    !look.changedSince(company.thirdpartyId, suppliedAt, fields);
  if (unchanged(["name"]) && !print.text.includes(company.name)) yield `${company.name} is not named`;
  if (unchanged(placeFields)) {
    yield* wrongPlace(print, company);
    yield* wrongNumber(print, company);
  }
  if (unchanged(["workforce"]) && company.workforce !== null)
    for (const [label, value] of labelledAs(print, staffLabel))
      if (value !== thousands(company.workforce)) yield `${label} ${value}, and ${company.workforce} people work there`;
  yield* wrongBank(document, print, company);
}

function* printedFacts(look: Look) {
  for (const piece of acceptedPieces(look))
    for (const why of wrongPrint(piece, look))
      yield `${piece.document.documentId} ${piece.document.documentCode}: ${why}`;
}

/** A piece of one dossier that counts for another is the same piece. */
function* copies({ state, configuration }: Look) {
  const all = state.documents.flatMap((document) =>
    document.evidences.map((evidence) => ({ configuration, document, evidence })),
  );
  const keyOf = ({ document, evidence }: (typeof all)[number]) =>
    `${document.thirdpartyId} ${evidence.internal.reference}`;
  for (const [key, pieces] of grouped(all, keyOf)) {
    const texts = new Set(pieces.map((piece) => printOf(piece)?.text));
    if (texts.size > 1) yield `${key}: ${texts.size} different papers`;
  }
}

/** The numbers and the contracts that stay with a company, as a paper prints them. */
function keptOn({ texts, text }: Print): string {
  const number = /N° de gestion .+|(?:Contrat|Certificat) n° [A-Z\d ]+\d|AUT-\d+|(?<=N° d'adhérent\n)\d+/.exec(
    text,
  )?.[0];
  const isContract = number?.startsWith("Contrat") ?? false;
  return [number, ...(isContract ? [texts[0], ...(text.match(/[\d\u00a0]+\u00a0€/g) ?? [])] : [])].join(", ");
}

function* keptNumbers(look: Look) {
  const pieces = [...acceptedPieces(look)];
  const keyOf = ({ company, document }: Piece) => `${company.siren ?? company.duns} ${document.documentCode}`;
  for (const [key, all] of grouped(pieces, keyOf)) {
    const kept = new Set(all.flatMap((piece) => printOf(piece) ?? []).map(keptOn));
    if (kept.size > 1) yield `${key}: ${[...kept].join(" and ")}`;
  }
}

export const printChecks: Record<string, Check> = {
  "copies of a piece in other dossiers are the same paper": copies,
  "a company keeps its numbers and its contracts on the papers of all years": keptNumbers,
  "every PDF names the seat, the numbers, the head count and the bank of the API": printedFacts,
};
