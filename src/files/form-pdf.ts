import { drawSheet } from "./page.ts";
import type { Sheet } from "./sheet.ts";
import type { FormAnswer, FormSubject } from "./subject.ts";
import { grouped, longDate, shortDate, spaced } from "./wording.ts";

const LONGEST_ADDRESS = 36;
const YES_NO: Record<string, string> = { true: "Oui", false: "Non" };

/** The consolidated PDF of a form: every question in order, with its answer as a person reads it. */
export function formPdf(subject: FormSubject): Buffer {
  const answers = subject.formdata.toSorted((a, b) => a.order - b.order);
  const sheet: Sheet = {
    style: "band",
    ink: "#24476b",
    authority: ["Formulaire rempli en ligne", subject.documentCode],
    aside: [`Pièce n° ${subject.evidenceId}`, `Remplie le ${shortDate(subject.issueDate)}`],
    title: subject.documentName,
    subtitle: subject.name,
    body: [
      {
        kind: "fields",
        rows: [
          ["Entreprise", subject.name],
          ["SIRET", subject.siret ?? ""],
          ["Identifiant local", subject.localId ?? ""],
          ["Numéro DUNS", subject.siret ? "" : (subject.duns ?? "")],
          ["Date de la réponse", longDate(subject.issueDate)],
          ["Fin de validité", longDate(subject.expirationDate)],
        ].filter(([, value]) => value !== ""),
      },
      { kind: "heading", text: "Réponses" },
      { kind: "answers", rows: answers.map((answer) => [`${answer.order}.`, answer.title, readable(answer)]) },
    ],
    mentions:
      "Document consolidé à partir des réponses saisies par le tiers, qui en certifie l'exactitude. Les réponses sont reproduites sans modification.",
    reference: subject.reference,
  };
  return drawSheet(sheet, subject.issueDate, `${subject.documentCode} - ${subject.name}`);
}

function readable({ type, value }: FormAnswer): string {
  if (value === "") return "-";
  if (type === "boolean") return YES_NO[value] ?? value;
  if (type === "iban") return spaced(value, 4);
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(value)) {
    const [whole = "", decimals] = value.split(".");
    return decimals ? `${grouped(whole)},${decimals}` : grouped(whole);
  }
  // A long address breaks before its domain, where a person would break it.
  return value.length > LONGEST_ADDRESS ? value.replace(/^([^\s@]+)(@[^\s@]+)$/, "$1\n$2") : value;
}
