import type { FormEntry } from "../../contract/documents.ts";
import type { Sheet } from "./sheet.ts";
import type { FormSubject } from "./subject.ts";
import { grouped, longDate, shortDate, spaced } from "./wording.ts";

const LONGEST_ADDRESS = 36;
const YES_NO: Record<string, string> = { true: "Oui", false: "Non" };

/** A filled form: every question in order, with its answer in a readable form. */
export function formSheet(subject: FormSubject): Sheet {
  const entries = subject.formdata.toSorted((a, b) => a.order - b.order);
  const identity = {
    Entreprise: subject.name,
    SIRET: subject.siret ?? "",
    "Identifiant local": subject.localId ?? "",
    "Numéro DUNS": subject.siret ? "" : (subject.duns ?? ""),
    ...(subject.documentCode === "RBE" && seatOf(subject)),
    "Date de la réponse": longDate(subject.issueDate),
    "Fin de validité": longDate(subject.expirationDate),
  };
  return {
    style: "band",
    ink: "#24476b",
    authority: ["Formulaire rempli en ligne", subject.documentCode],
    aside: [`Pièce n° ${subject.reference}`, `Remplie le ${shortDate(subject.issueDate)}`],
    title: subject.documentName,
    subtitle: subject.name,
    body: [
      { kind: "fields", rows: Object.entries(identity).filter(([, value]) => value !== "") },
      { kind: "heading", text: "Réponses" },
      { kind: "questions", rows: entries.map((entry) => [`${entry.order}.`, entry.title, readable(entry)]) },
    ],
    mentions:
      "Document consolidé à partir des réponses saisies par le tiers, qui en certifie l'exactitude. " +
      "Les réponses sont reproduites sans modification.",
    reference: subject.reference,
  };
}

/** Owners are declared for the company, at its head office. */
function seatOf({ seat }: FormSubject): Record<string, string> {
  if (!seat) return {};
  const { siret, addressLine1, addressPostCode, addressCity } = seat;
  return {
    SIRET: siret ?? "",
    "Siège social": `${addressLine1}, ${[addressPostCode, addressCity].filter(Boolean).join(" ")}`,
  };
}

function readable({ type, value }: FormEntry): string {
  if (value === "") return "-";
  if (type === "boolean") return YES_NO[value] ?? value;
  if (type === "iban") return spaced(value, 4);
  if (type === "number" && /^-?\d+(\.\d+)?$/.test(value)) {
    const [whole = "", decimals] = value.split(".");
    return decimals ? `${grouped(whole)},${decimals}` : grouped(whole);
  }
  // A long e-mail address breaks before its domain.
  return value.length > LONGEST_ADDRESS ? value.replace(/^([^\s@]+)(@[^\s@]+)$/, "$1\n$2") : value;
}
