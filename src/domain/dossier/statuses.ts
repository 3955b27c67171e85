import type { DocumentStatus } from "../../../contract/documents.ts";
import type { DossierStatus } from "../../../contract/dossiers.ts";

export const dossierLabels: Record<DossierStatus, string> = {
  ABSENT: "Absent",
  ONGOING: "En cours",
  ACTION_REQUIRED: "Action requise",
  VALID: "Valide",
  BELOW_EXPECTATION: "En deçà des attentes",
  INVALID: "Invalide",
};

/** The first row that holds gives the status of a dossier. */
const precedence: [DossierStatus, (statuses: readonly DocumentStatus[]) => boolean][] = [
  ["ABSENT", (all) => all.every((status) => status === "MISSING")],
  ["INVALID", (all) => all.includes("INVALID")],
  ["BELOW_EXPECTATION", (all) => all.includes("BELOW_EXPECTATION")],
  ["ACTION_REQUIRED", (all) => all.includes("ACTION_REQUIRED")],
  ["ONGOING", (all) => all.includes("ONGOING") || all.includes("MISSING")],
  ["VALID", () => true],
];

export const dossierStatus = (documents: readonly DocumentStatus[]): DossierStatus =>
  (precedence.find(([, holds]) => holds(documents)) as (typeof precedence)[number])[0];
