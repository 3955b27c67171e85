import type { DocumentStatus } from "../../contract/documents.ts";
import type { DossierStatus } from "../../contract/dossiers.ts";

/** The one place where a status is tied to its event and its label. A document without evidence is MISSING where events say ABSENT. */
export const suffixOf = {
  MISSING: "ABSENT",
  ABSENT: "ABSENT",
  ONGOING: "ONGOING",
  ACTION_REQUIRED: "ACTION_REQUIRED",
  VALID: "VALID",
  BELOW_EXPECTATION: "BELOW_EXPECTATION",
  INVALID: "INVALID",
} as const satisfies Record<DocumentStatus | DossierStatus, string>;

export const dossierLabels: Record<DossierStatus, string> = {
  ABSENT: "Absent",
  ONGOING: "En cours",
  ACTION_REQUIRED: "Action requise",
  VALID: "Valide",
  BELOW_EXPECTATION: "En deçà des attentes",
  INVALID: "Invalide",
};

/** The first line that holds gives the dossier's status. */
const ladder: [DossierStatus, (statuses: readonly DocumentStatus[]) => boolean][] = [
  ["ABSENT", (all) => all.every((status) => status === "MISSING")],
  ["INVALID", (all) => all.includes("INVALID")],
  ["BELOW_EXPECTATION", (all) => all.includes("BELOW_EXPECTATION")],
  ["ACTION_REQUIRED", (all) => all.includes("ACTION_REQUIRED")],
  ["ONGOING", (all) => all.includes("ONGOING") || all.includes("MISSING")],
  ["VALID", () => true],
];

export const dossierStatus = (documents: readonly DocumentStatus[]): DossierStatus =>
  (ladder.find(([, holds]) => holds(documents)) as (typeof ladder)[number])[0];
